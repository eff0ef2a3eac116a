import assert from 'node:assert/strict';
import type { InputBoxOptions } from 'vscode';
import { answerWith, takeCalls } from '../../../../kit/window/editor.ts';

const { confirmByName } = await import('../../../../../src/platform/editor/boxes/confirm-by-name.ts');

/** Answers the question, and returns how often the user was told something. */
async function answer(typed: string | undefined) {
	let problem: unknown;
	answerWith(async (given) => {
		const { prompt, validateInput } = given as InputBoxOptions;
		assert.equal(prompt, 'It is gone. Type wren to confirm.');
		problem = await validateInput?.(typed ?? '');
		return typed;
	});
	const isConfirmed = await confirmByName('Delete wren', 'It is gone.', 'Name', 'wren');
	const told = takeCalls().filter((call) => call.includes('Nothing was deleted')).length;
	return { isConfirmed, told, problem };
}

describe('An action that removes something', () => {
	for (const [typed, isConfirmed, told, problem] of [
		['wren', true, 0, undefined],
		['wre', false, 1, undefined],
		['Wren', false, 1, 'Type the name exactly.'],
		['', false, 1, undefined],
		[undefined, false, 0, undefined],
	] as const) {
		it(`${isConfirmed ? 'runs' : 'does not run'} after ${typed === undefined ? 'Escape' : `"${typed}"`}`, async () => {
			assert.deepEqual(await answer(typed), { isConfirmed, told, problem });
		});
	}
});
