import assert from 'node:assert/strict';
import { answerWith, choose, made, takeCalls } from '../../../../kit/window/editor.ts';
import { until } from '../../../../tools/until.ts';

const { pickManyStep, pickStep } = await import('../../../../../src/platform/editor/boxes/pick-step.ts');
const { window } = await import('vscode');

const items = [{ label: 'One' }, { label: 'Two' }];
const options = { title: 'T', placeHolder: 'P' };

describe('A choice that another box may follow', () => {
	beforeEach(() => {
		made.boxes.length = 0;
	});

	it('is what the user chooses, or undefined if they leave', async () => {
		answerWith(choose('Two'));
		assert.equal(await pickStep(items, options), items[1]);
		assert.equal(await pickStep(items, options), undefined);
		assert.deepEqual(takeCalls(), Array(2).fill('pick: T: P: One | Two'));
	});

	it('can be of several, of which some are ticked at first', async () => {
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

	it('stays open until the next box is shown, and then closes', async () => {
		answerWith(choose('One'));
		await pickStep(items, options);
		const next = window.createQuickPick();
		next.show();
		const [first] = made.boxes;
		assert.equal(first?.isShown, true);
		await until(() => !first.isShown, { what: 'the first box is closed' });
		takeCalls();
	});
});
