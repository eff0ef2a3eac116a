import assert from 'node:assert/strict';
import type { ListedFile } from '../../../../src/repositories/state/remote-files.ts';
import '../../../kit/window/editor.ts';

const { SubmoduleDecorations } = await import('../../../../src/repositories/files/submodule-decorations.ts');
const { Uri } = await import('vscode');

const root = Uri.parse('tildeforge://forge.test/~ana/editor (main)');
const folder = (name: string, submodule?: string): ListedFile => ({
	...{ name, type: 'directory', isLink: false },
	...(submodule !== undefined && { submodule }),
});

describe('The folder of a submodule', () => {
	it('says what it is, and at which commit, until the repository has another one or a folder', () => {
		const decorations = new SubmoduleDecorations();
		const changed: string[][] = [];
		decorations.onDidChangeFileDecorations((uris) => changed.push(uris.map(({ path }) => path)));
		const lib = Uri.joinPath(root, 'lib');
		const tooltip = () => decorations.provideFileDecoration(lib)?.tooltip;
		assert.equal(tooltip(), undefined);
		decorations.didList(root, [folder('src'), folder('lib', 'a'.repeat(40))]);
		assert.equal(tooltip(), 'Submodule at aaaaaaa: its files are in another repository');
		assert.equal(decorations.provideFileDecoration(lib)?.badge, 'S');
		assert.equal(decorations.provideFileDecoration(Uri.joinPath(root, 'src')), undefined);
		decorations.didList(root, [folder('src'), folder('lib', 'a'.repeat(40))]);
		decorations.didList(root, [folder('src'), folder('lib', 'b'.repeat(40))]);
		assert.match(tooltip() ?? '', /bbbbbbb/);
		decorations.didList(root, [folder('src'), folder('lib')]);
		assert.equal(tooltip(), undefined);
		assert.deepEqual(changed, [[lib.path], [lib.path], [lib.path]]);
		decorations.dispose();
	});
});
