import assert from 'node:assert/strict';
import { confirmByName } from '../../../../../src/platform/editor/boxes/confirm-by-name.ts';

/** Answers the question, and returns what the user was told. */
async function answer(typed: string | undefined) {
	const told: string[] = [];
	let problem: unknown;
	const question = { title: 'Delete wren', consequence: 'It is gone.', placeHolder: 'Name', name: 'wren' };
	const isConfirmed = await confirmByName(
		question,
		async ({ prompt, validateInput }) => {
			assert.equal(prompt, 'It is gone. Type wren to confirm.');
			problem = validateInput?.(typed ?? '');
			return typed;
		},
		(message) => told.push(message),
	);
	return { isConfirmed, told: told.length, problem };
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
