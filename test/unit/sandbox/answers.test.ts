import assert from 'node:assert/strict';
import { trackerRows } from '../../../src/forge/rows/trackers.ts';
import { answerTo } from '../../../src/sandbox/server/answer.ts';
import { idOfTarget, partsOf, readTarget } from '../../../src/sandbox/server/hook-target.ts';
import { Refusal } from '../../../src/sandbox/server/refusal.ts';
import { failure } from '../../../src/sandbox/server/reply.ts';

describe('A page of a list', () => {
	const numbered = (count: number) => Array.from({ length: count }, (_, nth) => ({ id: count - nth }));
	const read = (given: unknown, start = '', drift: ReadonlySet<'page-of-51'> = new Set()) => {
		const reply = answerTo(
			trackerRows.tickets,
			given,
			new URLSearchParams(start === '' ? {} : { start }),
			drift,
		);
		assert.equal(reply.status, 200);
		return JSON.parse(String(reply.body));
	};
	const ids = ({ results }: { results: { id: number }[] }) => [
		results[0]?.id,
		results.at(-1)?.id,
		results.length,
	];

	it('has fifty rows, and the number of the first row of the next page', () => {
		const first = read(numbered(51));
		assert.deepEqual(
			[ids(first), first.next, first.total, first.results_per_page],
			[[51, 2, 50], '1', 51, 50],
		);
		const second = read(numbered(51), first.next);
		assert.deepEqual([ids(second), second.next], [[1, 1, 1], null]);
		assert.equal(read(numbered(50)).next, null);
	});

	it('continues below a row that is gone', () => {
		assert.deepEqual(
			ids(
				read(
					numbered(51).filter(({ id }) => id !== 7),
					'7',
				),
			),
			[6, 1, 6],
		);
		assert.deepEqual(read(numbered(3), '0').results, []);
	});

	it('repeats a row on the next page, as real servers do', () => {
		const drift = new Set(['page-of-51'] as const);
		const first = read(numbered(60), '', drift);
		assert.deepEqual([ids(first), first.next], [[60, 10, 51], '10']);
	});

	it('counts rows without numbers by their position', () => {
		const first = read(Array.from({ length: 51 }, (_, nth) => `row ${nth}`));
		assert.deepEqual([first.results.length, first.next], [50, '1']);
		assert.deepEqual(read(['a', 'b', 'c'], '2').results, ['b', 'c']);
	});

	it('is refused if its start is not a number', () => {
		for (const start of ['x', '-1', '1e3', '1'.repeat(16)])
			assert.throws(() => read(numbered(1), start), Refusal, start);
	});
});

describe('An answer of the sandbox', () => {
	it('to a failed request has the reasons, or no details of a bug', () => {
		assert.deepEqual(failure(new TypeError('a bug')).status, 500);
		assert.doesNotMatch(String(failure(new TypeError('a bug')).body), /a bug/);
		const refused = failure(new Refusal(400, 'No <b>.'));
		assert.deepEqual([refused.status, refused.headers['Content-Type']], [400, 'application/json']);
		assert.match(String(refused.body), /"errors":\[.*No <b>\./);
		assert.match(String(failure(new Refusal(400, 'No <b>.', { html: true })).body), /<p>No &lt;b&gt;\.<\/p>/);
		assert.equal(failure(new Refusal(503, 'Later.')).headers['Retry-After'], '1');
		assert.equal(failure(new Refusal(500, 'Later.')).headers['Retry-After'], undefined);
	});
});

describe('The target of a hook', () => {
	it('has the parameters of its path in a fixed order, without those of the hook itself', () => {
		const params = { tracker: 'a b', owner: '~ana', hook: 7, delivery: 'x' };
		assert.equal(idOfTarget(params), 'owner=~ana&tracker=a%20b');
		assert.deepEqual(partsOf({ b: '&', a: 1 }), ['a=1', 'b=%26']);
		assert.deepEqual(readTarget(idOfTarget(params)), { owner: '~ana', tracker: 'a b' });
	});
});
