import assert from 'node:assert/strict';
import { setSetting } from '../../kit/window/editor.ts';

const { LiveConfiguration } = await import('../../../src/inbox/live-configuration.ts');

describe('The settings for webhooks', () => {
	afterEach(() => {
		for (const name of ['port', 'publicAddress']) setSetting(`tildeforge.live.${name}`, undefined);
	});

	it('are those of the user, and say when one of them changes', () => {
		const settings = new LiveConfiguration();
		let changes = 0;
		const subscription = settings.onDidChange(() => changes++);
		assert.equal(settings.current.port, 0);
		setSetting('tildeforge.live.port', 4711);
		setSetting('tildeforge.live.publicAddress', 'https://ana.example');
		setSetting('tildeforge.undoSeconds', 7);
		const { port, publicAddress } = settings.current;
		assert.deepEqual([port, publicAddress, changes], [4711, 'https://ana.example', 2]);
		subscription.dispose();
	});
});
