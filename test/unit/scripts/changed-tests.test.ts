import assert from 'node:assert/strict';
import { filesReachedBy } from '../../tools/changed-tests.ts';

describe('The tests that a change reaches', () => {
	const texts = new Map(
		Object.entries({
			'src/base/a.ts': 'export const a = 1;',
			'src/base/b.ts': "import { a } from './a.ts';",
			'src/base/types.ts': "import type { A } from './a.ts';",
			'src/base/lazy.ts': "const { b } = await import('./b.ts');",
			'media/ticket.ts': "import { b } from '../src/base/b.ts';",
			'test/unit/base/a.test.ts': "import { a } from '../../../src/base/a.ts';",
			'test/unit/base/lazy.test.ts': "import { lazy } from '../../../src/base/lazy.ts';",
			'test/unit/media/page.ts': "export const script = 'media/ticket.ts';",
			'test/unit/media/ticket.test.ts': "import { script } from './page.ts';",
			'test/unit/forge/wire.test.ts': "import { readFileSync } from 'node:fs';",
			'test/house/manifest.test.ts': "const file = 'package.json';",
		}),
	);
	const cases: readonly [what: string, changed: string, tests: readonly string[]][] = [
		[
			'are those that import it, directly, through other files or lazily, and those of pages that are built from it',
			'src/base/a.ts',
			['base/a', 'base/lazy', 'media/ticket'],
		],
		['are not those that import only files below it', 'src/base/lazy.ts', ['base/lazy']],
		['are not those that import only its types', 'src/base/types.ts', []],
		['include a changed test', 'test/unit/forge/wire.test.ts', ['forge/wire']],
		['include those that import a helper', 'test/unit/media/page.ts', ['media/ticket']],
		['include those that name the file', 'package.json', ['test/house/manifest']],
		['of a style sheet are those of its pages', 'media/ticket.css', ['media/ticket']],
		['of a fixture are those in its folder', 'test/unit/base/fixtures/deep/a.txt', ['base/a', 'base/lazy']],
		['of a document are none', 'README.md', []],
	];
	for (const [what, changed, tests] of cases) {
		it(what, () => {
			const reached = [...filesReachedBy([changed], texts)].filter((path) => path.endsWith('.test.ts'));
			const names = reached.map((path) => path.replace(/^test\/unit\/|\.test\.ts$/g, ''));
			assert.deepEqual(names.sort(), tests.toSorted());
		});
	}
});
