import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Draft, StoredDraft } from '../../../media/kit/text-box/draft.ts';
import { Drafts } from '../../../media/kit/text-box/drafts.ts';
import {
	type HostText,
	isOnlyPlace,
	type PageText,
	type PastText,
	type TextRules,
} from '../../../src/platform/page/page-text.ts';
import type { RequestAnswer } from '../../../src/platform/page/requests.ts';
import { text } from '../../../src/platform/page/requests.ts';
import { settle, stopTheClock } from '../../kit/window/clock.ts';

const rules: TextRules<string, null> = {
	isBody: text(),
	isPlace: isOnlyPlace,
	empty: '',
	isBlank: (body) => body.trim() === '',
	isSame: (one, other) => one === other,
};

type Stored = StoredDraft<string, null>;
type Asked = readonly [what: string, ...details: unknown[]];

const ok = (saved = '08:12') => ({ ok: { id: 'mine', saved } });
const fullDisk = { problem: 'The disk is full.' };

/** A load of a page, for which VS Code has kept `stored`. The host answers each request when the test says so. */
function load(stored: readonly unknown[] = []) {
	const asked: Asked[] = [];
	const answers: ((answer: RequestAnswer<never>) => void)[] = [];
	const changed: Draft<string, null>[] = [];
	let kept: readonly Stored[] = [];
	const ask = <T>(...request: Asked) => {
		asked.push(request);
		return new Promise<RequestAnswer<T>>((resolve) => answers.push(resolve as never));
	};
	const drafts = new Drafts<string, null>({
		rules,
		requests: {
			save: (page, _, { body, revision, base }) => ask('save', page, body, revision, base),
			discard: (id) => ask('discard', id),
			restore: (id) => ask('restore', id),
		},
		stored,
		store: (all) => {
			kept = all;
		},
		changed: (draft) => changed.push(draft),
	});
	const receive = (
		editing: readonly HostText<string>[] = [],
		past: readonly PastText[] = [],
		page = 'page',
	) => drafts.receive(page, { editing, past });
	/** Answers the request that was made as the nth one. */
	const answer = async (nth: number, with_: object) => {
		answers[nth]?.(with_ as RequestAnswer<never>);
		await settle();
	};
	const shown = () => drafts.shown.map(({ id, body, state }) => `${id}: ${body} (${state})`);
	return { drafts, asked, changed, receive, answer, shown, kept: () => kept };
}

/** A text that the host has. */
const theirs = (body: string, revision = 1, writer = 'other', id = 'mine'): HostText<string> => ({
	...{ id, revision, writer, body, saved: '08:00', at: null },
});
const past = (state: PastText['state'], revision = 1, writer = 'other'): PastText => ({
	...{ id: 'mine', revision, writer, state },
});
/** What VS Code has kept of an open draft. */
const stored = (
	body: string,
	more: Partial<Stored> = {},
	version: Partial<PageText<string>> = {},
): Stored => ({
	...{ page: 'page', at: null, isOpen: true, isSaved: false, removed: null, selection: null },
	text: { id: 'mine', revision: 3, writer: 'earlier load', base: null, body, ...version },
	...more,
});

/** A page on which the user has opened the text that the host has. */
function openTheirs(body = 'theirs') {
	const page = load();
	page.receive([theirs(body)]);
	const [draft = assert.fail()] = page.drafts.shown;
	page.drafts.open(draft);
	return { ...page, draft };
}

