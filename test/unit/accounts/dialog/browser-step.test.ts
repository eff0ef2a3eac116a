import assert from 'node:assert/strict';
import { type FakeBox, made, takeCalls } from '../../../kit/window/editor.ts';

const { Wizard } = await import('../../../../src/platform/editor/boxes/wizard.ts');
const { BrowserSignInSlot } = await import('../../../../src/accounts/dialog/browser-sign-in-slot.ts');
const { askSecret, awaitBrowser } = await import('../../../../src/accounts/dialog/browser-step.ts');
const { QuickInputButtons } = await import('vscode');

/** A sign-in that runs until the test ends it. */
function open(pending = new BrowserSignInSlot()) {
	const run = Promise.withResolvers<string>();
	let controls: Parameters<Parameters<typeof awaitBrowser>[3]>[0] | undefined;
	let signal: AbortSignal | undefined;
	const wizard = new Wizard();
	const answer = awaitBrowser(wizard, 'forge.test', pending, (given, ended) => {
		[controls, signal] = [given, ended];
		return run.promise;
	});
	const box: FakeBox = made.boxes.at(-1) ?? assert.fail();
	/** The page of the forge is open. It takes only the code `right`. */
	const wait = () =>
		controls?.showWaiting({
			address: 'https://forge.test/authorize',
			redirect: 'http://127.0.0.1:27555/callback',
			paste: (text: string) => text === 'right',
		});
	return {
		answer,
		box,
		run,
		wait,
		pending,
		wizard,
		item: made.statusItems.at(-1) ?? assert.fail(),
		ended: () => signal?.aborted,
		controls: () => controls ?? assert.fail(),
	};
}

describe('A sign-in in the browser', () => {
	const contexts = (awaits: boolean, shows: boolean) => [
		`command: setContext: tildeforge.awaitsBrowser: ${awaits}`,
		`command: setContext: tildeforge.showsBrowserSignIn: ${shows}`,
	];

	it('ends with Escape in its box, and nothing of it stays', async () => {
		const { answer, box, item, pending, ended } = open();
		assert.deepEqual(takeCalls(), contexts(true, true));
		await pending.escape();
		assert.deepEqual([await answer, ended(), box.isShown, item.isShown], ['left', true, false, false]);
		assert.deepEqual(takeCalls(), contexts(false, false));
		pending.show();
		assert.equal(box.isShown, false);
	});

	it('goes on in the background while another box is shown, and its own can be shown again', async () => {
		const { answer, box, item, pending, run } = open();
		assert.equal(item.isShown, false);
		takeCalls();
		box.hide();
		assert.deepEqual(takeCalls(), contexts(true, false));
		assert.deepEqual(
			[item.isShown, item.text, item.command],
			[true, '$(loading~spin) Signing in to forge.test…', 'tildeforge.pasteCode'],
		);
		pending.show();
		assert.deepEqual([box.isShown, item.isShown], [true, false]);
		assert.deepEqual(takeCalls(), contexts(true, true));
		box.hide();
		takeCalls();
		run.resolve('done');
		assert.deepEqual(await answer, { result: 'done' });
		assert.deepEqual([item.isShown, takeCalls()], [false, contexts(false, false)]);
	});

	it('leaves an Escape in the background to the box that is shown', async () => {
		const { box, pending, ended } = open();
		box.hide();
		takeCalls();
		await pending.escape();
		assert.deepEqual([ended(), takeCalls()], [false, ['command: workbench.action.closeQuickOpen']]);
	});

	it('offers to open the page again and to copy its address, once there is one', () => {
		const { box, wait } = open();
		takeCalls();
		wait();
		const [back, again, copy, copyRedirect] = box.buttons;
		assert.equal(back, QuickInputButtons.Back);
		box.pressed.fire(again);
		box.pressed.fire(copy);
		box.pressed.fire(copyRedirect);
		assert.deepEqual(takeCalls(), [
			'browser: https://forge.test/authorize',
			'clipboard: https://forge.test/authorize',
			'clipboard: http://127.0.0.1:27555/callback',
		]);
	});
});

describe('The secret of an application', () => {
	const ask = () => {
		const answer = askSecret(new Wizard(), 'forge.test', 'mine', 'Wrong.');
		return { answer, box: made.boxes.at(-1) ?? assert.fail() };
	};

	it('is typed into a field that hides it, without blanks', async () => {
		const { answer, box } = ask();
		assert.deepEqual(
			[box.title, box.password, box.prompt],
			[
				'Sign in to forge.test',
				true,
				"Wrong. Paste the client secret of mine. It is stored in VS Code's secret storage.",
			],
		);
		box.type(' ');
		box.accept();
		assert.equal(box.isShown, true);
		box.type(' s ');
		box.accept();
		assert.deepEqual(await answer, { text: 's' });
	});
});
