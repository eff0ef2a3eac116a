import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { answerWith, enter, takeCalls } from '../../../kit/window/editor.ts';

const { editDescription } = await import('../../../../src/platform/items/edit-description.ts');

/** Edits the description of a lamp. The first attempts fail with these errors. */
function editing(current: string, errors: readonly ForgeError[] = []) {
	const sent: string[] = [];
	const left = [...errors];
	const edit = () =>
		editDescription({
			title: 'Edit lamp',
			current,
			prompt: 'Description',
			change: async (description) => {
				sent.push(description);
				const error = left.shift();
				if (error) throw error;
			},
		});
	return { sent, edit };
}

const offline = new ForgeError('offline', 'No connection.');

describe('Editing the description of an item', () => {
	it('has one line, in which a break is written as \\n', async () => {
		const { sent, edit } = editing('One.\nTwo.');
		answerWith(enter('Three.\\nFour.'));
		await edit();
		const prompt = 'Description. Write \\n for a line break.';
		assert.deepEqual(takeCalls(), [`input: Edit lamp: ${prompt}: One.\\nTwo.`]);
		assert.deepEqual(sent, ['Three.\nFour.']);
	});

	it('changes nothing if the text is the same, or the user cancels', async () => {
		const { sent, edit } = editing('Bright.');
		answerWith(enter('Bright.'));
		await edit();
		await edit();
		assert.deepEqual(takeCalls(), Array(2).fill('input: Edit lamp: Description: Bright.'));
		assert.deepEqual(sent, []);
	});

	it('asks again with what was typed, and the reason, if it fails', async () => {
		const { sent, edit } = editing('', [offline]);
		answerWith(enter('White.'), enter('Grey.'));
		await edit();
		assert.equal(takeCalls()[1], 'input: Edit lamp: No connection.: White.');
		assert.deepEqual(sent, ['White.', 'Grey.']);
	});

	for (const [what, mayBeDone, expected] of [
		[
			'sends the former description again after a change that may have been made',
			true,
			['White.', 'Bright.'],
		],
		['does not send the former description after a change that was not made', false, ['White.']],
	] as const)
		it(what, async () => {
			const { sent, edit } = editing('Bright.', [new ForgeError('busy', 'Too slow.', { mayBeDone })]);
			answerWith(enter('White.'), enter('Bright.'));
			await edit();
			assert.deepEqual(sent, expected);
		});

	it('begins with what was typed if the user had to sign in first, but not after that', async () => {
		const ended = new ForgeError('signed-out', 'The session has ended.');
		const { sent, edit } = editing('Dark.', [ended]);
		answerWith(enter('White.'), enter('White.'));
		await assert.rejects(edit(), ended);
		await edit();
		await edit();
		const shown = ['Dark.', 'White.', 'Dark.'];
		assert.deepEqual(
			takeCalls(),
			shown.map((text) => `input: Edit lamp: Description: ${text}`),
		);
		assert.deepEqual(sent, ['White.', 'White.']);
	});
});
