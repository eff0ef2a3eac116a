import assert from 'node:assert/strict';
import { shownThreads } from '../../../../src/patches/view/waiting-statuses.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };

describe('A list with the statuses that the user has set', () => {
	const { open } = demoLists();

	it('shows them until they are undone, and only where they differ from those on the forge', async () => {
		const window = await open();
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		const statuses = await window.statuses();
		const shown = () => shownThreads(cache, statuses);
		assert.equal(shown(), cache.threads);
		await statuses.setStatus(
			await statuses.shownOf([14, 12].map((patchset) => ({ ...list, patchset }))),
			'applied',
			3_600_000,
		);
		await statuses.setStatus(await statuses.shownOf([{ ...list, patchset: 12 }]), 'proposed', 3_600_000);
		const waiting = shown().series.filter(({ isWaiting }) => isWaiting);
		assert.deepEqual(
			waiting.map(({ patchset, status }) => [patchset?.id, status]),
			[[14, 'applied']],
		);
		await statuses.outbox.undo();
		await statuses.outbox.undo();
		assert.equal(shown(), cache.threads);
	});
});
