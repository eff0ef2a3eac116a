import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.ts';

/** The folders with tests of each kind. A `*.test.ts` anywhere else would never run; a house test checks for it. */
export const suites = {
	unit: ['test/unit', 'test/house'],
	editor: ['test/editor'],
	ui: ['test/ui'],
	/** Uses recorded traffic from outside the project, if present. */
	recordings: ['test/recordings'],
} as const;

/** The test files of one kind, in a fixed order. With `words`, only those whose path contains one of them. */
export function testFiles(kind: keyof typeof suites, words: readonly string[] = []): string[] {
	return suites[kind]
		.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }))
		.map((file) => file.replaceAll('\\', '/'))
		.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
		.sort()
		.map((file) => join(root, file));
}
