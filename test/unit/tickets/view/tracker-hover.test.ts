import assert from 'node:assert/strict';
import { trackerHeading } from '../../../../src/tickets/view/tracker-hover.ts';

describe('The hover of a tracker', () => {
	it('begins with its name, in which nothing is Markdown', () => {
		const key = { account: 'ana', owner: '~ana', tracker: 'a_b' };
		assert.equal(trackerHeading(key), '**\\~ana\\/a\\_b**');
	});
});
