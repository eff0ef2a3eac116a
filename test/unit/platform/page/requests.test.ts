import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	answerTo,
	fields,
	listOf,
	moment,
	oneOf,
	row,
	text,
} from '../../../../src/platform/page/requests.ts';
import { emptyDraft, isShownDraft } from '../../../../src/tickets/page/draft.ts';
import { ticketAsks } from '../../../../src/tickets/page/protocol.ts';

const table = {
	double: row(fields({ n: moment })).giving<number>(),
	fail: row(fields({})),
	forget: row(fields({})),
};
const heard: unknown[] = [];
const handlers = {
	double: async ({ n }: { readonly n: number }) => {
		heard.push(n);
		return n * 2;
	},
	fail: () => {
		throw new Error('no such ticket');
	},
	forget: () => null,
};
const ask = (message: unknown) =>
	answerTo(
		{
			table,
			handlers,
			shownKey: 'k',
			describeError: (error) => ({ problem: String(error), remedy: 'again' }),
		},
		message,
	);

describe('A request of a page', () => {
	beforeEach(() => heard.splice(0));

	it('gets the answer of its handler', async () => {
		const reply = await ask({ ask: 'double', id: 'a-1', about: 'k', body: { n: 21 } });
		assert.deepEqual(reply, { id: 'a-1', answer: { ok: 42 } });
		assert.deepEqual(await ask({ ask: 'forget', id: 'a-2', about: 'k', body: {} }), {
			id: 'a-2',
			answer: { ok: null },
		});
	});

	it('gets the message of a failure', async () => {
		const reply = await ask({ ask: 'fail', id: 'a-3', about: 'k', body: {} });
		assert.deepEqual(reply, { id: 'a-3', answer: { problem: 'Error: no such ticket', remedy: 'again' } });
	});

	for (const name of ['toString', '__proto__', 'constructor', 'nothing of ours', '']) {
		it(`is refused if the table has no ${JSON.stringify(name)}`, async () => {
			const reply = await ask({ ask: name, id: 'a', about: 'k', body: {} });
			assert.match(JSON.stringify(reply), /"problem":".*unknown/);
		});
	}

	for (const [what, body] of [
		['null', null],
		['no value', {}],
		['a string instead of a number', { n: '1' }],
		['a number that is not finite', { n: Number.NaN }],
		['an extra value', { n: 1, more: 1 }],
		['an array', [1]],
		['an inherited value', Object.create({ n: 1 })],
	] as const) {
		it(`with ${what} is refused before its handler runs`, async () => {
			assert.match(JSON.stringify(await ask({ ask: 'double', id: 'a', about: 'k', body })), /"problem"/);
			assert.deepEqual(heard, []);
		});
	}

	it('gets no answer if the message is not a request', async () => {
		await fc.assert(
			fc.asyncProperty(fc.anything(), async (message) => {
				assert.equal(await ask(message), undefined);
			}),
			{ numRuns: 200 },
		);
	});
});

describe('Data from a page', () => {
	it('is a draft only with exactly its fields', () => {
		assert.equal(isShownDraft(emptyDraft(1)), true);
		const wrong = [
			{ text: 1 },
			{ saved: '1' },
			{ addLabels: [1] },
			{ addLabels: 'bug' },
			{ status: undefined },
			{ more: 1 },
		];
		for (const part of wrong)
			assert.equal(isShownDraft({ ...emptyDraft(1), ...part }), false, JSON.stringify(part));
	});

	it('has a limited length', () => {
		assert.equal(text(3)('abcd'), false);
		assert.equal(listOf(text(), 2)(['a', 'b', 'c']), false);
		assert.equal(oneOf('a', 'b')('c'), false);
	});

	it('never passes the check of a request unless it is an object', () => {
		fc.assert(
			fc.property(fc.constantFrom(...Object.values(ticketAsks)), fc.anything(), ({ body }, value) => {
				const passes = body(value);
				assert.ok(!passes || (typeof value === 'object' && value !== null));
			}),
		);
	});
});
