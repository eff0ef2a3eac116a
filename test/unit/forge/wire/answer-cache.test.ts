import assert from 'node:assert/strict';
import { AnswerCache } from '../../../../src/forge/wire/answer-cache.ts';
import type { HttpAnswer } from '../../../../src/forge/wire/exchange.ts';

const responseWith = (headers: Readonly<Record<string, string>>, length = 10): HttpAnswer => ({
	status: 200,
	bytes: Buffer.alloc(length),
	redirected: false,
	header: (name) => headers[name] ?? null,
});

describe('the response cache', () => {
	const date = 'Fri, 20 Nov 2026 07:00:10 GMT';
	const cases: readonly [headers: Record<string, string>, conditions: Record<string, string> | undefined][] =
		[
			[{ etag: 'W/"1"', 'last-modified': date }, { 'if-none-match': 'W/"1"' }],
			[
				{ 'last-modified': 'Fri, 20 Nov 2026 07:00:00 GMT', date },
				{ 'if-modified-since': 'Fri, 20 Nov 2026 07:00:00 GMT' },
			],
			[{ 'last-modified': date, date }, undefined],
			[{ 'last-modified': date }, undefined],
			[{ 'last-modified': 'yesterday', date }, undefined],
			[{ etag: '"1"', 'cache-control': 'private, no-store' }, undefined],
			[{}, undefined],
		];
	for (const [headers, conditions] of cases) {
		it(`sends ${conditions ? `the conditions ${JSON.stringify(conditions)}` : 'no conditions'} after a response with ${JSON.stringify(headers)}`, () => {
			const cache = new AnswerCache(1_000_000);
			cache.put('a', responseWith(headers));
			assert.deepEqual(cache.get('a')?.conditions, conditions);
		});
	}

	it('stays within its budget and drops the least recently used response first', () => {
		const cache = new AnswerCache(10_000);
		for (const key of ['a', 'b', 'c', 'd', 'e']) {
			cache.put(key, responseWith({ etag: key }, 1000));
			cache.get('a');
		}
		assert.deepEqual(
			['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key)),
			['a', 'b', 'c', 'd', 'e'],
		);
		cache.put('f', responseWith({ etag: 'f' }, 1000));
		assert.equal(cache.get('a'), undefined);
		assert.notEqual(cache.get('f'), undefined);
		cache.put('huge', responseWith({ etag: 'h' }, 9000));
		assert.equal(cache.get('huge'), undefined);
		assert.notEqual(cache.get('f'), undefined);
		cache.clear();
		assert.equal(cache.get('f'), undefined);
	});
});
