import assert from 'node:assert/strict';
import { noTrackersRows } from '../../../../src/tickets/view/no-trackers-rows.ts';

describe('The rows of an account without trackers', () => {
	it('differ from those of another account', () => {
		const ids = ['ana', 'bob'].flatMap((account) => noTrackersRows(account).map(({ id }) => id));
		assert.equal(new Set(ids).size, ids.length);
	});
});
