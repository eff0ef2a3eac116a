import assert from 'node:assert/strict';
import { setSetting } from '../../../kit/window/editor.ts';

const vscode = await import('vscode');
const { addImageHost, imageHosts } = await import('../../../../src/platform/editor/image-hosts.ts');

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
