import assert from 'node:assert/strict';
import { answerWith, choose, made, takeCalls } from '../../../../kit/window/editor.ts';

const { pick, pickOrType } = await import('../../../../../src/platform/editor/boxes/pick.ts');
const { tickItems } = await import('../../../../../src/platform/editor/boxes/tick-box.ts');

const items = [{ label: 'One' }, { label: 'Two' }];
const options = { title: 'T', placeHolder: 'P' };

describe('A list to choose from', () => {
	beforeEach(() => {
		made.boxes.length = 0;
	});

	it('answers with what the user chooses, or with undefined if they leave', async () => {
		answerWith(choose('Two'));
		assert.equal(await pick(items, options), items[1]);
		assert.equal(await pick(items, options), undefined);
		// After some letters, the best match is active, not the first one.
		assert.equal(made.boxes[0]?.sortByLabel, true);
		assert.deepEqual(takeCalls(), Array(2).fill('pick: T: P: One | Two'));
	});

	it('can have a last row that stays visible, and that resolves with what the user has typed', async () => {
		const ask = () => pickOrType(items, 'Enter…', options);
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
		const ticking = { title: 'T', placeholder: 'P' };
		const answer = tickItems(all, ticking);
		assert.deepEqual(made.boxes[0]?.selectedItems, [all[2]]);
		made.boxes[0].tick(0, 2);
		made.boxes[0].accept();
		assert.deepEqual(await answer, [all[0], all[2]]);
		answerWith(choose('Nothing'));
		assert.deepEqual(await tickItems(items, ticking), []);
		takeCalls();
	});
});