describe('A letter that the user writes', () => {
	stopTheClock();

	it('is with the host and in the state of the page at once, based on the version that they saw', async () => {
		const { drafts, draft, asked, answer, kept } = openTheirs();
		for (const body of ['theirs!', 'theirs!!']) drafts.change(draft, body);
		const base = { revision: 1, writer: 'other' };
		assert.deepEqual(asked, [
			['save', 'page', 'theirs!', 2, base],
			['save', 'page', 'theirs!!', 3, base],
		]);
		assert.deepEqual(
			kept().map(({ isSaved, text: { body } }) => [isSaved, body]),
			[[false, 'theirs!!']],
		);
		await answer(0, ok());
		assert.equal(draft.isSaved, false);
		await answer(1, ok('08:13'));
		assert.deepEqual([draft.isSaved, draft.saved, kept()[0]?.isSaved], [true, '08:13', true]);
	});

	it('is said to be saved late only if it is the last one', async () => {
		const { drafts, draft, answer } = openTheirs();
		drafts.change(draft, 'a');
		mock.timers.tick(300);
		drafts.change(draft, 'ab');
		mock.timers.tick(300);
		assert.equal(draft.isSaving, false);
		mock.timers.tick(100);
		assert.equal(draft.isSaving, true);
		await answer(1, ok());
		assert.equal(draft.isSaving, false);
	});

	it('is sent again until the host has it, for its page, also when the panel shows another one', async () => {
		const { drafts, draft, asked, answer, receive, kept } = openTheirs();
		drafts.change(draft, 'a');
		await answer(0, fullDisk);
		assert.equal(draft.problem, fullDisk.problem);
		receive([], [], 'another');
		for (const nth of [1, 2]) {
			mock.timers.tick(2000);
			assert.deepEqual(asked.at(-1), asked[0]);
			await answer(nth, nth === 1 ? fullDisk : ok());
		}
		mock.timers.tick(10_000);
		assert.deepEqual([asked.length, draft.problem, draft.isSaved], [3, '', true]);
		assert.equal(kept().length, 1, 'it is open when the panel shows its page again');
	});

	it('is not sent again after later ones, or while it is discarded', async () => {
		const { drafts, draft, asked, answer } = openTheirs();
		const whats = () => asked.map(([what]) => what).join(' ');
		drafts.change(draft, 'a');
		drafts.change(draft, 'ab');
		await answer(1, ok());
		await answer(0, fullDisk);
		assert.deepEqual([draft.isSaved, draft.problem], [true, '']);
		drafts.change(draft, 'abc');
		await answer(2, fullDisk);
		drafts.change(draft, 'abcd');
		await answer(3, ok());
		mock.timers.tick(10_000);
		drafts.change(draft, 'abcde');
		await answer(4, fullDisk);
		background(drafts.discard(draft));
		mock.timers.tick(10_000);
		assert.equal(whats(), 'save save save save save discard');
		await answer(5, fullDisk);
		mock.timers.tick(2000);
		assert.equal(whats(), 'save save save save save discard save');
		background(drafts.discard(draft));
		await answer(7, ok());
		background(drafts.restore(draft));
		await answer(8, ok());
		assert.equal(whats(), 'save save save save save discard save discard restore save');
	});

	it('is in a text with another id if that was sent meanwhile, also before the answer says so', async () => {
		const { drafts, draft, answer, receive, shown } = openTheirs();
		drafts.change(draft, 'theirs!');
		const { writer } = draft;
		receive([theirs('theirs!', 2, writer, 'next')], [past('sent')]);
		await answer(0, { ok: { id: 'next', saved: '08:12' } });
		assert.deepEqual(shown(), ['next: theirs! (open)']);
	});
});

