import assert from 'node:assert/strict';
import { setSetting } from '../../../kit/window/editor.ts';

const vscode = await import('vscode');
const { addImageHost, imageHosts, onDidChangePageSettings, pageSettings } = await import(
	'../../../../src/platform/editor/page-settings.ts'
);

describe('The settings for all pages', () => {
	it('are told again when one of them changes', () => {
		const told: unknown[] = [];
		const listener = onDidChangePageSettings(() => told.push(pageSettings()));
		setSetting('tildeforge.singleLetterKeys', 'off');
		setSetting('tildeforge.imageHosts', ['a.example']);
		setSetting('tildeforge.undoSeconds', 1);
		setSetting('tildeforge.singleLetterKeys', 'on');
		listener.dispose();
		assert.deepEqual(told, [
			{ hasLetterKeys: false, imageHosts: [] },
			{ hasLetterKeys: false, imageHosts: ['a.example'] },
			{ hasLetterKeys: true, imageHosts: ['a.example'] },
		]);
	});
});

describe('The hosts whose images are shown without asking', () => {
	it('are those of the user settings, in lower case', () => {
		assert.deepEqual(imageHosts(), []);
		setSetting('tildeforge.imageHosts', ['A.example', 7]);
		assert.deepEqual(imageHosts(), ['a.example']);
		setSetting('tildeforge.imageHosts', 'a.example');
		assert.deepEqual(imageHosts(), []);
	});

	it('leave other entries of the setting as they are when one is added', async () => {
		setSetting('tildeforge.imageHosts', ['A.example', 7]);
		await addImageHost('b.example');
		const { globalValue } = vscode.workspace.getConfiguration().inspect('tildeforge.imageHosts') ?? {};
		assert.deepEqual(globalValue, ['A.example', 7, 'b.example']);
	});

	it('can be added once each', async () => {
		setSetting('tildeforge.imageHosts', undefined);
		await addImageHost('a.example');
		await addImageHost('b.example:8080');
		await addImageHost('a.example');
		assert.deepEqual(imageHosts(), ['a.example', 'b.example:8080']);
	});
});
