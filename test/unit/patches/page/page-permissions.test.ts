import assert from 'node:assert/strict';
import { PagePermissions } from '../../../../src/patches/page/page-permissions.ts';
import { noStatuses } from '../../../kit/pages/no-statuses.ts';

const key = { account: 'one', owner: '~ana', list: 'editor-devel', patchset: 12 };

describe('Whether the user may set a status', () => {
	for (const [may, drawn] of [
		[true, 0],
		[false, 1],
	] as const) {
		it(`is asked once when the forge may be asked, and redraws the page only if it differs from what was shown: ${may}`, async () => {
			let isKnown = false;
			let learned = 0;
			let asked = 0;
			let changes = 0;
			const permissions = new PagePermissions(
				{
					...noStatuses,
					canChange: () => !isKnown || may,
					learnPermissions: async () => {
						learned += 1;
					},
					readPermissions: async () => {
						asked += 1;
						isKnown = true;
						return true;
					},
				},
				() => changes++,
			);
			const draw = async (one: typeof key | undefined, mayAsk: boolean) => {
				const hasAsked = await permissions.didRead(one, mayAsk);
				assert.equal(hasAsked, asked > 0);
				return [learned, asked, changes];
			};
			assert.deepEqual(await draw(undefined, true), [0, 0, 0]);
			// The page is new, or offline.
			for (let time = 0; time < 2; time++) assert.deepEqual(await draw(key, false), [1, 0, 0]);
			for (const mayAsk of [true, true, false]) assert.deepEqual(await draw(key, mayAsk), [1, 1, drawn]);
			permissions.dispose();
		});
	}
});
