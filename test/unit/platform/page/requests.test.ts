import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	answerTo,
	fields,
	forAnyPage,
	integer,
	listOf,
	nothing,
	oneOf,
	orNull,
	row,
	text,
} from '../../../../src/platform/page/requests.ts';
import { emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import { ticketRequests } from '../../../../src/tickets/page/protocol.ts';
import { isTicketText } from '../../../../src/tickets/page/ticket-text-rules.ts';

const table = {
	double: row(fields({ n: integer })).giving<number>(),
	fail: row(fields({})),
	anywhere: forAnyPage(row(nothing)),
	unhandled: row(nothing),
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
	anywhere: () => null,
	unhandled: () => null,
};
const ask = (message: unknown) =>
	answerTo({ table, handlers, key: 'k' }, (error) => ({ problem: String(error), remedy: 'again' }), message);

describe('A request of a page', () => {
	beforeEach(() => heard.splice(0));

	it('gets the answer of its handler', async () => {
		const reply = await ask({ name: 'double', id: 'a-1', key: 'k', body: { n: 21 } });
		assert.deepEqual(reply, { id: 'a-1', answer: { ok: 42 } });
		assert.deepEqual(await ask({ name: 'forget', id: 'a-2', key: 'k', body: {} }), {
			id: 'a-2',
			answer: { ok: null },
		});
	});

	it('gets the message of a failure', async () => {
		const reply = await ask({ name: 'fail', id: 'a-3', key: 'k', body: {} });
		assert.deepEqual(reply, { id: 'a-3', answer: { problem: 'Error: no such ticket', remedy: 'again' } });
	});

	for (const name of ['toString', '__proto__', 'constructor', 'nothing of ours', '']) {
		it(`is refused if the table has no ${JSON.stringify(name)}`, async () => {
			const reply = await ask({ name, id: 'a', key: 'k', body: {} });
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
			assert.match(JSON.stringify(await ask({ name: 'double', id: 'a', key: 'k', body })), /"problem"/);
			assert.deepEqual(heard, []);
		});
	}

	it('of another page is refused, unless it is for any page', async () => {
		const of = (name: string) => ask({ name, id: 'a', key: 'other', body: {} });
		assert.match(JSON.stringify(await of('forget')), /the page now shows something else/);
		assert.deepEqual(await of('anywhere'), { id: 'a', answer: { ok: null } });
	});

	it('is refused if the host does not handle it', async () => {
		const partial = { ...handlers };
		Reflect.deleteProperty(partial, 'unhandled');
		const reply = await answerTo(
			{ table, handlers: partial, key: 'k' },
			(error) => ({ problem: String(error) }),
			{ name: 'unhandled', id: 'a', key: 'k', body: {} },
		);
		assert.match(JSON.stringify(reply), /unknown request/);
	});

	for (const [field, length] of [
		['name', 64],
		['id', 64],
		['key', 8192],
	] as const) {
		it(`gets no answer if its ${field} is longer than ${length} characters`, async () => {
			const of = (count: number) =>
				ask({ name: 'forget', id: 'a', key: 'k', body: {}, [field]: 'x'.repeat(count) });
			assert.notEqual(await of(length), undefined);
			assert.equal(await of(length + 1), undefined);
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
	it('is a text only with exactly its fields', () => {
		const text = { id: 'one', revision: 1, base: null, writer: 'page', body: emptyBody };
		assert.equal(isTicketText(text), true);
		for (const part of [{ id: 1 }, { revision: '1' }, { revision: 1.5 }, { writer: undefined }, { more: 1 }])
			assert.equal(isTicketText({ ...text, ...part }), false, JSON.stringify(part));
		for (const part of [
			{ text: 1 },
			{ addLabels: [1] },
			{ addLabels: 'bug' },
			{ status: undefined },
			{ more: 1 },
		])
			assert.equal(isTicketText({ ...text, body: { ...emptyBody, ...part } }), false, JSON.stringify(part));
	});

	it('has a limited length', () => {
		assert.deepEqual([text(3)('abc'), text(3)('abcd')], [true, false]);
		assert.deepEqual([text()('a'.repeat(1024)), text()('a'.repeat(1025))], [true, false]);
		const two = listOf(text(), 2);
		assert.deepEqual([two(['a', 'b']), two(['a', 'b', 'c']), two(['a', 1])], [true, false, false]);
		const usual = listOf(integer);
		assert.deepEqual([usual(Array(200).fill(1)), usual(Array(201).fill(1))], [true, false]);
		assert.deepEqual([orNull(integer)(null), orNull(integer)(1), orNull(integer)('1')], [true, true, false]);
		assert.equal(oneOf('a', 'b')('c'), false);
	});

	it('never passes the check of a request unless it is an object', () => {
		fc.assert(
			fc.property(fc.constantFrom(...Object.values(ticketRequests)), fc.anything(), ({ body }, value) => {
				const passes = body(value);
				assert.ok(!passes || (typeof value === 'object' && value !== null));
			}),
		);
	});
});
