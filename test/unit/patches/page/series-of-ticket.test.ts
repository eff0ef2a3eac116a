import assert from 'node:assert/strict';
import { seriesOfTicket } from '../../../../src/patches/page/series-of-ticket.ts';
import { findThreads } from '../../../../src/patches/state/lists/series-summary.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const base = 'https://lists.example.org';

describe('A series on the page of a ticket', () => {
	const { open } = demoLists();

	it('has the title, version and status, and the address of the newest version', async () => {
		const { cache } = await open();
		const devel = await cache('ana', 'editor-devel');
		await devel.refresh();
		const shown = (title: string, { series } = devel.threads) => {
			const found = series.find(({ chain }) => chain.title === title) ?? assert.fail(title);
			return seriesOfTicket({ list, series: found }, base);
		};
		const wrapping = shown('Wrap long lines');
		assert.match(wrapping.address, /^https:\/\/lists\.example\.org\/~ana\/editor-devel\/patches\/\d+$/);
		assert.deepEqual(
			{ ...wrapping, address: '' },
			{
				...{ title: 'v3 Wrap long lines', icon: 'git-pull-request', tone: 'info', status: 'Proposed' },
				...{ list: '~ana/editor-devel', address: '' },
			},
		);
		assert.equal(shown('Search for patterns').title, 'Search for patterns');
		const pull = shown('Patterns in Ctrl-F');
		assert.equal(pull.status, 'Pull request');
		assert.match(pull.address, /^https:\/\/lists\.example\.org\/~ana\/editor-devel\/%3C.*%3E$/);
		const without = findThreads(devel.mails, new Map());
		assert.equal(shown('Wrap long lines', without).status, 'No status');
	});
});
