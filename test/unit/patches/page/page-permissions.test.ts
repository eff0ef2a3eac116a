import assert from 'node:assert/strict';
import { PagePermissions } from '../../../../src/patches/page/page-permissions.ts';
import { settle } from '../../base/clock.ts';

const key = { account: 'one', owner: '~ana', list: 'editor-devel', patchset: 12 };

describe('Whether the user may set a status', () => {
	for (const [may, drawn] of [
		[true, 0],
		[false, 1],
	] as const) {
		it(`is read once, and redraws the page only if it differs from what was shown: ${may}`, async () => {
			let isKnown = false;
			let asked = 0;
			let changes = 0;
			const permissions = new PagePermissions({
				statuses: {
					canChange: () => !isKnown || may,
					readPermissions: async () => {
						asked += 1;
						isKnown = true;
					},
				},
				changed: () => changes++,
			});
			for (const one of [undefined, key, key]) {
				permissions.didRead(one);
				await settle();
			}
			assert.deepEqual([asked, changes], [1, drawn]);
			permissions.dispose();
		});
	}

	it('is no longer asked when the page is closed', async () => {
		let isAborted = false;
		const permissions = new PagePermissions({
			statuses: {
				canChange: () => true,
				readPermissions: (_, signal) =>
					new Promise((resolve) =>
						signal.addEventListener('abort', () => {
							isAborted = true;
							resolve();
						}),
					),
			},
			changed: () => assert.fail('the page is closed'),
		});
		permissions.didRead(key);
		permissions.dispose();
		await settle();
		assert.ok(isAborted);
	});
});