describe('A page that is loaded again', () => {
	/** What VS Code has kept, by default a draft, what the host has, and what the page shows and saves then. */
	interface Load {
		readonly kept?: readonly unknown[];
		readonly editing?: readonly HostText<string>[];
		readonly past?: readonly PastText[];
		readonly shown?: readonly string[];
		readonly saved?: readonly string[];
	}
	const own: Load = { shown: ['mine: mine (open)'], saved: ['mine'] };
	const later = theirs('mine, and more', 5, 'earlier load');
	const cases: Readonly<Record<string, Load>> = {
		'has what the host never received': own,
		'has it beside other texts': {
			...own,
			editing: [theirs('a', 1, 'x', 'a')],
			shown: ['mine: mine (open)', 'a: a (closed)'],
		},
		'has what the host has an older version of': { ...own, editing: [theirs('min', 2, 'earlier load')] },
		'has what another window has written on meanwhile': { ...own, editing: [theirs('theirs', 9)] },
		'has the later version of the host': { editing: [later], shown: ['mine: mine, and more (open)'] },
		'has the same text as another window': { editing: [theirs('mine', 9)], shown: ['mine: mine (open)'] },
		'has what the host has if it was saved': {
			kept: [stored('mine', { isSaved: true })],
			editing: [theirs('theirs', 9)],
			shown: ['mine: theirs (open)'],
		},
		'lacks what was sent since': { past: [past('sent', 3, 'earlier load')] },
		'has what was written after a version that was sent': {
			...own,
			past: [past('sent', 2, 'earlier load')],
		},
		'can restore what was discarded elsewhere': {
			past: [past('discarded', 3, 'earlier load')],
			shown: ['mine: mine (removed-elsewhere)'],
		},
		'can restore what is gone': {
			kept: [stored('mine', { isSaved: true })],
			shown: ['mine: mine (removed-elsewhere)'],
		},
		'can restore what was discarded on it': {
			kept: [stored('mine', { isOpen: false, removed: 'discarded' })],
			shown: ['mine: mine (discarded)'],
		},
		'has what it asked the host to send, and what was begun then': {
			kept: [stored('sent', { isOpen: false }), stored('next', {}, { id: 'next' })],
			shown: ['mine: sent (closed)', 'next: next (open)'],
			saved: ['sent', 'next'],
		},
		'lacks what was emptied': {
			kept: [stored('')],
			editing: [theirs('mine', 2, 'earlier load')],
			shown: ['mine:  (open)'],
			saved: [''],
		},
		'has what another window has written since it was emptied': {
			kept: [stored('')],
			editing: [theirs('theirs', 2)],
			shown: ['mine: theirs (open)'],
		},
		'lacks what was emptied and is gone': { kept: [stored('')] },
		'saves what was written on another page': {
			kept: [stored('mine', { page: 'another' })],
			saved: ['mine'],
		},
		'ignores what is no draft': {
			kept: ['x', { ...stored('a'), at: 1 }, { ...stored('a'), text: { id: 1 } }],
		},
	};
	for (const [
		what,
		{ kept = [stored('mine')], editing, past: gone, shown = [], saved = [] },
	] of Object.entries(cases))
		it(what, () => {
			const page = load(kept);
			page.receive(editing, gone);
			assert.deepEqual(page.shown(), shown);
			assert.deepEqual(
				page.asked.map(([, , body]) => body),
				saved,
			);
		});

	it('keeps what was never saved once more, and writes on as another writer', async () => {
		const { drafts, receive, asked, kept } = load([stored('mine', { selection: [1, 2] })]);
		receive();
		assert.deepEqual([kept()[0]?.isSaved, kept()[0]?.selection], [false, [1, 2]]);
		const [draft = assert.fail()] = drafts.shown;
		drafts.change(draft, 'mine!');
		assert.deepEqual(asked.at(-1), ['save', 'page', 'mine!', 4, { revision: 3, writer: 'earlier load' }]);
	});

	it('keeps an open box until the host knows which texts there are', () => {
		const { drafts, shown } = load([stored('mine', { isSaved: true })]);
		drafts.receive('page', { editing: [], past: [] }, false);
		assert.deepEqual(shown(), ['mine: mine (open)']);
	});
});

describe('A text that changes elsewhere', () => {
	it('is shown so, unless the user has written or emptied it and the host does not have that', () => {
		const { drafts, draft, receive, shown } = openTheirs();
		receive([theirs('theirs, too', 2)]);
		assert.deepEqual(shown(), ['mine: theirs, too (open)']);
		for (const body of ['ours', '']) {
			drafts.change(draft, body);
			receive([theirs('others', 9)]);
			assert.deepEqual(shown(), [`mine: ${body} (open)`]);
		}
	});

	it('leaves a box open in which nothing is written yet', () => {
		const { drafts, receive } = openTheirs();
		const begun = drafts.begin(null);
		receive();
		assert.equal(begun.state, 'open');
		assert.ok(drafts.has(begun));
	});

	it('stays as the user sees it if the host has kept that beside the other version, and says so', async () => {
		const { drafts, draft, answer, receive, shown } = openTheirs();
		drafts.change(draft, 'ours');
		await answer(0, ok());
		const { revision, writer } = draft;
		receive([theirs('others', 9), theirs('ours', revision, writer, 'copy')]);
		assert.deepEqual(shown(), ['copy: ours (open)', 'mine: others (closed)']);
		assert.match(draft.refusal, /Both versions are kept/);
		drafts.change(draft, 'ours!');
		assert.equal(draft.refusal, '');
	});

	for (const [what, editing, gone, state, expected] of [
		['can be restored if it is gone', [], [], 'open', ['mine: theirs (removed-elsewhere)']],
		[
			'can be restored if it was discarded',
			[],
			[past('discarded')],
			'open',
			['mine: theirs (removed-elsewhere)'],
		],
		['is gone if it was sent', [], [past('sent')], 'open', []],
		['is gone if it is on its way', [], [past('sending')], 'open', []],
		['is gone if the user does not write it', [], [], 'closed', []],
	] as const)
		it(what, () => {
			const { drafts, draft, receive, shown } = openTheirs();
			if (state === 'closed') drafts.close(draft);
			receive(editing, gone);
			assert.deepEqual(shown(), expected);
		});

	it('is there again when it was restored elsewhere', () => {
		const { receive, shown } = openTheirs();
		receive();
		receive([theirs('theirs')]);
		assert.deepEqual(shown(), ['mine: theirs (closed)']);
	});
});

