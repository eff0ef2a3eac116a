import assert from 'node:assert/strict';
import { folderRingProblems, largeFolderProblems } from './folders.ts';
import { productSources, source } from './sources.ts';

describe('The folders', () => {
	it('have at most 40 files each', () => {
		assert.deepEqual(largeFolderProblems(productSources()), []);
	});

	it('have files of at most 500 lines each', () => {
		const long = productSources().filter(({ text }) => text.split('\n').length > 501);
		assert.equal(long.map(({ path }) => path).join(), '', 'Move what belongs together to another file.');
	});

	it('of src have at most a fifth of the product each', () => {
		const lines = new Map<string, number>();
		for (const { path, text } of productSources()) {
			const [root = '', name = ''] = path.split('/');
			const folder = root === 'src' ? `${root}/${name}` : root;
			if (folder !== 'src/sandbox') lines.set(folder, (lines.get(folder) ?? 0) + text.split('\n').length);
		}
		const all = [...lines.values()].reduce((sum, one) => sum + one, 0);
		const large = [...lines].filter(([, count]) => count > all / 5);
		assert.deepEqual(large, [], 'Make what is a feature of its own a folder beside it.');
	});

	it('never import each other in a ring', () => {
		assert.deepEqual(folderRingProblems(productSources()), []);
	});

	it('are refused with 41 files, and not for the files of their own folders', () => {
		const files = Array.from({ length: 41 }, (_, nth) => source(`src/base/${nth}.ts`, ''));
		assert.deepEqual(largeFolderProblems(files), [
			'src/base has 41 files. Move those of one subject to a folder below it.',
		]);
		assert.deepEqual(largeFolderProblems([...files.slice(1), source('src/base/text/a.ts', '')]), []);
	});

	it('are refused if they import each other through others, also above and below each other', () => {
		const ring = (files: Readonly<Record<string, string>>) =>
			folderRingProblems(Object.entries(files).map(([path, text]) => source(path, text)));
		assert.deepEqual(
			ring({
				'src/a/a.ts': "import '../b/b.ts';",
				'src/b/b.ts': "import '../c/c.ts';",
				'src/c/c.ts': "import '../a/other.ts';",
				'src/a/other.ts': '',
			}),
			[
				'Ring of folders: src/a → src/b → src/c → src/a, because of src/c/c.ts → src/a/other.ts. Move what both sides need into a folder below them.',
			],
		);
		assert.equal(
			ring({ 'src/a/a.ts': "import './b/b.ts';", 'src/a/b/b.ts': "import '../c.ts';", 'src/a/c.ts': '' })
				.length,
			1,
		);
		assert.deepEqual(ring({ 'src/a/a.ts': "import './b/b.ts';", 'src/a/b/b.ts': '', 'src/a/c.ts': '' }), []);
	});
});
