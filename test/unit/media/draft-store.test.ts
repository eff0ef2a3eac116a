import assert from 'node:assert/strict';
import { DraftStore, fromHost } from '../../../media/page/text-box/draft-store.ts';
import type { PageText } from '../../../src/platform/page/page-text.ts';
import type { DraftBody } from '../../../src/tickets/model/ticket-draft.ts';
import { isTicketText, ticketTextRules } from '../../../src/tickets/page/ticket-text-rules.ts';
import { pageText } from '../../kit/items/written-texts.ts';
import { hostText } from '../../kit/pages/sample.ts';

const top = { y: 0, part: '', top: 0 };
const mine = pageText({ text: 'mine' }, 3, 'mine');
const kept = { key: 'one', text: mine, isSaved: false, unacknowledged: [], removed: null, scroll: top };
const nothing = { editing: [], past: [] };
/** A version of `mine` that the host has. */
const theirs = (revision: number, writer = 'page', text = 'mine') =>
	hostText({ text }, revision, { id: 'mine', writer });

/** A page that VS Code has kept `state` of, and whose HTML has the key `one`. */
function open(state?: unknown) {
	let current = state;
	let writes = 0;
	const saved: (readonly [key: string, text: PageText<DraftBody>])[] = [];
	const store = new DraftStore<DraftBody>(
		{
			getState: () => current as never,
			setState: (next) => {
				current = next;
				writes += 1;
				return next;
			},
		},
		ticketTextRules,
		isTicketText,
		(key, text) => saved.push([key, text]),
		'one',
	);
	return { store, saved, state: () => current, writes: () => writes };
}

