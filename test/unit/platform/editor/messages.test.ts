import assert from 'node:assert/strict';
import { answerWith, enter, problemsOf, takeCalls } from '../../../kit/window/editor.ts';

const { askText, confirm, showError, showInformation, showInStatusBar, showProgress, showWarning } =
	await import('../../../../src/platform/editor/messages.ts');
const { ProgressLocation } = await import('vscode');

const hostile = '[x](command:y) $(bug)';

describe('A text with links and icons', () => {
	it('has no link in messages', async () => {
		for (const show of [showInformation, showWarning, showError]) {
			answerWith(enter('OK'));
			assert.equal(await show(hostile, 'OK'), 'OK');
		}
		await confirm(hostile, hostile, 'OK');
		const safe = '[x] (command:y) $(bug)';
		assert.deepEqual(takeCalls(), [
			...['information', 'warning', 'error'].map((kind) => `${kind}: ${safe}: OK`),
			`warning: ${safe}: ${safe}: OK`,
		]);
	});

	it('has no icon in the status bar, and none in progress there', async () => {
		showInStatusBar(hostile);
		await showProgress({ title: hostile, location: ProgressLocation.Window }, async () => {});
		await showProgress({ title: hostile, location: ProgressLocation.Notification }, async () => {});
		assert.deepEqual(takeCalls(), [
			'status bar: [x](command:y) \\$(bug)',
			'progress: [x](command:y) \\$(bug)',
			'progress: [x] (command:y) $(bug)',
		]);
	});

	it('has neither in an input box, nor in its validation message', async () => {
		const problems: unknown[] = [];
		answerWith(problemsOf(['text', 'message', ''], problems));
		const about = (text: string) =>
			text === 'text' ? hostile : text === '' ? undefined : { message: hostile, severity: 2 as never };
		await askText({ prompt: hostile, validateInput: about });
		const safe = '[x] (command:y) \\$(bug)';
		assert.deepEqual(takeCalls(), [`input: ${safe}`]);
		assert.deepEqual(problems, [safe, { message: safe, severity: 2 }, undefined]);
	});
});

describe('The box for a line of text', () => {
	it('stays open without the focus', async () => {
		let options: unknown;
		answerWith((given) => {
			options = given;
			return 'typed';
		});
		assert.equal(await askText({ prompt: 'Name', value: 'lamp' }), 'typed');
		assert.deepEqual(options, { prompt: 'Name', value: 'lamp', ignoreFocusOut: true });
		takeCalls();
	});
});

describe('A question', () => {
	for (const [answer, isConfirmed] of [
		['Delete', true],
		['', false],
	] as const) {
		it(`is ${isConfirmed ? '' : 'not '}confirmed by "${answer}"`, async () => {
			answerWith(enter(answer));
			assert.equal(await confirm('Delete it?', 'It is gone then.', 'Delete'), isConfirmed);
		});
	}
});
