import assert from 'node:assert/strict';
import { answerWith, choose, enter, made, takeCalls } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';

const { inputStep, pickManyStep, pickStep, pickStepOrText } = await import(
	'../../../../../src/platform/editor/boxes/box-steps.ts'
);
const { window } = await import('vscode');

const items = [{ label: 'One' }, { label: 'Two' }];
const options = { title: 'T', placeHolder: 'P' };

describe('A box that another one may follow', () => {
	beforeEach(() => {
		made.boxes.length = 0;
	});

	it('answers with what the user chooses, or with undefined if they leave', async () => {
		answerWith(choose('Two'));
		assert.equal(await pickStep(items, options), items[1]);
		assert.equal(await pickStep(items, options), undefined);
		assert.deepEqual(takeCalls(), Array(2).fill('pick: T: P: One | Two'));
	});

	it('can have a last row that stays visible, and that resolves with what the user has typed', async () => {
		const ask = () => pickStepOrText(items, 'Enter…', options);
		answerWith((rows) => {
			const [box = assert.fail()] = made.boxes;
			box.type('Three');
			// VS Code hides the other rows, which do not have the text.
			return Array.isArray(rows) && rows.find(({ alwaysShow }) => alwaysShow);
		});
		assert.equal(await ask(), 'Three');
		answerWith(choose('Enter'));
		assert.equal(await ask(), '');
		answerWith(choose('Two'));
		assert.equal(await ask(), items[1]);
		assert.equal(await ask(), undefined);
		assert.deepEqual(takeCalls(), Array(4).fill('pick: T: P: One | Two |  | Enter…'));
	});

	it('can offer several, of which some are ticked at first', async () => {
		const all = [...items, { label: 'Three', picked: true }];
		const answer = pickManyStep(all, options);
		assert.deepEqual(made.boxes[0]?.selectedItems, [all[2]]);
		made.boxes[0].tick(0, 2);
		made.boxes[0].accept();
		assert.deepEqual(await answer, [all[0], all[2]]);
		answerWith(choose('Nothing'));
		assert.deepEqual(await pickManyStep(items, options), []);
		takeCalls();
	});

	const isOdd = (text: string) => (/^\d*[13579]$/.test(text) ? undefined : 'Enter an [odd](x:) number.');
	const input = { ...options, prompt: 'Odd <numbers>' };

	it('can ask for a text, which is entered once nothing is wrong with it', async () => {
		answerWith(enter('3'));
		assert.equal(await inputStep(input, isOdd), '3');
		assert.equal(await inputStep(input, isOdd), undefined);
		assert.match(takeCalls()[0] ?? '', /^input: T: Odd /);
		answerWith(async () => new Promise(() => {}));
		const answer = inputStep(input, isOdd);
		const box = made.boxes.at(-1) ?? assert.fail();
		assert.equal(box.ignoreFocusOut, true);
		for (const [text, problem] of [
			['2', 'Enter an [odd] (x:) number.'],
			['', undefined],
			['1', undefined],
			['12', 'Enter an [odd] (x:) number.'],
		] as const) {
			box.type(text);
			assert.equal(box.validationMessage, problem);
		}
		box.accept();
		box.type('');
		box.accept();
		assert.match(String(box.validationMessage), /odd/);
		box.type('5');
		box.accept();
		assert.equal(await answer, '5');
		takeCalls();
	});

	for (const [what, ask] of [
		['a choice', () => pickStep(items, options)],
		['a text', () => inputStep(input, isOdd)],
	] as const)
		it(`stays open until the next box is shown, and then closes, after ${what}`, async () => {
			answerWith(what === 'a text' ? enter('1') : choose('One'));
			await ask();
			const next = window.createQuickPick();
			next.show();
			const [first] = made.boxes;
			assert.equal(first?.isShown, true);
			await until(() => !first.isShown, { what: 'the first box is closed' });
			takeCalls();
		});
});
