import assert from 'node:assert/strict';
import { byNearness } from '../../mutate/order.ts';
import { mutationsOf } from '../../mutate/sites.ts';
import { includes, type Range, spansOf } from '../../mutate/spans.ts';

describe('What a test has run of a file', () => {
	const range = (startOffset: number, endOffset: number, count: number): Range => ({
		startOffset,
		endOffset,
		count,
	});
	const cases: readonly [what: string, ranges: readonly Range[], spans: readonly number[]][] = [
		['is nothing without a report', [], []],
		['is what was counted', [range(2, 5, 1), range(5, 7, 2), range(8, 9, 0)], [2, 7]],
		['leaves out parts that were not run', [range(0, 9, 1), range(2, 5, 0)], [0, 2, 5, 9]],
		[
			'has parts of those, whatever their order',
			[range(3, 4, 1), range(2, 5, 0), range(0, 9, 1)],
			[0, 2, 3, 4, 5, 9],
		],
	];
	for (const [what, ranges, spans] of cases) it(what, () => assert.deepEqual(spansOf(ranges), spans));

	it('includes the first place of a part, and not the place after it', () => {
		assert.deepEqual(
			[0, 2, 4, 5, 7, 8, 9].filter((at) => includes([2, 5, 8, 9], at)),
			[2, 4, 8],
		);
		assert.equal(includes([], 0), false);
	});
});

describe('The tests of a change', () => {
	const orders: readonly [path: string, tests: readonly string[]][] = [
		['src/base/log/log.ts', ['base/log', 'base/files', 'forge/wire', 'tickets/page/loader']],
		[
			'src/tickets/page/loader.ts',
			['tickets/page/loader', 'tickets/view/row', 'base/files', 'base/log', 'forge/wire'],
		],
		['media/ticket/field-keys.ts', ['media/field-keys', 'media/keys', 'media/box']],
	];
	const durations = ['media/box', 'base/files', 'base/log', 'forge/wire'];
	for (const [path, tests] of orders) {
		it(`begin with the nearest and then the fastest: ${path}`, () => {
			const files = tests.map((test) => `test/unit/${test}.test.ts`);
			const durationMs = (test: string) => durations.findIndex((one) => test.includes(one));
			const isSlow = (test: string) => (durationMs(test) === -1 ? durations.length : durationMs(test));
			assert.deepEqual(byNearness(path, files.toReversed(), isSlow), files);
		});
	}
});

describe('The changes of a program', () => {
	it('are run by a test that runs what is before the operator', () => {
		const program = 'a && b;';
		const [change] = mutationsOf('a.ts', program);
		assert.equal(program.slice(change?.reachedAt, change?.start), ' ');
		// As V8 reports it if `a` is false.
		const spans = spansOf([
			{ startOffset: 0, endOffset: program.length, count: 1 },
			{ startOffset: program.indexOf('&&'), endOffset: program.indexOf(';'), count: 0 },
		]);
		assert.ok(includes(spans, change?.reachedAt ?? assert.fail()));
	});

	const cases: readonly [line: string, after: readonly string[]][] = [
		[
			'\tif (a && !b) return c + 1;',
			[
				'\tif (false && a && !b) return c + 1;',
				'\tif (a && b) return c + 1;',
				'\tif (a || !b) return c + 1;',
				'\tif (a && !b) return c + 2;',
				'\tif (a && !b) return c - 1;',
			],
		],
		['\tthis.#redraw();', ['\t;']],
		['const pauseMs = 3;', []],
		[
			'if (delayMs === 0) a();',
			['if (false && delayMs === 0) a();', 'if (delayMs !== 0) a();', 'if (delayMs === 1) a();'],
		],
		['constructor({ pauseMs = 3, limit = 3 }) {}', ['constructor({ pauseMs = 3, limit = 4 }) {}']],
		['const a = true;', ['const a = false;']],
		["type A = 'b' | 1;", []],
		["const a = 'b && c 1';", []],
		['// a && b', []],
		['process.kill(pid, 0)', []],
	];
	for (const [line, after] of cases) {
		it(`are ${after.length} for ${line.trim()}`, () => {
			const changed = mutationsOf('a.ts', line).map(
				({ start, end, replacement }) => line.slice(0, start) + replacement + line.slice(end),
			);
			assert.deepEqual(changed.sort(), [...after].sort());
		});
	}
});
