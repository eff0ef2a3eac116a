import assert from 'node:assert/strict';
import { seriesOfMail } from '../../../../../src/patches/state/find/series-of-mail.ts';
import { allQuirks } from '../../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { ofPatchset } from '../../../../kit/mails/read-summary.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const { signal } = new AbortController();

for (const quirks of [[], allQuirks]) {
	describe(`The page of a mail${quirks.length > 0 ? ' of a server that deviates from the contract' : ''}`, () => {
		const { open } = demoLists(quirks);
		const openList = async () => {
			const window = await open();
			const account = window.lists.of('ana') ?? assert.fail();
			return {
				...window,
				list: await window.cache('ana', 'editor-devel'),
				pageOf: (mail: number, stop = signal) => seriesOfMail(account, { ...list, mail }, stop),
			};
		};

		it('is that of the version that the mail replies to', async () => {
			const { pageOf, list: cache, asked } = await openList();
			assert.deepEqual(await pageOf(110), ofPatchset(12));
			const count = asked().length;
			assert.deepEqual(await pageOf(110), ofPatchset(12), 'known');
			await cache.refresh();
			assert.ok(count > 0);
		});

		it('is found without a request if the list knows the mail', async () => {
			const { pageOf, list: cache, cut } = await openList();
			await cache.refresh();
			cut(true);
			assert.deepEqual(await pageOf(110), ofPatchset(12));
			const { mail, replies } = cache.threads.discussions.find((one) => one.replies > 0) ?? assert.fail();
			assert.ok(replies > 0);
			const reply = [...cache.mails.values()].find(({ parent }) => parent === mail.id) ?? assert.fail();
			assert.deepEqual(await pageOf(reply.id), { ...list, mail: mail.id });
		});

		it('has the key of the mail if the forge does not answer, and can be cancelled', async () => {
			const { pageOf, cut } = await openList();
			await assert.rejects(pageOf(110, AbortSignal.abort()));
			cut(true);
			assert.deepEqual(await pageOf(110), { ...list, mail: 110 });
		});
	});
}
