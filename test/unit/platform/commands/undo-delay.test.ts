import assert from 'node:assert/strict';
import { setSetting } from '../../../kit/window/editor.ts';

const { undoDelayMs } = await import('../../../../src/platform/commands/undo-delay.ts');

describe('The time in which a change can be undone', () => {
	for (const [written, expected] of [
		[undefined, 5000],
		['7', 5000],
		[7, 7000],
		[0, 0],
		[-1, 0],
		[60, 60_000],
		[61, 60_000],
	] as const) {
		it(`is ${expected} ms for the setting ${JSON.stringify(written)}`, () => {
			setSetting('tildeforge.undoSeconds', written);
			assert.equal(undoDelayMs(), expected);
		});
	}
});
