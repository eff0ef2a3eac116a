import assert from 'node:assert/strict';
import { trackerRow } from '../../../../src/tickets/view/tracker-row.ts';

const key = { account: 'ana', owner: '~ana', tracker: 'editor' };

describe('The row of a tracker', () => {
	const row = (me: string, isComplete: boolean, description?: string, isPinned = true) =>
		trackerRow({
			trackerCache: { key, tickets: new Map(), isComplete },
			...{ me, isPinned },
			description: () => description,
			isFirst: false,
			children: () => [],
		});

	it('has no number of tickets before they are known', () => {
		assert.deepEqual([row('~ana', false).description, row('~ana', true).description], [undefined, '0 open']);
	});

	it('offers the menu for own or pinned trackers', () => {
		assert.deepEqual(
			[row('~ana', true).context, row('~bob', true).context],
			['tracker own', 'tracker pinned'],
		);
		assert.equal(row('~bob', true, '', false).context, 'tracker other');
	});

	it('has its name in the tooltip, above the description if it has one', () => {
		assert.deepEqual(
			[row('~ana', true).tooltip, row('~ana', true, ' Words ').tooltip],
			['~ana/editor', '~ana/editor\n\nWords'],
		);
	});
});