describe('A text that the user discards', () => {
	it('is gone at once, also from snapshots that the host made before, and can be restored', async () => {
		const { drafts, draft, asked, answer, receive, shown, kept } = openTheirs();
		background(drafts.discard(draft));
		for (const page of ['page', 'another', 'page']) receive([theirs('theirs')], [], page);
		assert.deepEqual(shown(), ['mine: theirs (discarded)']);
		await answer(0, ok());
		receive([], [past('discarded')]);
		assert.deepEqual(shown(), ['mine: theirs (discarded)']);
		assert.equal(kept()[0]?.removed, 'discarded');
		for (const _ of ['a click', 'a second one']) background(drafts.restore(draft));
		receive([], [past('discarded')]);
		await answer(1, ok());
		assert.deepEqual(asked, [
			['discard', 'mine'],
			['restore', 'mine'],
		]);
		assert.deepEqual(shown(), ['mine: theirs (closed)']);
	});

	it('is there again, with the reason, if the host cannot discard it', async () => {
		const { drafts, draft, answer, shown } = openTheirs();
		background(drafts.discard(draft));
		await answer(0, fullDisk);
		assert.deepEqual(shown(), ['mine: theirs (open)']);
		assert.equal(draft.refusal, 'The draft was not discarded. The disk is full.');
	});

	it('is saved again if the host has nothing to restore', async () => {
		const { drafts, draft, asked, answer } = openTheirs();
		background(drafts.discard(draft));
		await answer(0, ok());
		background(drafts.restore(draft));
		await answer(1, { problem: 'Nothing is left.' });
		assert.deepEqual(asked.at(-1)?.slice(0, 4), ['save', 'page', 'theirs', 2]);
	});

	it('is restored as the host has it if only that has it', async () => {
		const { drafts, receive, answer, shown } = load();
		receive();
		for (const result of [ok(), fullDisk]) {
			drafts.addDiscarded('mine', null);
			const restoring = drafts.restore(drafts.of('mine') ?? assert.fail());
			if ('ok' in result) receive([theirs('theirs')]);
			await answer('ok' in result ? 0 : 1, result);
			assert.deepEqual([await restoring, shown()], [result, 'ok' in result ? ['mine: theirs (closed)'] : []]);
		}
	});

	it('is forgotten when the user writes on, or when the panel shows another page', async () => {
		for (const leave of ['write', 'leave']) {
			const { drafts, draft, answer, receive, changed } = openTheirs();
			background(drafts.discard(draft));
			drafts.forgetRemoved();
			assert.ok(drafts.has(draft), 'the host has not answered yet');
			await answer(0, ok());
			if (leave === 'write') drafts.forgetRemoved();
			else receive([], [], 'another');
			assert.equal(drafts.has(draft), false);
			if (leave === 'write') assert.equal(changed.at(-1), draft);
		}
	});
});

describe('A text that the user sends', () => {
	function send() {
		const page = openTheirs();
		const sent: PageText<string>[] = [];
		const answered = Promise.withResolvers<RequestAnswer<unknown>>();
		const sending = page.drafts.send(page.draft, (one) => {
			sent.push(one);
			return answered.promise;
		});
		return { ...page, sent, sending, answer: answered.resolve };
	}

	it('is kept until the host has it on its way', async () => {
		const { kept, sent, sending, answer, receive, shown } = send();
		assert.deepEqual(sent, [
			{ ...stored('theirs').text, revision: 1, writer: 'other', base: { revision: 1, writer: 'other' } },
		]);
		receive([theirs('theirs')]);
		assert.deepEqual(shown(), ['mine: theirs (sending)']);
		assert.deepEqual([kept()[0]?.isSaved, kept()[0]?.isOpen], [false, false]);
		answer({ ok: null });
		await sending;
		assert.deepEqual([shown(), kept()], [[], []]);
	});

	it('is a draft again, and is saved, if the host refuses it, also when the panel shows another page', async () => {
		for (const page of ['page', 'another']) {
			const { sending, answer, receive, asked, drafts } = send();
			receive([], [], page);
			answer(fullDisk);
			assert.deepEqual(await sending, fullDisk);
			assert.deepEqual(asked, [['save', 'page', 'theirs', 1, { revision: 1, writer: 'other' }]]);
			assert.equal(drafts.of('mine')?.state, 'closed');
		}
	});
});

/** The tests await what they need. */
function background(work: Promise<unknown>): void {
	work.catch(assert.ifError);
}
