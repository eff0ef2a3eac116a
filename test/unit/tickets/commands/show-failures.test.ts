import assert from 'node:assert/strict';
import type { FailureSummary } from '../../../../src/tickets/commands/bulk-failures.ts';
import type { Leftovers } from '../../../../src/tickets/commands/send-reports.ts';
import { answerWith, enter, passTurns, takeCalls } from '../../editor.ts';
import { entryOf, refused } from '../state/entries.ts';

const { showUnsent } = await import('../../../../src/tickets/commands/show-failures.ts');

const one: FailureSummary = {
	text: 'It failed.',
	sentences: ['#1 is locked.'],
	title: 'T',
	retryable: [],
} as never;
const two: FailureSummary = { ...one, sentences: ['#1 is locked.', '#2 is $(bug)gy.'] };
const [first, second] = [1, 2].map((ticket) => entryOf({ ticket, state: refused() }));
const conflict = entryOf({ ticket: 3, state: { kind: 'conflict', theirs: 'Pending' } });
const keyOf = (ticket: number) => entryOf({ ticket }).key;

async function show(summary: FailureSummary, left: Partial<Leftovers>, button = '') {
	const done: string[] = [];
	answerWith(enter(button));
	showUnsent({
		outbox: {
			sendNow: async (...ids) => void done.push(`send ${ids}`),
			discard: async (id) => void done.push(`discard ${id}`),
		},
		open: ({ ticket }) => done.push(`open ${ticket}`),
	})(summary, { unsent: [], drafts: [], ...left });
	await passTurns();
	return { done, said: takeCalls() };
}

describe('Changes that were not made', () => {
	const unsent = [first, second].filter((entry) => entry !== undefined);
	const said: readonly [what: string, summary: FailureSummary, left: Partial<Leftovers>, said: string][] = [
		['have a reason', one, {}, 'warning: It failed.'],
		['have a list of reasons if there are several', two, {}, 'warning: It failed.: Show All'],
		['can be sent again', one, { unsent }, 'warning: It failed.: Send Again | Discard'],
		[
			'can be made in spite of a conflict',
			one,
			{ unsent: [...unsent, conflict] },
			'warning: It failed.: Use Mine | Discard',
		],
		[
			'keep a comment',
			one,
			{ drafts: [keyOf(1)] },
			'warning: It failed. Your comment is kept as a draft.: Show Draft',
		],
		[
			'keep comments',
			two,
			{ drafts: [keyOf(1), keyOf(2)] },
			'warning: It failed. Your comments are kept as drafts.: Show All',
		],
	];
	for (const [what, summary, left, words] of said) {
		it(what, async () => assert.deepEqual(await show(summary, left), { done: [], said: [words] }));
	}

	const buttons: readonly [button: string, done: readonly string[]][] = [
		['Send Again', ['send entry 1,entry 2']],
		['Discard', ['discard entry 1', 'discard entry 2']],
		['Show Draft', ['open 1']],
	];
	for (const [button, done] of buttons) {
		it(`are handled by the button "${button}"`, async () => {
			assert.deepEqual((await show(one, { unsent, drafts: [keyOf(1)] }, button)).done, done);
		});
	}

	it('are listed by the button "Show All"', async () => {
		assert.deepEqual((await show(two, {}, 'Show All')).said.slice(1), [
			'pick: T: #1 is locked. | #2 is \\$(bug)gy.',
		]);
	});
});
