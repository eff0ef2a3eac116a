import assert from 'node:assert/strict';
import { answerWith, choose, enter, made, problemsOf } from '../../../../kit/window/editor.ts';

const { pickColor } = await import('../../../../../src/tickets/commands/labels/pick-color.ts');

describe('Choosing the color of a label', () => {
	it('returns the value of a named color, or of one that is typed', async () => {
		answerWith(choose('Blue'));
		assert.equal(await pickColor('New Label', undefined), '#2672d9');
		answerWith(choose('Enter Color'), enter('ABCDEF'));
		assert.equal(await pickColor('New Label', undefined), '#abcdef');
	});

	it('returns a color that is typed in the first box', async () => {
		const answer = pickColor('New Label', undefined);
		const box = made.boxes.at(-1) ?? assert.fail('no box is open');
		box.type('#ABCDEF');
		box.choose('Enter Color');
		assert.equal(await answer, '#abcdef');
	});

	it('says what a typed color looks like if it is not one', async () => {
		const problems: unknown[] = [];
		answerWith(choose('Enter Color'), problemsOf(['blue', '#00f000'], problems));
		assert.equal(await pickColor('New Label', undefined), undefined);
		assert.deepEqual(problems, ['Enter a color such as #2da44e.', undefined]);
	});
});
