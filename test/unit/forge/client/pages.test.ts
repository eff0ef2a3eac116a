import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import '../../../../src/forge/contract/bounds.ts';
import { listAll, type Page, pages } from '../../../../src/forge/client/pages.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { Paging } from '../../../../src/forge/contract/row.ts';
import { mine } from '../../../kit/forge/mine.ts';
import { answer, stage, ticket } from '../server.ts';

const Row = v.object({ id: v.union([v.number(), v.string()]) });
const Named = v.object({ name: v.string() });

const numbers = (from: number, to: number) =>
	Array.from({ length: from - to + 1 }, (_, index) => ({ id: from - index }));

/** Iterates over a list in pages. Also returns the start of each request and the reported problems. */
function iterate(
	paging: Paging,
	answerTo: (start: string | undefined) => unknown,
	shape: v.GenericSchema = Row,
) {
	const starts: (string | undefined)[] = [];
	const dropped: string[] = [];
	const list = pages(
		{ shape, paging },
		async ({ start }) => {
			starts.push(start);
			assert(starts.length < 100, 'The walk does not end.');
			return answerTo(start);
		},
		(sentence) => dropped.push(sentence),
	);
	return { list, starts, dropped };
}

describe('a paged list', () => {
	it('yields each page as it arrives, with its new rows and the total', async () => {
		const { list } = iterate('next', (start) =>
			start === undefined
				? { next: 50, results: numbers(100, 50), total: 100 }
				: { next: null, results: numbers(50, 1), total: 100 },
		);
		const seen: Page<unknown>[] = [];
		for await (const page of list) seen.push(page);
		assert.deepEqual(seen, [
			{ rows: numbers(100, 50), total: 100, isLast: false },
			{ rows: numbers(49, 1), total: 100, isLast: true },
		]);
	});

	it('requests no more pages once the caller stops iterating', async () => {
		const { list, starts } = iterate('next', () => ({ next: '50', results: numbers(100, 51) }));
		assert.equal(starts.length, 0);
		for await (const page of list) {
			assert.equal(page.rows.length, 50);
			break;
		}
		await new Promise((resolve) => setImmediate(resolve));
		assert.equal(starts.length, 1);
	});

	it('can be iterated again from the start', async () => {
		const { list } = iterate('next', () => ({ next: null, results: numbers(3, 1) }));
		assert.deepEqual(await listAll(list), numbers(3, 1));
		assert.deepEqual(await listAll(list), numbers(3, 1));
	});

	it('of tickets continues below the last ticket, whatever `next` says, and does not loop', async () => {
		const page = (from: number) => ({
			next: from > 50 ? '80' : null,
			results: numbers(from, Math.max(1, from - 49)),
			total: 120,
			results_per_page: 50,
		});
		const { list, starts } = iterate('ticket', (start) => page(start === undefined ? 120 : Number(start)));
		assert.deepEqual(await listAll(list), numbers(120, 1));
		assert.deepEqual(starts, [undefined, '70', '20']);
	});

	it('of tickets ends at ticket 1', async () => {
		const { list, starts } = iterate('ticket', () => ({ next: '7', results: numbers(3, 1) }));
		await listAll(list);
		assert.equal(starts.length, 1);
	});

	it('of commits has only the newest ones, which one request reads', async () => {
		const { list, starts } = iterate('newest', () => ({
			next: null,
			results: [{ id: 'b' }, { id: 'a' }],
			total: -1,
			results_per_page: 2,
		}));
		for await (const { rows, total } of list)
			assert.deepEqual([rows, total], [[{ id: 'b' }, { id: 'a' }], undefined]);
		assert.equal(starts.length, 1);
	});

	it('that comes whole needs one request', async () => {
		const { list, starts } = iterate(
			'whole',
			() => ({ next: '1', results: [{ name: 'a' }, { name: 'b' }] }),
			Named,
		);
		assert.deepEqual(await listAll(list), [{ name: 'a' }, { name: 'b' }]);
		assert.equal(starts.length, 1);
	});

	it('of an unknown number of rows may end with a page that contains nothing new', async () => {
		const { list, dropped } = iterate('next', () => ({
			next: '50',
			results: numbers(100, 51),
			total: Number.POSITIVE_INFINITY,
		}));
		assert.equal((await listAll(list)).length, 50);
		assert.deepEqual(dropped, []);
	});

	it('ends when a page contains only junk', async () => {
		const { list, starts, dropped } = iterate('next', (start) => ({
			next: `${start}x`,
			results: start === undefined ? numbers(2, 1) : [{ id: {} }, null, [[]], 7],
		}));
		assert.equal((await listAll(list)).length, 2);
		assert.equal(starts.length, 2);
		assert.deepEqual(dropped, []);
	});

	it('distinguishes rows by name if they have no id', async () => {
		const { list } = iterate(
			'next',
			() => [{ id: null, name: 'a' }, { id: null, name: 'b' }, { name: 'a' }],
			Named,
		);
		assert.deepEqual(await listAll(list), [{ name: 'a' }, { name: 'b' }]);
	});

	it('omits each unreadable row, reports it once and keeps the rest', async () => {
		const { list, dropped } = iterate('next', () => [
			{ id: 3 },
			{ name: 'x' },
			{ name: 'y' },
			null,
			{ id: 1 },
		]);
		assert.deepEqual(await listAll(list), [{ id: 3 }, { id: 1 }]);
		assert.equal(dropped.length, 2);
		assert.match(dropped[0] ?? '', /^An element of a list was left out \(id: .*\)\.$/);
	});

	it('does not count its rows once it has omitted one, which is not gone', async () => {
		const { list } = iterate('next', (start) =>
			start === undefined
				? { next: '3', results: [{ id: 5 }, { id: {} }], total: 4 }
				: { next: null, results: numbers(3, 2), total: 4 },
		);
		const totals: (number | undefined)[] = [];
		for await (const { total } of list) totals.push(total);
		assert.deepEqual(totals, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
	});

	for (const paging of ['next', 'ticket'] as const) {
		it(`continues after an unreadable row at the end of a page (paging: ${paging})`, async () => {
			const { list } = iterate(paging, (start) =>
				start === undefined
					? { next: '49', results: [...numbers(100, 50), { id: {} }], total: 100 }
					: { next: null, results: numbers(49, 1), total: 100 },
			);
			assert.deepEqual(await listAll(list), numbers(100, 1));
		});
	}

	it('supports a page of 200,000 rows, and refuses a longer one', async () => {
		const { list } = iterate('whole', () => numbers(200_000, 1));
		assert.equal((await listAll(list)).length, 200_000);
		const longer = listAll(iterate('whole', () => numbers(200_001, 1)).list);
		await assert.rejects(longer, { kind: 'surprise', message: /a list with more than 200,000 elements/ });
	});

	it('reports when a list cannot be read to its end', async () => {
		const { list, dropped } = iterate('next', () => ({ next: '50', results: numbers(100, 51), total: 100 }));
		assert.deepEqual(await listAll(list), numbers(100, 51));
		assert.deepEqual(dropped, ['Only 50 of the 100 elements of a list could be read.']);
	});

	it('yields one empty page for an empty list', async () => {
		const { list } = iterate('next', () => ({ next: null, results: [], total: 0 }));
		const seen: Page<unknown>[] = [];
		for await (const page of list) seen.push(page);
		assert.deepEqual(seen, [{ rows: [], total: 0, isLast: true }]);
	});

	for (const [what, junk] of [
		['null', null],
		['a string', 'results'],
		['another object', { rows: [] }],
		['results that are not an array', { results: {} }],
	] as const) {
		it(`fails with kind "surprise" for ${what} instead of a page`, async () => {
			const failing = listAll(iterate('next', () => junk).list);
			await assert.rejects(failing, (error) => error instanceof ForgeError && error.kind === 'surprise');
		});
	}

	it('ends without duplicate rows, whatever pages arrive in whatever order', async () => {
		const row = fc.oneof(
			{ weight: 6, arbitrary: fc.record({ id: fc.integer({ min: 1, max: 30 }) }) },
			{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
		);
		const page = fc.record(
			{
				next: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 40 }), fc.string({ maxLength: 2 })),
				results: fc.array(row, { maxLength: 6 }),
				total: fc.oneof(fc.integer(), fc.constant(null)),
				results_per_page: fc.oneof(fc.integer({ min: -1, max: 6 }), fc.constant('x')),
			},
			{ requiredKeys: ['results'] },
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.oneof(page, fc.array(row, { maxLength: 6 })), { minLength: 1, maxLength: 8 }),
				fc.constantFrom<Paging>('next', 'ticket', 'newest', 'whole'),
				async (given, paging) => {
					let nth = 0;
					const rows = await listAll(iterate(paging, () => given[nth++ % given.length]).list);
					assert.equal(new Set(rows.map((one) => JSON.stringify(one))).size, rows.length);
				},
			),
			{ numRuns: 300 },
		);
	});
});

