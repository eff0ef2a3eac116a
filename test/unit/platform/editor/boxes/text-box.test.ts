import assert from 'node:assert/strict';
import { answerWith, made, passTurns } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';

const { TextBox } = await import('../../../../../src/platform/editor/boxes/text-box.ts');
const { InputBoxValidationSeverity } = await import('vscode');

type Options = ConstructorParameters<typeof TextBox>[0];

const odd = 'Enter an [odd](x:) number.';
const problemOf = (text: string) => (/[13579]$/.test(text) ? undefined : odd);
const shown = odd.replace('](', '] (');

function open(options: Partial<Options> = {}) {
	// The test types by itself.
	answerWith(() => new Promise(() => {}));
	const box = new TextBox({ title: 'T', prompt: 'Odd $(x) numbers', ...options });
	const answer = box.ask().then((entered) => entered?.text);
	return { box, answer, input: made.boxes.at(-1) ?? assert.fail() };
}

describe('A box for a text', () => {
	it('stays while the user does something elsewhere, and answers without the space around the text', async () => {
		const { answer, input } = open();
		assert.deepEqual([input.title, input.prompt, input.ignoreFocusOut], ['T', 'Odd \\$(x) numbers', true]);
		input.type(' 3 ');
		input.accept();
		assert.equal(await answer, '3');
	});

	it('keeps the spaces of a password, and hides it', async () => {
		const { answer, input } = open({ isPassword: true });
		assert.equal(input.password, true);
		input.type(' 3 ');
		input.accept();
		assert.equal(await answer, ' 3 ');
	});

	it('says what is wrong while the user types and after Enter, but not that they have not begun', async () => {
		const { answer, input } = open({ problemOf });
		for (const [text, problem] of [
			['2', shown],
			['', undefined],
			['1', undefined],
			['12', shown],
		] as const) {
			input.type(text);
			assert.equal(input.validationMessage, problem);
		}
		input.type('');
		input.accept();
		await passTurns();
		assert.deepEqual([input.validationMessage, input.isShown], [shown, true]);
		input.type('5');
		input.accept();
		assert.equal(await answer, '5');
	});

	it('can say something else about a text, also about one that it begins with', () => {
		const said = (message: string) => ({ message, severity: InputBoxValidationSeverity.Info });
		const { box, input } = open({ text: '3', problemOf, describe: (text) => said(`This is ${text}`) });
		assert.deepEqual(input.validationMessage, said('This is 3'));
		box.text = '5';
		assert.deepEqual([input.value, input.validationMessage], ['5', said('This is 5')]);
		input.type('4');
		assert.equal(input.validationMessage, shown);
		input.hide();
	});

	it('takes no other text while one is checked, and says what went wrong', async () => {
		const checks: PromiseWithResolvers<string | undefined>[] = [];
		const { box, answer, input } = open({
			checking: 'Connecting…',
			check: () => {
				checks.push(Promise.withResolvers());
				return checks.at(-1)?.promise ?? assert.fail();
			},
		});
		input.type('3');
		input.accept();
		input.accept();
		const checking = { message: 'Connecting…', severity: InputBoxValidationSeverity.Info };
		assert.deepEqual([input.enabled, input.busy, box.isChecking], [false, true, true]);
		assert.deepEqual([checks.length, input.validationMessage], [1, checking]);
		checks[0]?.resolve('No [connection](x).');
		await until(() => input.enabled);
		await passTurns();
		assert.deepEqual([input.busy, input.validationMessage], [false, 'No [connection] (x).']);
		input.accept();
		checks[1]?.resolve(undefined);
		assert.equal(await answer, '3');
	});

	it('ends a check if the user leaves, and closes because of a bug', async () => {
		let signal: AbortSignal | undefined;
		const { answer, input } = open({
			check: async (text, given) => {
				signal = given;
				if (text === 'bug') throw new TypeError('a bug');
				return new Promise(() => {});
			},
		});
		input.type('3');
		input.accept();
		input.hide();
		assert.equal(await answer, undefined);
		assert.equal(signal?.aborted, true);
		const other = open({ check: () => Promise.reject(new TypeError('a bug')) });
		other.input.accept();
		await assert.rejects(other.answer, /a bug/);
	});
});
