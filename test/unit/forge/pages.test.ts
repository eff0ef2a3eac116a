import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { ForgeError } from '../../../src/forge/errors.ts';
import { listAll, type Page, pages } from '../../../src/forge/pages.ts';
import type { Paging } from '../../../src/forge/row.ts';
import { mine } from '../mine.ts';
import { answer, stage, ticket } from './server.ts';

const Row = v.object({ id: v.union([v.number(), v.string()]) });
const Named = v.object({ name: v.string() });

const numbers = (from: number, to: number) =>
	Array.from({ length: from - to + 1 }, (_, index) => ({ id: from - index }));

/** Walks a list in pages. Also returns the start of each request and what the walk reported. */
function walk(
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

describe('a walk through a list', () => {
	it('follows `next` as it is written, to its end', async () => {
		const { list, starts } = walk('next', (start) =>
			start === undefined
				? { next: '50', results: numbers(100, 51), total: 100, results_per_page: 50 }
				: { next: null, results: numbers(50, 1), total: 100, results_per_page: 50 },
		);
		assert.deepEqual(await listAll(list), numbers(100, 1));
		assert.deepEqual(starts, [undefined, '50']);
	});

	it('gives each page as it comes, with what it adds and how many there are', async () => {
		const { list } = walk('next', (start) =>
			start === undefined
				? { next: 50, results: numbers(100, 50), total: 100 }
				: { next: null, results: numbers(50, 1), total: 100 },
		);
		const seen: Page<unknown>[] = [];
		for await (const page of list) seen.push(page);
		assert.deepEqual(seen, [
			{ rows: numbers(100, 50), total: 100 },
			{ rows: numbers(49, 1), total: 100 },
		]);
	});

	it('takes a bare array for the whole list', async () => {
		const { list, starts } = walk('next', () => numbers(3, 1));
		assert.deepEqual(await listAll(list), numbers(3, 1));
		assert.equal(starts.length, 1);
	});

	it('fetches nothing more for somebody who has seen enough', async () => {
		const { list, starts } = walk('next', () => ({ next: '50', results: numbers(100, 51) }));
		assert.equal(starts.length, 0);
		for await (const page of list) {
			assert.equal(page.rows.length, 50);
			break;
		}
		await new Promise((resolve) => setImmediate(resolve));
		assert.equal(starts.length, 1);
	});

	it('is made anew for each who walks', async () => {
		const { list } = walk('next', () => ({ next: null, results: numbers(3, 1) }));
		assert.deepEqual(await listAll(list), numbers(3, 1));
		assert.deepEqual(await listAll(list), numbers(3, 1));
	});

	it('of tickets starts below the last one, whatever `next` says, and does not go in circles', async () => {
		const page = (from: number) => ({
			next: from > 50 ? '80' : null,
			results: numbers(from, Math.max(1, from - 49)),
			total: 120,
			results_per_page: 50,
		});
		const { list, starts } = walk('ticket', (start) => page(start === undefined ? 120 : Number(start)));
		assert.deepEqual(await listAll(list), numbers(120, 1));
		assert.deepEqual(starts, [undefined, '70', '20']);
	});

	it('of tickets ends at ticket 1', async () => {
		const { list, starts } = walk('ticket', () => ({ next: '7', results: numbers(3, 1) }));
		await listAll(list);
		assert.equal(starts.length, 1);
	});

	it('of commits goes on from the last one, and leaves out what it repeats', async () => {
		const commits = Array.from({ length: 120 }, (_, index) => ({ id: `commit ${index}` }));
		const { list, starts } = walk('commit', (start) => {
			const from = start === undefined ? 0 : commits.findIndex(({ id }) => id === start);
			return { next: null, results: commits.slice(from, from + 50), total: -1, results_per_page: 50 };
		});
		const seen: Page<unknown>[] = [];
		for await (const page of list) seen.push(page);
		assert.deepEqual(
			seen.flatMap(({ rows }) => rows),
			commits,
		);
		assert.deepEqual(
			seen.map(({ total }) => total),
			[undefined, undefined, undefined],
		);
		// The last page is not full, so nothing is requested after it.
		assert.deepEqual(starts, [undefined, 'commit 49', 'commit 98']);
	});

	it('of commits ends with a full last page, too', async () => {
		const commits = Array.from({ length: 50 }, (_, index) => ({ id: `commit ${index}` }));
		const { list, starts } = walk('commit', (start) => ({
			next: null,
			results: start === undefined ? commits : commits.slice(-1),
			results_per_page: 50,
		}));
		assert.equal((await listAll(list)).length, 50);
		assert.equal(starts.length, 2);
	});

	it('of what comes whole asks once', async () => {
		const { list, starts } = walk(
			'whole',
			() => ({ next: '1', results: [{ name: 'a' }, { name: 'b' }] }),
			Named,
		);
		assert.deepEqual(await listAll(list), [{ name: 'a' }, { name: 'b' }]);
		assert.equal(starts.length, 1);
	});

	it('ends where a page brings nothing new', async () => {
		const { list, starts } = walk('next', () => ({ next: '50', results: numbers(100, 51) }));
		assert.equal((await listAll(list)).length, 50);
		assert.equal(starts.length, 2);
	});

	it('ends where a page brings only junk', async () => {
		const { list, starts, dropped } = walk('next', (start) => ({
			next: `${start}x`,
			results: start === undefined ? numbers(2, 1) : [{ id: {} }, null, [[]], 7],
		}));
		assert.equal((await listAll(list)).length, 2);
		assert.equal(starts.length, 2);
		assert.deepEqual(dropped, []);
	});

	it('keeps rows apart by name where they have no id', async () => {
		const { list } = walk(
			'next',
			() => [{ id: null, name: 'a' }, { id: null, name: 'b' }, { name: 'a' }],
			Named,
		);
		assert.deepEqual(await listAll(list), [{ name: 'a' }, { name: 'b' }]);
	});

	it('leaves out a bad row, tells it once, and keeps the rest', async () => {
		const { list, dropped } = walk('next', () => [{ id: 3 }, { name: 'x' }, { name: 'y' }, null, { id: 1 }]);
		assert.deepEqual(await listAll(list), [{ id: 3 }, { id: 1 }]);
		assert.equal(dropped.length, 2);
		assert.match(dropped[0] ?? '', /^An element of a list was left out \(id: .*\)\.$/);
	});

	for (const paging of ['next', 'ticket'] as const) {
		it(`goes on behind a bad row at the end of a page: ${paging}`, async () => {
			const { list } = walk(paging, (start) =>
				start === undefined
					? { next: '49', results: [...numbers(100, 50), { id: {} }], total: 100 }
					: { next: null, results: numbers(49, 1), total: 100 },
			);
			assert.deepEqual(await listAll(list), numbers(100, 1));
		});
	}

	it('reads a page of a million rows', async () => {
		const { list } = walk('whole', () => numbers(1_000_000, 1));
		assert.equal((await listAll(list)).length, 1_000_000);
	});

	it('tells when a list cannot be read to its end', async () => {
		const { list, dropped } = walk('next', () => ({ next: '50', results: numbers(100, 51), total: 100 }));
		assert.deepEqual(await listAll(list), numbers(100, 51));
		assert.deepEqual(dropped, ['A list of 100 could be read only to its 50th element.']);
	});

	it('gives one empty page for an empty list', async () => {
		const { list } = walk('next', () => ({ next: null, results: [], total: 0 }));
		const seen: Page<unknown>[] = [];
		for await (const page of list) seen.push(page);
		assert.deepEqual(seen, [{ rows: [], total: 0 }]);
	});

	for (const [what, junk] of [
		['nothing', null],
		['a word', 'results'],
		['another object', { rows: [] }],
		['results that are none', { results: {} }],
	] as const) {
		it(`is surprised by ${what} in place of a page`, async () => {
			const failing = listAll(walk('next', () => junk).list);
			await assert.rejects(failing, (error) => error instanceof ForgeError && error.kind === 'surprise');
		});
	}

	it('ends, with no row twice, for any pages in any order and repetition', async () => {
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
				fc.constantFrom<Paging>('next', 'ticket', 'commit', 'whole'),
				async (given, paging) => {
					let nth = 0;
					const rows = await listAll(walk(paging, () => given[nth++ % given.length]).list);
					assert.equal(new Set(rows.map((one) => JSON.stringify(one))).size, rows.length);
				},
			),
			{ numRuns: 300 },
		);
	});
});

describe('a list over HTTP', () => {
	const { serve, clientsOf } = stage();

	it('stops with a surprise where each page brings one new event for ever', async () => {
		const server = await serve((request, response) => {
			const start = new URL(request.url ?? '', 'http://localhost').searchParams.get('start');
			const number = Number(start ?? 3);
			const results = [{ id: number }, { id: 1 }, { id: 2 }];
			answer(response, 200, { next: String(number + 1), results, total: -1, results_per_page: 50 });
		});
		const { trackers } = clientsOf(server.address);
		await assert.rejects(listAll(trackers.events({ tracker: mine('t'), ticket: 1 })), (error: unknown) => {
			assert(error instanceof ForgeError);
			assert.equal(error.kind, 'surprise');
			assert.match(error.message, /a list that does not seem to end/);
			return true;
		});
		assert(server.asked.length < 300, `${server.asked.length} pages`);
	});

	it('keeps its search from page to page', async () => {
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

	it('fails with what the second page fails with, after the first was given', async () => {
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