describe('a list over HTTP', () => {
	const { serve, clientsOf } = stage();

	for (const count of [1, 2, 9]) {
		it(`fails with kind "surprise" if each page contains ${count} new events forever`, async () => {
			const server = await serve((request, response) => {
				const start = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('start') ?? 3);
				const results = [{ id: 1 }, { id: 2 }, ...numbers(start + count - 1, start)];
				answer(response, 200, { next: String(start + count), results, total: -1, results_per_page: 50 });
			});
			const { trackers } = clientsOf(server.address);
			await assert.rejects(listAll(trackers.events({ tracker: mine('t'), ticket: 1 })), {
				kind: 'surprise',
				message: /a list that does not seem to end/,
			});
			assert(server.asked.length <= 2100, `${server.asked.length} pages`);
		});
	}

	it('sends its search with every page', async () => {
		const server = await serve((_, response, nth) =>
			answer(response, 200, { next: nth ? null : '1', results: [{ id: 2 - nth }] }),
		);
		const { lists } = clientsOf(server.address);
		await listAll(lists.posts({ list: mine('devel') }, { query: { search: 'is:patch from:"a b"' } }));
		assert.deepEqual(
			server.asked.map(({ url }) => new URL(url, 'http://x').searchParams.toString()),
			['search=is%3Apatch+from%3A%22a+b%22', 'search=is%3Apatch+from%3A%22a+b%22&start=1'],
		);
	});

	it('yields the first page and then fails as the second page fails', async () => {
		const server = await serve((_, response, nth) =>
			nth === 0
				? answer(response, 200, { next: '9', results: [ticket(2)] })
				: answer(response, 403, { errors: [{ reason: 'no' }] }),
		);
		const seen: number[] = [];
		await assert.rejects(
			async () => {
				const { trackers } = clientsOf(server.address);
				for await (const { rows } of trackers.tickets({ tracker: mine('t') })) {
					seen.push(...rows.map(({ id }) => id));
				}
			},
			(error) => error instanceof ForgeError && error.kind === 'forbidden',
		);
		assert.deepEqual(seen, [2]);
	});
});
