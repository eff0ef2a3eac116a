import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { suites, testFiles } from '../tools/suites.ts';

describe('Every test file', () => {
	it('is run by one of the scripts', () => {
		const run = new Set((Object.keys(suites) as (keyof typeof suites)[]).flatMap((kind) => testFiles(kind)));
		const all = globSync(['src/**/*.test.*', 'media/**/*.test.*', 'test/**/*.test.*', '*.test.*'], {
			cwd: root,
		});
		assert.deepEqual(
			all.filter((file) => !run.has(join(root, file))),
			[],
			`Only *.test.ts in ${Object.values(suites).flat().join(', ')} is run: move it there.`,
		);
	});
});

describe('No test file', () => {
	const files = globSync('test/{editor,house,recordings,ui,unit}/**/*.ts', { cwd: root }).filter(
		(file) => !['tests.test.ts', 'clock.ts'].some((name) => file.endsWith(name)),
	);
	const linesOf = (pattern: RegExp) =>
		files.flatMap((file) =>
			readFileSync(join(root, file), 'utf8')
				.split('\n')
				.flatMap((line, nth) => (pattern.test(line) ? [`${file}:${nth + 1} ${line.trim()}`] : [])),
		);

	it('waits in a loop without a deadline', () => {
		const loops = linesOf(
			/\b(do|while \(.*\)) await\b|\bwhile \(.*\bawait\b|\bwhile \(true\)|\bfor \(;;(?!\) yield)/,
		);
		assert.deepEqual(loops, [], 'Use until or tryAgain of test/tools/until.ts.');
	});

	it('skips a test at run time, where the summary does not count it', () => {
		const left = linesOf(/\bthis\.skip\(|\bif \(.*\b(platform|getuid)\b.*\) return/);
		assert.deepEqual(left, [], 'Use onlyWhere of test/tools/only-where.ts.');
	});
});
