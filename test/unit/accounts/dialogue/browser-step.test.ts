import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/errors.ts';
import { answerWith, enter, type FakeBox, made, passTurns, takeCalls } from '../../editor.ts';

const { askSecret, awaitBrowser, PendingSignIns, saysClientIsWrong } = await import(
	'../../../../src/accounts/dialogue/browser-step.ts'
);
const { QuickInputButtons } = await import('vscode');

/** A sign-in that runs until the test ends it. */
function open(pending = new PendingSignIns()) {
	const run = Promise.withResolvers<string>();
	let controls: Parameters<Parameters<typeof awaitBrowser>[2]>[0] | undefined;
	let signal: AbortSignal | undefined;
	const answer = awaitBrowser('forge.test', pending, (given, ended) => {
		[controls, signal] = [given, ended];
		return run.promise;
	});
	const box: FakeBox = made.boxes.at(-1) ?? assert.fail();
	/** The page of the forge is open. It takes only the code `right`. */
	const wait = () =>
		controls?.showWaiting({
			address: 'https://forge.test/authorize',
			paste: (text: string) => text === 'right',
		});
	return {
		answer,
		box,
		run,
		wait,
		pending,
		ended: () => signal?.aborted,
		controls: () => controls ?? assert.fail(),
	};
}

describe('A sign-in in the browser', () => {
	it('ends with its result', async () => {
		const { answer, run, box, ended } = open();
		assert.deepEqual(
			[box.title, box.busy, box.isShown, box.buttons],
			['Sign in to forge.test', true, true, [QuickInputButtons.Back]],
		);
		run.resolve('done');
		assert.deepEqual([await answer, ended(), box.isShown], [{ result: 'done' }, true, false]);
	});

	it('ends with its failure', async () => {
		const { answer, run } = open();
		const error = new Error('refused');
		run.reject(error);
		assert.deepEqual(await answer, { error });
	});

	it('ends when the user goes back', async () => {
		const { answer, box, ended } = open();
		box.pressed.fire({});
		assert.equal(ended(), false);
		box.pressed.fire(QuickInputButtons.Back);
		assert.deepEqual([await answer, ended()], ['back', true]);
	});

	it('ends when the user starts another', async () => {
		const first = open();
		first.box.hide();
		const second = open(first.pending);
		assert.equal(await first.answer, 'left');
		assert.equal(second.box.isShown, true);
	});

	it('goes on in the background while its box is hidden, which can be shown again', async () => {
		const { answer, box, pending, run } = open();
		pending.show();
		box.hide();
		assert.deepEqual(takeCalls(), [
			'command: setContext: tildeforge.awaitsBrowser: true',
			'progress: Sign in to forge.test',
		]);
		const first = made.progress.at(-1) ?? assert.fail();
		assert.match(String(first.message), /^Approve in your browser, or \[enter the code\]/);
		pending.show();
		assert.equal(box.isShown, true);
		assert.deepEqual(takeCalls(), ['command: setContext: tildeforge.awaitsBrowser: false']);
		box.hide();
		takeCalls();
		const second = made.progress.at(-1) ?? assert.fail();
		await passTurns();
		assert.deepEqual([first.isOver, second.isOver], [true, false]);
		run.resolve('done');
		assert.deepEqual(await answer, { result: 'done' });
		await passTurns();
		assert.equal(second.isOver, true);
		assert.deepEqual(takeCalls(), ['command: setContext: tildeforge.awaitsBrowser: false']);
	});

	it('ends when the user cancels it in the background, and not after its box is shown again', async () => {
		const { answer, box, pending, ended } = open();
		box.hide();
		const first = made.progress.at(-1) ?? assert.fail();
		pending.show();
		first.cancel();
		await passTurns();
		assert.equal(ended(), false);
		box.hide();
		made.progress.at(-1)?.cancel();
		assert.deepEqual([await answer, ended()], ['left', true]);
		takeCalls();
	});

	it('shows the box of the sign-in that was hidden last', () => {
		const pending = new PendingSignIns();
		const shown: string[] = [];
		const waiting = (name: string) => ({ show: () => shown.push(name), cancel: () => {} });
		const [first, second] = [waiting('first'), waiting('second')];
		for (const one of [first, second]) pending.add(one);
		pending.show();
		pending.remove(second);
		pending.show();
		pending.remove(first);
		pending.show();
		assert.deepEqual(shown, ['second', 'first']);
		takeCalls();
	});

	it('offers to open the page again and to copy its address, once there is one', () => {
		const { box, wait } = open();
		wait();
		const [back, again, copy] = box.buttons;
		assert.equal(back, QuickInputButtons.Back);
		box.pressed.fire(again);
		box.pressed.fire(copy);
		assert.deepEqual(takeCalls(), [
			'browser: https://forge.test/authorize',
			'clipboard: https://forge.test/authorize',
		]);
	});

	it('says that a pasted text is not for it, until the user types', () => {
		const { box, wait } = open();
		wait();
		for (const [text, isWrong] of [
			[' ', false],
			['right', false],
			['wrong', true],
		] as const) {
			box.value = text;
			box.accept();
			assert.equal(box.validationMessage !== undefined, isWrong, text);
		}
		box.type('w');
		assert.equal(box.validationMessage, undefined);
	});

	it('shows why the forge refuses a code', () => {
		const { box, controls } = open();
		controls().didRejectCode(new ForgeError('refused', 'The code has [expired](x).'));
		assert.equal(box.validationMessage, 'The code has [expired] (x).');
	});
});

describe('The secret of an application', () => {
	for (const [typed, secret] of [
		[' s ', 's'],
		[' ', undefined],
		[undefined, undefined],
	] as const) {
		it(`is ${JSON.stringify(secret)} after ${JSON.stringify(typed)}`, async () => {
			if (typed !== undefined) answerWith(enter(typed));
			assert.equal(await askSecret('forge.test', 'mine', 'Wrong.'), secret);
			assert.deepEqual(takeCalls(), [
				"input: Sign in to forge.test: Wrong. Paste the client secret of mine. It is stored in VS Code's secret storage.",
			]);
		});
	}

	it('is asked for again only if the forge says that it is wrong', () => {
		const about = (field: string) =>
			new ForgeError('refused', 'Wrong.', { reasons: [{ field, reason: 'x' }] });
		assert.deepEqual([about('client'), about('code'), new Error('x')].map(saysClientIsWrong), [
			true,
			false,
			false,
		]);
	});
});
