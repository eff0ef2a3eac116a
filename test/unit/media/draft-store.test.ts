import assert from 'node:assert/strict';
import { DraftStore } from '../../../media/page/text-box/draft-store.ts';
import { emptyDraft, type ShownDraft, ticketDrafts } from '../../../src/tickets/page/ticket-draft-rules.ts';

const draft = (saved: number, text: string): ShownDraft => ({ ...emptyDraft(saved), text });
const top = { y: 0, part: '', top: 0 };
const mine = draft(5, 'mine');
const kept = { key: 'one', draft: mine, isSaved: false, removed: null, scroll: top };
const nothing = { draft: null, lastReceived: null, sent: null };

/** A page that VS Code has kept `state` of, and whose HTML has the key `one`. */
function open(state?: unknown) {
	let current = state;
	let writes = 0;
	const sent: (readonly [key: string, draft: ShownDraft])[] = [];
	const store = new DraftStore<ShownDraft>(
		{
			getState: () => current as never,
			setState: (next) => {
				current = next;
				writes += 1;
				return next;
			},
		},
		ticketDrafts,
		(key, saved) => sent.push([key, saved]),
		'one',
	);
	return { store, sent, state: () => current, writes: () => writes };
}

describe('The state of a page', () => {
	const empty = { draft: null, isSaved: true, removed: null, scroll: top };
	for (const [what, state, expected] of [
		['has the key of the HTML if there is none', undefined, { key: 'one', ...empty }],
		['has the key of the HTML if it was kept without a key', { ...kept, key: '' }, { key: 'one', ...empty }],
		['is not read if it is something else', 'text', { key: 'one', ...empty }],
		['stays with its key', { ...kept, key: 'two' }, { ...kept, key: 'two' }],
		['has no draft that is none', { ...kept, draft: { text: 1 } }, { ...kept, draft: null }],
		['has no removed draft that is none', { ...kept, removed: { kind: 'removed-elsewhere' } }, kept],
		['has no draft removed in another way', { ...kept, removed: { kind: 'sent', draft: mine } }, kept],
		[
			'has the removed draft of an earlier version',
			{ ...kept, removed: { kind: 'gone', draft: mine } },
			{ ...kept, removed: { kind: 'removed-elsewhere', draft: mine } },
		],
		['is at the start without a whole position', { ...kept, scroll: { y: 3, part: 'a' } }, kept],
		['is at the start if the position is wrong', { ...kept, scroll: { y: 3, part: 7, top: 1 } }, kept],
		['is unsaved unless it says otherwise', { ...kept, isSaved: 1 }, kept],
	] as const)
		it(what, () => assert.deepEqual(open(state).state(), expected));

	it('follows each part of the position, and is not written again without a change', () => {
		const { store, state, writes } = open(kept);
		const before = writes();
		const positions = [top, { ...top, y: 1 }, { y: 1, part: 'a', top: 0 }, { y: 1, part: 'a', top: 2 }];
		for (const [nth, scroll] of positions.entries()) {
			store.storeScroll(scroll);
			store.storeScroll({ ...scroll });
			assert.deepEqual([state(), writes() - before], [{ ...kept, scroll }, nth]);
		}
	});
});

