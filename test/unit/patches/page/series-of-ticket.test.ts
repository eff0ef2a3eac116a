import assert from 'node:assert/strict';
import { seriesOfTicket } from '../../../../src/patches/page/series-of-ticket.ts';
import { findThreads } from '../../../../src/patches/state/lists/series-summary.ts';
import type { FactRow } from '../../../../src/platform/page/snapshot-parts.ts';
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
		const linkOf = ({ pieces: [piece] }: FactRow) =>
			typeof piece === 'object' && 'link' in piece ? [piece.link, piece.open] : [];
		assert.match(
			String(linkOf(wrapping)[1]),
			/^https:\/\/lists\.example\.org\/~ana\/editor-devel\/patches\/\d+$/,
		);
		assert.deepEqual(
			{ ...wrapping, pieces: linkOf(wrapping)[0] },
			{
				...{ icon: 'git-pull-request', tone: 'info', pieces: 'v3 Wrap long lines' },
				detail: 'Proposed · ~ana/editor-devel',
			},
		);
		assert.equal(linkOf(shown('Search for patterns'))[0], 'Search for patterns');
		const pull = shown('Patterns in Ctrl-F');
		assert.match(pull.detail ?? '', /^Pull request · /);
		assert.match(String(linkOf(pull)[1]), /^https:\/\/lists\.example\.org\/~ana\/editor-devel\/%3C.*%3E$/);
		const without = findThreads(devel.mails, new Map());
		assert.match(shown('Wrap long lines', without).detail ?? '', /^No status · /);
	});
});
