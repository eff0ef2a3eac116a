import assert from 'node:assert/strict';
import { combineChanges } from '../../../../../src/patches/model/net-diff/combine-changes.ts';
import { netThreads } from '../../../../../src/patches/model/net-diff/net-threads.ts';
import { edited, parsed, text } from '../../../../kit/mails/diff-text.ts';

const thread = (mail: number, first: number, last: number) => ({
	...{ patch: 0, file: 0, hunk: 0, first, last },
	parts: [{ mail, start: 0, end: 1 }],
});

function changeOf(threads: readonly ReturnType<typeof thread>[], ...lines: readonly string[]) {
	const { source, files } = parsed(edited().replace(/^index.*\n/m, '') + text(...lines));
	const [file] = files;
	assert.ok(file);
	return { source, file, threads };
}

describe('The replies to the changes of several patches in a file', () => {
	it('are at the lines that the combined diff has, in their order, those of a line together', () => {
		const changes = [
			changeOf(
				[thread(9, -1, -1), thread(7, 0, 1), thread(5, 1, 2), thread(6, 3, 3)],
				...['@@ -4,3 +4,4 @@', ' a', '-b', '+gone', '+stays', ' c'],
			),
			changeOf([thread(4, 0, 2), thread(8, 2, 3)], '@@ -4,4 +4,4 @@', ' a', '-gone', ' stays', '+more', ' c'),
			changeOf([], '@@ -1,2 +1,3 @@', ' top', '+first', ' next'),
		];
		const net = combineChanges(changes);
		assert.ok(net.kind === 'combined');
		const lines = net.source.split('\n').slice(1);
		assert.deepEqual(lines.slice(3), [...['@@ -4,3 +5,4 @@', ' a', '-b', '+stays', '+more', ' c', '']]);
		const second = lines.slice(4);
		assert.deepEqual(
			netThreads(changes, net).map(({ hunk, first, last, parts }) => [
				...[hunk, second[first], second[last]],
				...parts.map(({ mail }) => mail),
			]),
			[
				[0, undefined, undefined, 9],
				[1, ' a', '-b', 7],
				[1, ' a', '+stays', 4, 6],
				[1, '+stays', '+more', 8],
			],
		);
	});

	it('are found without reading a hunk again for each of many', () => {
		const lines = Array.from({ length: 100 }, (_, nth) => `+${nth}`);
		const threads = lines.map((_, nth) => thread(100 - nth, nth, nth));
		const change = changeOf([...threads, thread(0, 5, 5)], '@@ -0,0 +1,100 @@', ...lines);
		const { file } = change;
		let reads = 0;
		const hunks = file.hunks.map((hunk) => ({
			...hunk,
			get bodyStart() {
				reads += 1;
				return hunk.bodyStart;
			},
		}));
		const found = netThreads([{ ...change, file: { ...file, hunks } }], change);
		assert.ok(reads < 10, `${reads}`);
		assert.equal(found.length, 100);
		assert.deepEqual(
			found[5]?.parts.map(({ mail }) => mail),
			[0, 95],
		);
	});
});