describe('The draft that a page starts with', () => {
	const host = draft(9, 'of the host');
	const cases: readonly (readonly [
		what: string,
		state: unknown,
		given: Partial<Parameters<DraftStore<ShownDraft>['start']>[1]>,
		expected: { readonly text: string; readonly gone?: string; readonly isSavedAgain?: true },
	])[] = [
		['that of the host, without an own one', undefined, { draft: host }, { text: 'of the host' }],
		['empty without any', undefined, {}, { text: '' }],
		['the own one that the host never had', kept, {}, { text: 'mine', isSavedAgain: true }],
		[
			'the own one, even if that of the host is newer',
			kept,
			{ draft: host },
			{ text: 'mine', isSavedAgain: true },
		],
		[
			'that of the host, if it continues the own one',
			kept,
			{ draft: draft(9, 'mine, more') },
			{ text: 'mine, more' },
		],
		[
			'the own one, if it is newer than one of the host with more text',
			{ ...kept, draft: draft(10, 'mine') },
			{ draft: draft(9, 'mine, more') },
			{ text: 'mine', isSavedAgain: true },
		],
		[
			'empty if the host had the own one and has none now',
			kept,
			{ lastReceived: 5 },
			{ text: '', gone: 'mine' },
		],
		[
			'the own one, if the host had only an earlier one',
			kept,
			{ lastReceived: 4 },
			{ text: 'mine', isSavedAgain: true },
		],
		['empty if the saved one is gone', { ...kept, isSaved: true }, {}, { text: '', gone: 'mine' }],
		[
			'that of the host instead of a saved one',
			{ ...kept, isSaved: true },
			{ draft: host },
			{ text: 'of the host' },
		],
		['empty if the own one was sent', kept, { sent: draft(6, 'mine') }, { text: '' }],
		['not saved again if the host has the same', kept, { draft: draft(3, 'mine') }, { text: 'mine' }],
		['not that of another page', { ...kept, key: 'two' }, {}, { text: '' }],
		[
			'empty, and the one that was removed before can still be restored',
			{
				...kept,
				draft: emptyDraft(1),
				isSaved: true,
				removed: { kind: 'removed-elsewhere', draft: draft(2, 'old') },
			},
			{},
			{ text: '', gone: 'old' },
		],
		[
			'that of the host, and what was removed before is forgotten',
			{
				...kept,
				draft: emptyDraft(1),
				isSaved: true,
				removed: { kind: 'removed-elsewhere', draft: draft(2, 'old') },
			},
			{ draft: host },
			{ text: 'of the host' },
		],
	];
	for (const [what, state, given, { text, gone, isSavedAgain = false }] of cases) {
		it(`is ${what}`, () => {
			const { store, sent, state: now } = open(state);
			const started = store.start('one', { ...nothing, ...given });
			assert.deepEqual([started.draft.text, started.removed?.draft.text], [text, gone]);
			assert.deepEqual(sent, isSavedAgain ? [['one', started.draft]] : []);
			assert.deepEqual([store.isSaved, store.removed], [!isSavedAgain, started.removed]);
			assert.equal(Reflect.get(Object(now()), 'key'), 'one');
		});
	}

	it('knows which draft was sent last, so that its parts are not removed again', () => {
		const lastSent = (state: unknown, sent: ShownDraft | null) =>
			open(state).store.start('one', { ...nothing, sent }).draft.after;
		assert.deepEqual([lastSent(undefined, draft(6, 'sent')), lastSent(undefined, null)], [6, null]);
	});

	it('comes with the position of its page', () => {
		const scroll = { y: 7, part: 'a', top: 3 };
		assert.deepEqual(open({ ...kept, scroll }).store.start('one', nothing).scroll, scroll);
		assert.deepEqual(open({ ...kept, scroll }).store.start('two', nothing).scroll, top);
	});
});

describe('A draft that changes', () => {
	it('is unsaved until the host has this draft of this page', () => {
		const { store, sent } = open(kept);
		store.start('one', nothing);
		const [first, second] = [draft(6, 'a'), draft(7, 'ab')];
		store.change(first);
		store.change(second);
		assert.deepEqual(sent.slice(1), [
			['one', first],
			['one', second],
		]);
		store.markSaved('one', first);
		store.markSaved('two', second);
		assert.equal(store.isSaved, false);
		store.markSaved('one', second);
		assert.equal(store.isSaved, true);
	});

	it('can be replaced without being saved, and the removed one restored until the user types', () => {
		const { store, sent, state } = open();
		store.start('one', nothing);
		store.replace(emptyDraft(8), { kind: 'discarded', draft: mine });
		assert.deepEqual([store.isSaved, store.removed?.draft, sent], [true, mine, []]);
		assert.equal(Reflect.get(Object(state()), 'isSaved'), true);
		store.change(draft(9, 'x'));
		assert.equal(store.removed, null);
	});
});
