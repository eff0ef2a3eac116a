import assert from 'node:assert/strict';
import { takeCalls } from '../../../kit/window/editor.ts';

const { openWalkthrough, trySample } = await import('../../../../src/accounts/commands/get-started.ts');

describe('Getting started', () => {
	it('opens the walkthrough in the active editor group', async () => {
		await openWalkthrough();
		assert.deepEqual(takeCalls(), [
			'command: setContext: tildeforge.getStartedOpened: true',
			'command: workbench.action.openWalkthrough: tildeforge.tildeforge#getStarted: false',
		]);
	});
});

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
