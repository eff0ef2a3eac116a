import assert from 'node:assert/strict';
import { answerWith, made, passTurns, setSetting } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { chooseRow, chooseWhenReady, latestBox, signInWindows } from './sign-in-window.ts';

const { SignIns } = await import('../../../../src/accounts/dialog/sign-ins.ts');

const shownBoxes = () => made.boxes.filter(({ isShown }) => isShown).map(({ title }) => title);

describe('A second sign-in', () => {
	const windows = signInWindows();
	function open() {
		const { services } = windows.open();
		return { services, signIns: new SignIns(services) };
	}

	it('brings back the one that is open, with what the user typed', async () => {
		const { signIns } = open();
		const first = signIns.start();
		latestBox().type('forge');
		const box = latestBox();
		box.wasShown = false;
		const second = signIns.start({ scopes: [] });
		await passTurns();
		assert.deepEqual([latestBox() === box, box.wasShown], [true, true]);
		assert.deepEqual([shownBoxes(), latestBox().value], [['Sign in to a forge'], 'forge']);
		latestBox().hide();
		assert.deepEqual([await first, await second], [undefined, undefined]);
	});

	it('shows again the box of the one that waits for the browser', async () => {
		const { services, signIns } = open();
		const scopes = ['lists:write', 'todo:write'];
		const first = signIns.start({ instance: 'forge.test', scopes });
		const waiting = await chooseRow('browser');
		waiting.hide();
		assert.equal(made.statusItems.at(-1)?.isShown, true);
		const second = signIns.start({ instance: 'forge.test', scopes: scopes.toReversed() });
		assert.deepEqual(shownBoxes(), ['Sign in to forge.test']);
		await services.pendingSignIns.escape();
		assert.deepEqual([await first, await second, shownBoxes()], [undefined, undefined, []]);
	});

	it('ends one for another forge or with other permissions, also while it waits for the browser', async () => {
		const { services, signIns } = open();
		const first = signIns.start({ instance: 'forge.test' });
		(await chooseRow('browser')).hide();
		const second = signIns.start();
		assert.equal(await first, undefined);
		services.pendingSignIns.show();
		assert.deepEqual(shownBoxes(), ['Sign in to a forge']);
		const third = signIns.start({ scopes: ['lists:write'] });
		assert.equal(await second, undefined);
		await until(() => shownBoxes().length === 1);
		assert.deepEqual(shownBoxes(), ['Sign in to a forge']);
		latestBox().hide();
		assert.equal(await third, undefined);
	});

	it('takes the place of one whose failure is shown in a message', async () => {
		const { signIns } = open();
		const message = Promise.withResolvers<string>();
		let isAsked = false;
		answerWith(() => {
			isAsked = true;
			return message.promise;
		});
		setSetting('tildeforge.instances', [{ ...windows.instance(), callbackPort: windows.takenPort() }]);
		const first = signIns.start();
		await chooseRow('forge.test');
		await chooseWhenReady('browser');
		await until(() => isAsked);
		const second = signIns.start();
		const box = latestBox();
		message.resolve('Try Again');
		assert.equal(await first, undefined);
		assert.deepEqual([shownBoxes(), made.boxes.at(-1)?.wasShown], [['Sign in to a forge'], false]);
		box.hide();
		assert.equal(await second, undefined);
	});

	it('ends with the window', async () => {
		const { services, signIns } = open();
		const first = signIns.start({ instance: 'forge.test' });
		await chooseRow('browser');
		signIns.dispose();
		assert.equal(await first, undefined);
		services.pendingSignIns.show();
		assert.deepEqual(shownBoxes(), []);
	});
});
