import assert from 'node:assert/strict';
import { createPatchesView } from '../../../../src/patches/view/patches-view.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { ofPatchset } from '../../../kit/mails/read-summary.ts';
import { readPageOf } from '../../../kit/pages/a-series-page.ts';
import { noDrafts } from '../../../kit/pages/no-mails.ts';
import { below, drawnViews, named } from '../../../kit/window/drawn-view.ts';
import { until } from '../../../tools/until.ts';

for (const quirks of [[], allQuirks]) {
	const kind = quirks.length > 0 ? 'a real server' : 'a strict server';
	describe(`The row of a series of ${kind}`, () => {
		const { open } = demoLists(quirks);
		const showView = drawnViews();

		it('says who has reviewed it once its page was opened, also after a restart', async () => {
			const first = await open();
			const labelIn = async ({ lists, accounts, statuses: openStatuses }: typeof first) => {
				const statuses = await openStatuses();
				const { draw } = showView(accounts, (changed) =>
					createPatchesView({
						...{ source: lists, statuses, changed, queries: () => [], isVisible: () => true },
						drafts: noDrafts,
					}),
				);
				return async () => {
					const rows = await below(await draw(), '~ana/editor-devel', 'Proposed');
					const { description, tooltip, spokenLabel = '' } = named(rows, 'Wrap long lines');
					const hover = typeof tooltip === 'object' ? tooltip.markdown() : '';
					const isReviewed = description?.endsWith(' · 9 replies · 1/3 reviewed · v3') === true;
					assert.equal(hover.includes('reviewed by 1 person'), isReviewed);
					assert.equal(spokenLabel.includes('reviewed'), isReviewed);
					return spokenLabel;
				};
			};
			const cache = await first.cache('ana', 'editor-devel');
			await cache.refresh();
			const label = await labelIn(first);
			const reviewed =
				/^Wrap long lines, version 3, proposed, 3 patches, 1 of 3 reviewed, reviewed by 1 person, by /;
			assert.doesNotMatch(await label(), /reviewed/);
			const { page } = await readPageOf(ofPatchset(12), first.lists, first.folder);
			await until(async () => reviewed.test(await label()), { what: 'the row says who has reviewed it' });
			await cache.refresh();
			assert.match(await label(), reviewed, 'also after the list was read again');
			page.dispose();
			await cache.settled();
			const later = await open({ folder: first.folder });
			later.cut(true);
			await later.cache('ana', 'editor-devel');
			await until(async () => reviewed.test(await (await labelIn(later))()), {
				what: 'it is known after a restart',
			});
		});
	});
}
