import assert from 'node:assert/strict';
import { noTrackersRows } from '../../../../src/tickets/view/no-trackers-rows.ts';

describe('The rows of an account without trackers', () => {
	it('say so, and offer to pin or create one', () => {
		assert.deepEqual(
			noTrackersRows('ana').map(({ label, command }) => [label, command?.id]),
			[
				['No trackers yet', undefined],
				['Pin Tracker…', 'tildeforge.pinTracker'],
				['New Tracker…', 'tildeforge.createTracker'],
			],
		);
	});

	it('differ from those of another account', () => {
		const ids = ['ana', 'bob'].flatMap((account) => noTrackersRows(account).map(({ id }) => id));
		assert.equal(new Set(ids).size, ids.length);
	});
});
