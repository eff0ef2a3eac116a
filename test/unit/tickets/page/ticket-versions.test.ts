import assert from 'node:assert/strict';
import { TicketVersions } from '../../../../src/tickets/page/ticket-versions.ts';
import { ticket } from '../../../kit/pages/ticket-view.ts';

describe('The versions of a ticket that its page has shown', () => {
	const version = (nth: number) => ({ ...ticket, updated: `version ${nth}`, title: `Title ${nth}` });

	it('are known by the time of the last change', () => {
		const versions = new TicketVersions();
		for (const nth of [1, 2]) versions.add(version(nth));
		assert.deepEqual(
			['version 1', 'version 2', 'version 3'].map((one) => versions.get(one)?.title),
			['Title 1', 'Title 2', undefined],
		);
	});

	it('are the latest if there are many', () => {
		const versions = new TicketVersions();
		for (let nth = 1; nth <= 60; nth++) versions.add(version(nth));
		assert.equal(versions.get('version 1'), undefined);
		assert.equal(versions.get('version 60')?.title, 'Title 60');
	});
});
