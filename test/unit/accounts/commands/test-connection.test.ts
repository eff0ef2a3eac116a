import assert from 'node:assert/strict';
import { setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { ana } from '../../../kit/window/sign-in-window.ts';
import { signInWindows } from '../dialog/sign-in-window.ts';

const { testConnection } = await import('../../../../src/accounts/commands/test-connection.ts');

describe('Testing the connection of an account', () => {
	const windows = signInWindows();

	it('whose forge is no longer in the settings says so, with what is wrong there, and asks no forge', async () => {
		const { services, registry } = windows.open();
		await registry.put({ ...ana, instance: 'forge.test' });
		setSetting('tildeforge.instances', [{ name: 'other.test', trackers: 'htps://todo' }]);
		takeCalls();
		await assert.rejects(testConnection(services.forges), {
			message:
				'forge.test is no longer in the settings, so the connection cannot be tested. Check the setting ' +
				'tildeforge.instances, or sign out. Forge 1 in the settings (other.test) has an invalid address: ' +
				'trackers is "htps://todo".',
		});
		assert.deepEqual(takeCalls(), []);
	});
});
