import assert from 'node:assert/strict';
import { answerWith, choose, enter, made, problemsOf, takeCalls } from '../../../../kit/window/editor.ts';

const { pickColor } = await import('../../../../../src/tickets/commands/labels/pick-color.ts');

describe('Choosing the color of a label', () => {
	const labels = (calls: readonly string[]) => calls[0]?.split(': ').at(-1)?.split(' | ') ?? [];

	it('offers the current color first, by its name if it has one', async () => {
		await pickColor('Edit Label', '#2672d9');
		const [first, second] = labels(takeCalls());
		assert.match(`${first} ${second}`, /^Blue.* Red/);
		await pickColor('Edit Label', '#123456');
		assert.match(labels(takeCalls())[0] ?? '', /^#123456/);
		await pickColor('New Label', undefined);
		assert.match(labels(takeCalls())[0] ?? '', /^Red/);
	});

	it('returns the value of a named color, or of one that is typed', async () => {
		answerWith(choose('Blue'));
		assert.equal(await pickColor('New Label', undefined), '#2672d9');
		answerWith(choose('Enter Color'), enter('ABCDEF'));
		assert.equal(await pickColor('New Label', undefined), '#abcdef');
	});

	it('shows the row for another color while the user types one, and asks for it with what was typed', async () => {
		answerWith((rows) => {
			const box = made.boxes.at(-1) ?? assert.fail();
			box.type('abc');
			assert.equal(box.ignoreFocusOut, true);
			return Array.isArray(rows) && rows.find(({ alwaysShow }) => alwaysShow);
		}, enter('#abcdef'));
		assert.equal(await pickColor('Edit Label', '#2672d9'), '#abcdef');
		assert.match(takeCalls()[1] ?? '', /^input: Edit Label: Color of the label: abc$/);
		answerWith(choose('Enter Color'));
		await pickColor('Edit Label', '#2672d9');
		assert.match(takeCalls()[1] ?? '', /: #2672d9$/);
	});

	it('says what a typed color looks like if it is not one', async () => {
		const problems: unknown[] = [];
		answerWith(choose('Enter Color'), problemsOf(['blue', '#00f000'], problems));
		assert.equal(await pickColor('New Label', undefined), undefined);
		assert.deepEqual(problems, ['Enter a color such as #2da44e.', undefined]);
	});
});