describe('The state of a page', () => {
	const empty = { text: null, isSaved: true, unacknowledged: [], removed: null, scroll: top };
	for (const [what, state, expected] of [
		['has the key of the HTML if there is none', undefined, { key: 'one', ...empty }],
		['has the key of the HTML if it was kept without a key', { ...kept, key: '' }, { key: 'one', ...empty }],
		['is not read if it is something else', 'text', { key: 'one', ...empty }],
		['stays with its key', { ...kept, key: 'two' }, { ...kept, key: 'two' }],
		['has no text that is none', { ...kept, text: { id: 1 } }, { ...kept, text: null }],
		['has no removed text that is none', { ...kept, removed: { kind: 'removed-elsewhere' } }, kept],
		['has no text removed in another way', { ...kept, removed: { kind: 'sent', text: mine } }, kept],
		['is at the start without a whole position', { ...kept, scroll: { y: 3, part: 'a' } }, kept],
		['is at the start if the position is wrong', { ...kept, scroll: { y: 3, part: 7, top: 1 } }, kept],
		['is unsaved unless it says otherwise', { ...kept, isSaved: 1 }, kept],
	] as const)
		it(what, () => assert.deepEqual(open(state).state(), expected));

	it('has the key of the page that is shown, and keeps what it has of that', () => {
		const { store, state } = open(kept);
		store.show('one');
		assert.deepEqual(state(), kept);
		store.show('two');
		assert.deepEqual(state(), { key: 'two', ...empty });
	});

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

describe('The text that a page starts with', () => {
	const other = hostText({ text: 'other' }, 1, { id: 'other' });
	for (const [what, state, host, text, isSavedAgain] of [
		['is none if there is none', undefined, nothing, undefined, false],
		['is that of the host if the page has none', undefined, { ...nothing, editing: [other] }, 'other', false],
		['is what the host never received', kept, nothing, 'mine', true],
		[
			'is what the host has an older version of',
			kept,
			{ ...nothing, editing: [theirs(2, 'page', 'min')] },
			'mine',
			true,
		],
		[
			'is that of the host if that is newer',
			kept,
			{ ...nothing, editing: [theirs(4, 'page', 'mine, too')] },
			'mine, too',
			false,
		],
		['is the same text if the host has it', kept, { ...nothing, editing: [other, theirs(3)] }, 'mine', false],
		[
			'is what was not saved beside that of another window',
			kept,
			{ ...nothing, editing: [theirs(3, 'other window', 'theirs')] },
			'mine',
			true,
		],
		[
			'is not what was sent',
			kept,
			{ ...nothing, past: [{ id: 'mine', revision: 3, writer: 'page', state: 'sent' as const }] },
			undefined,
			false,
		],
		[
			'is what was written after a version that was sent',
			kept,
			{ ...nothing, past: [{ id: 'mine', revision: 2, writer: 'page', state: 'sent' as const }] },
			'mine',
			true,
		],
		[
			'is what the host was asked to send, and never received',
			{ ...kept, text: null, isSaved: true, unacknowledged: [mine] },
			nothing,
			'mine',
			true,
		],
		['is not that of another page', { ...kept, key: 'two' }, nothing, undefined, false],
	] as const) {
		it(what, () => {
			const { store, saved } = open(state);
			const started = store.start('one', host);
			assert.equal(started.text?.body.text, text);
			assert.deepEqual(saved, isSavedAgain ? [['one', mine]] : []);
			assert.equal(store.isSaved, !isSavedAgain);
		});
	}

	it('stays empty if the host has not received that it is', () => {
		const emptied = pageText({ text: '' }, 4, 'mine');
		const { store, saved } = open({ ...kept, text: emptied });
		assert.deepEqual(store.start('one', { ...nothing, editing: [theirs(3)] }).text, emptied);
		assert.deepEqual(saved, [['one', emptied]]);
	});

	it('is what another window has written since the box was emptied', () => {
		const emptied = { ...pageText({ text: '' }, 4, 'mine'), base: { revision: 2, writer: 'earlier page' } };
		const saved = (editing: ReturnType<typeof theirs>) => {
			const page = open({ ...kept, text: emptied });
			page.store.start('one', { ...nothing, editing: [editing] });
			return page.saved.map(([, { body }]) => body.text);
		};
		assert.deepEqual(saved(theirs(2, 'earlier page')), ['']);
		assert.deepEqual(saved(theirs(3, 'earlier page')), []);
		assert.deepEqual(saved(theirs(2, 'other window')), []);
	});

	it('is that of the host if nothing was ever written here', () => {
		const { store, saved } = open({ ...kept, text: pageText({ text: '' }, 4, 'mine') });
		assert.equal(store.start('one', { ...nothing, editing: [other] }).text?.id, 'other');
		assert.deepEqual(saved, []);
	});

	it('is empty if it was discarded elsewhere, and can be restored', () => {
		const past = [{ id: 'mine', revision: 3, writer: 'page', state: 'discarded' as const }];
		const { store } = open({ ...kept, isSaved: true });
		const { text, removed } = store.start('one', { editing: [], past });
		assert.deepEqual([text, removed], [null, { kind: 'removed-elsewhere', text: mine }]);
	});

	it('comes with the position of its page', () => {
		const scroll = { y: 7, part: 'a', top: 3 };
		assert.deepEqual(open({ ...kept, scroll }).store.start('one', nothing).scroll, scroll);
		assert.deepEqual(open({ ...kept, scroll }).store.start('two', nothing).scroll, top);
	});
});

describe('A text that changes', () => {
	it('is unsaved until the host has this version for this page, and has the id that the host gives it', () => {
		const { store, saved, state } = open();
		store.start('one', nothing);
		const [first, second] = [pageText({ text: 'a' }, 1), pageText({ text: 'ab' }, 2)];
		store.change(first);
		store.change(second);
		assert.deepEqual(saved, [
			['one', first],
			['one', second],
		]);
		store.markSaved('one', first, 'text');
		store.markSaved('two', second, 'text');
		assert.equal(store.isSaved, false);
		store.markSaved('one', second, 'successor');
		assert.equal(store.isSaved, true);
		assert.match(JSON.stringify(state()), /"id":"successor"/);
	});

	const version = (text: string, revision: number) => pageText({ text }, revision, 'mine');

	it('has what the user wrote before they left the page and returned, until the host has confirmed it', () => {
		const { store, saved, state } = open();
		for (const revision of [1, 2]) store.change(version('mine'.slice(0, revision), revision));
		store.markSaved('one', version('m', 1), 'mine');
		const other = pageText({ text: 'other' }, 1, 'other');
		store.show('two');
		store.change(other);
		store.show('one');
		// The host has made this snapshot before it received the second version.
		const { text } = store.start('one', { ...nothing, editing: [theirs(1, 'page', 'm')] });
		assert.deepEqual([text, store.isSaved], [version('mi', 2), false]);
		assert.deepEqual(saved.slice(2), [
			['two', other],
			['one', text],
		]);
		store.markSaved('one', version('mi', 2), 'mine');
		store.show('two');
		store.show('one');
		assert.deepEqual(state(), { ...kept, text: null, isSaved: true });
	});

	for (const [what, end] of [
		['sent', (store: DraftStore<DraftBody>) => store.beginSending(version('mine', 1))],
		[
			'discarded',
			(store: DraftStore<DraftBody>) => store.replace(null, { kind: 'discarded', text: version('mine', 1) }),
		],
	] as const)
		it(`is empty if it was ${what} before the user left the page and returned`, () => {
			const { store } = open();
			store.change(version('mine', 1));
			end(store);
			store.show('two');
			store.show('one');
			assert.equal(store.start('one', nothing).text, null);
		});

	it('can be replaced without being saved, and the removed one restored until the user types', () => {
		const { store, saved } = open();
		store.start('one', nothing);
		store.replace(null, { kind: 'discarded', text: mine });
		assert.deepEqual([store.isSaved, store.removed?.text, saved], [true, mine, []]);
		store.change(pageText({ text: 'x' }));
		assert.equal(store.removed, null);
	});

	it('is kept while the host is asked to send it', () => {
		const { store, state } = open();
		store.start('one', nothing);
		store.replace(fromHost(theirs(1)));
		store.beginSending(mine);
		assert.deepEqual(state(), { ...kept, text: null, isSaved: true, unacknowledged: [mine] });
		store.acknowledge(mine.id, mine.revision);
		assert.deepEqual(state(), { ...kept, text: null, isSaved: true });
	});
});

describe('A page that is reloaded', () => {
	it('saves what the host never received, although another window has a higher revision', () => {
		const theirs = hostText({ text: 'another text' }, 9, { id: 'mine', writer: 'other window' });
		const { store, saved } = open(kept);
		store.start('one', { ...nothing, editing: [theirs] });
		assert.deepEqual(saved, [['one', mine]]);
	});

	it('twice has both what it was sending and what it was writing, if the host never answers', () => {
		const sending = pageText({ text: 'being sent' }, 2, 'sent');
		const first = open({ ...kept, unacknowledged: [sending] });
		first.store.start('one', nothing);
		// The host is killed before it has read the messages.
		const second = open(first.state());
		second.store.start('one', nothing);
		assert.deepEqual(
			second.saved.map(([, { body }]) => body.text),
			['being sent', 'mine'],
		);
	});

	it('has the text that it saved as the successor of a sent one until the host has it', () => {
		const { store, state } = open({ ...kept, isSaved: true });
		store.start('one', {
			editing: [hostText({ text: 'mine' }, 3, { id: 'mine', writer: 'page' })],
			past: [],
		});
		store.change(pageText({ text: 'mine, more' }, 4, 'mine'));
		// A version that the user wrote before is acknowledged under another id; the newer one is still on its way.
		store.change(pageText({ text: 'mine, more!' }, 5, 'mine'));
		store.markSaved('one', pageText({ text: 'mine, more' }, 4, 'mine'), 'successor');
		store.markSaved('one', pageText({ text: 'mine, more!' }, 5, 'mine'), 'successor');
		assert.match(JSON.stringify(state()), /"isSaved":true/);
	});
});
