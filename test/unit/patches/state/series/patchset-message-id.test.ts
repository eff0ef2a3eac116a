import assert from 'node:assert/strict';
import { messageIdOfPatchset } from '../../../../../src/patches/state/series/patchset-message-id.ts';
import { allQuirks } from '../../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';

for (const [name, quirks] of [
	['', []],
	[' of a server that deviates from the contract', allQuirks],
] as const) {
	describe(`The Message-ID of a patchset${name}`, () => {
		const { open } = demoLists(quirks);

		it('is known from its list, or else read', async () => {
			const { cache, cut, lists } = await open();
			const list = await cache('ana', 'editor-devel');
			await list.readPatchset(12);
			const read = await messageIdOfPatchset(list, 12);
			assert.match(read ?? '', /^<.+@.+>$/);
			await list.refresh();
			const cover = await lists.of('ana')?.client.email({ email: read ?? '' });
			assert.equal(cover?.patchset?.id, 12);
			cut(true);
			assert.ok(await messageIdOfPatchset(list, 12));
		});
	});
}
