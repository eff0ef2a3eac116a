import assert from 'node:assert/strict';
import { setSetting } from '../../editor.ts';

const { addImageHost, imageHosts } = await import('../../../../src/platform/editor/image-hosts.ts');

describe('The hosts whose images are shown without asking', () => {
	it('are those of the user settings, in lower case', () => {
		assert.deepEqual(imageHosts(), []);
		setSetting('tildeforge.imageHosts', ['A.example', 7]);
		assert.deepEqual(imageHosts(), ['a.example']);
		setSetting('tildeforge.imageHosts', 'a.example');
		assert.deepEqual(imageHosts(), []);
	});

	it('can be added once each', async () => {
		setSetting('tildeforge.imageHosts', undefined);
		await addImageHost('a.example');
		await addImageHost('b.example:8080');
		await addImageHost('a.example');
		assert.deepEqual(imageHosts(), ['a.example', 'b.example:8080']);
	});
});
