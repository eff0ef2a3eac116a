import assert from 'node:assert/strict';
import type { Instance } from '../../../../src/signin/instances/instance.ts';
import { network } from '../../../kit/forge/person.ts';
import { answerWith, enter, passTurns, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { forgeSetups } from './forge-setups.ts';
import { chooseRow, chooseWhenReady, latestBox, signInWindows } from './sign-in-window.ts';

const { ForgeSignIn } = await import('../../../../src/accounts/dialog/forge-sign-in.ts');
const { QuickInputButtons } = await import('vscode');

describe('The sign-in to one forge', () => {
	const { context } = network();
	const windows = signInWindows();
	const setups = forgeSetups();
	function open(more: Partial<Instance> = {}) {
		const { services } = windows.open();
		const opened = setups.open({ ...windows.instance(), ...more }, context);
		const { wizard, setup } = opened;
		return { ...opened, answer: new ForgeSignIn(services, wizard, setup, []).run() };
	}

	it('says in its steps what has changed in the settings, and nothing afterwards', async () => {
		const { answer, wizard, settings } = open();
		settings.change();
		assert.equal(wizard.notice, 'no longer in the settings');
		latestBox().pressed.fire(QuickInputButtons.Back);
		assert.deepEqual([await answer, wizard.notice], ['back', '']);
		settings.change(windows.instance());
		settings.change();
		assert.equal(wizard.notice, '');
	});

	it('says that the browser was opened with other settings only if they matter there', async () => {
		const { answer, wizard, settings } = open();
		await chooseRow('browser');
		const { trackers: _, ...rest } = windows.instance();
		settings.change({ ...rest, callbackPort: 8085 });
		assert.equal(wizard.notice, 'settings changed, go back to use them');
		settings.change(rest);
		await passTurns();
		assert.equal(wizard.notice, '');
		latestBox().hide();
		wizard.cancel();
		assert.equal(await answer, 'left');
	});

	for (const [what, answers, next] of [
		['asks for the method again if the user wants to try again', [enter('Try Again')], 'back'],
		['ends if the user closes the message', [], 'left'],
	] as const) {
		it(`says why the browser could not be used, and ${what}`, async () => {
			const { answer } = open({ callbackPort: windows.takenPort() });
			answerWith(...answers);
			const before = await chooseWhenReady('browser');
			if (next === 'back') {
				await until(() => latestBox() !== before && latestBox().items.length > 0);
				latestBox().hide();
			}
			assert.equal(await answer, 'left');
			assert.match(takeCalls().join(), /error: Another program uses port .*: Try Again/);
		});
	}
});
