import assert from 'node:assert/strict';
import { takeCalls } from '../../../kit/window/editor.ts';

const { trySample } = await import('../../../../src/accounts/commands/get-started.ts');

describe('Trying the sample forge', () => {
	it('shows its tickets after the sign-in', async () => {
		takeCalls();
		await trySample(async () => {
			assert.deepEqual(takeCalls(), []);
			return {} as never;
		});
		assert.deepEqual(takeCalls(), ['command: tildeforge.tickets.focus']);
	});
});
