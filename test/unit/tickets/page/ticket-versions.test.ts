import assert from 'node:assert/strict';
import { TicketVersions } from '../../../../src/tickets/page/ticket-versions.ts';
import { ticket } from '../../../kit/pages/ticket-view.ts';

describe('The versions of a ticket that its page has shown', () => {
	const version = (nth: number) => ({ ...ticket, updated: `version ${nth}`, title: `Title ${nth}` });

	it('are the latest if there are many', () => {
		const versions = new TicketVersions();
		for (let nth = 1; nth <= 60; nth++) versions.add(version(nth));
		assert.equal(versions.get('version 1'), undefined);
		assert.equal(versions.get('version 60')?.title, 'Title 60');
	});
});
