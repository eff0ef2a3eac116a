import assert from 'node:assert/strict';
import { shownThreads } from '../../../../src/patches/view/waiting-statuses.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };

describe('A list with the statuses that the user has set', () => {
	const { open } = demoLists();

	it('is not affected by statuses in other lists', async () => {
		const window = await open();
		const cache = await window.cache('ana', 'editor-devel');
		const statuses = await window.statuses();
		await statuses.setStatus(
			await statuses.shownOf([{ ...list, list: 'other', patchset: 14 }]),
			'applied',
			3_600_000,
		);
		assert.equal(shownThreads(cache, statuses), cache.threads);
	});
});
