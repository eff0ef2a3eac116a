import assert from 'node:assert/strict';
import type { Lifetime } from '../../../../src/base/lifetime.ts';
import type { FactRow } from '../../../../src/platform/page/snapshot-parts.ts';
import { type FollowSeries, TicketSeries } from '../../../../src/tickets/page/ticket-series.ts';
import { key, snapshotOf, view } from '../../../kit/pages/ticket-view.ts';

const series: FactRow = {
	pieces: [{ link: 'v3 Wrap long lines', open: 'https://lists.example.org/~ana/editor-devel/patches/7' }],
	detail: 'Proposed · ~ana/editor-devel',
};

describe('The series that name a ticket', () => {
	it('are looked for when the page is visible, until it is closed, and the page is drawn again when they change', () => {
		let holder: Lifetime | undefined;
		let tell: (found: readonly FactRow[]) => void = () => assert.fail('There is no listener yet.');
		let changes = 0;
		let calls = 0;
		const followSeries: FollowSeries = async (_, lifetime, didFind) => {
			calls += 1;
			holder = lifetime;
			tell = didFind;
		};
		const named = new TicketSeries(key, followSeries, () => changes++);
		assert.equal(calls, 0);
		named.didDraw();
		named.didDraw();
		assert.equal(calls, 1);
		tell([]);
		assert.equal(changes, 0);
		tell([series]);
		tell([{ ...series }]);
		assert.deepEqual([named.series, changes], [[series], 1]);
		named.dispose();
		assert.ok(holder?.ended);
	});

	it('are facts about it, and missing if there are none', () => {
		const terms = (shown: readonly FactRow[]) =>
			snapshotOf({ ...view, series: shown }).facts.map(({ term }) => term);
		assert.ok(terms([series]).includes('Patches'));
		assert.ok(!terms([]).includes('Patches'));
	});
});
