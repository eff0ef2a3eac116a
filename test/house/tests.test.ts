import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
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
