import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { productSources, type Source, source } from './sources.ts';
import { type Exceptions, needlessExceptions, untestedFiles } from './unit-tests.ts';

const exceptions: Exceptions = {
	'src/patches/state/comparison/range-diff-worker.ts': 'Its test starts it in a worker.',
};

const unitTests = (): Source[] =>
	globSync('test/{unit,kit}/**/*.ts', { cwd: root })
		.map((path) => path.replaceAll('\\', '/'))
		.map((path) => source(path, readFileSync(join(root, path), 'utf8')));

describe('Every file of test/kit', () => {
	it('imports no test and no helper of test/unit', () => {
		const found = unitTests().flatMap(({ path, imports }) =>
			imports.filter(({ target }) => path.startsWith('test/kit/') && target.startsWith('test/unit/')),
		);
		assert.deepEqual(found, [], 'Move what it imports to test/kit.');
	});
});

describe('Every unit test', () => {
	it('takes its helpers from its own area, test/kit or test/tools', () => {
		const areaOf = (path: string) => /^test\/unit\/([^/]+)\//.exec(path)?.[1];
		const found = unitTests()
			.filter(({ path }) => areaOf(path) !== undefined)
			.flatMap(({ path, imports }) =>
				imports
					.filter(({ target }) => target.startsWith('test/unit/') && areaOf(target) !== areaOf(path))
					.map(({ target }) => `${path} imports ${target}`),
			);
		assert.deepEqual(found, [], 'Move what several areas import to test/kit.');
	});
});

describe('Every file of src', () => {
	it('that has code and does not need VS Code is reached by a unit test', () => {
		const untested = untestedFiles(productSources(), unitTests(), exceptions);
		assert.deepEqual(untested, [], 'Write a test in test/unit that imports the file, or what uses it.');
	});

	it('that is excepted from that needs to be', () => {
		assert.deepEqual(
			needlessExceptions(productSources(), unitTests(), exceptions),
			[],
			'A unit test reaches these: take them out of the exceptions.',
		);
	});
});

describe('A file without a unit test', () => {
	const code = 'export const a = 1;';
	const cases: readonly [what: string, path: string, text: string, test: string, isFound: boolean][] = [
		['is found', 'src/base/a.ts', code, "import '../../src/base/b.ts';", true],
		[
			'is not one that a test imports',
			'src/base/a.ts',
			code,
			"import { a } from '../../src/base/a.ts';",
			false,
		],
		[
			'is not one that a test reaches through another file',
			'src/base/a.ts',
			code,
			"import '../../src/odd/door.ts';",
			false,
		],
		['is not one that a test loads', 'src/base/a.ts', code, "await import('../../src/base/a.ts');", false],
		[
			'is one of which a test imports only types',
			'src/base/a.ts',
			code,
			"import type { A } from '../../src/base/a.ts';",
			true,
		],
		[
			'is not one that has only types',
			'src/base/a.ts',
			"import type { B } from './b.ts';\nexport type A = B;",
			'',
			false,
		],
		[
			'is not one that uses VS Code',
			'src/base/a.ts',
			`import * as vscode from 'vscode';\n${code}`,
			'',
			false,
		],
		[
			'is one that uses only types of VS Code',
			'src/base/a.ts',
			`import type { Uri } from 'vscode';\n${code}`,
			'',
			true,
		],
		['is not one of a page', 'media/a.ts', code, '', false],
		['is not an exception', 'src/odd/a.ts', code, '', false],
	];
	for (const [what, path, text, test, isFound] of cases) {
		it(what, () => {
			const tests = [source('test/unit/a.test.ts', test)];
			const door = source('src/odd/door.ts', "import '../base/a.ts';");
			const found = untestedFiles([source(path, text), door], tests, { 'src/odd/': 'It is odd.' });
			assert.deepEqual(found, isFound ? [path] : []);
		});
	}

	it('needs no exception if there is a test', () => {
		const sources = [source('src/odd/a.ts', code), source('src/odd/b.ts', code)];
		const tests = [source('test/unit/a.test.ts', "import '../../src/odd/a.ts';")];
		const exceptions = { 'src/odd/': '', 'src/odd/a.ts': '', 'src/odd/b.ts': '', 'src/gone.ts': '' };
		assert.deepEqual(needlessExceptions(sources, tests, exceptions), ['src/odd/a.ts', 'src/gone.ts']);
	});
});
