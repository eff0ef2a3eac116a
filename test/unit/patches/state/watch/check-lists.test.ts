import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { listsCheck } from '../../../../../src/patches/state/watch/check-lists.ts';
import { countedAccount } from '../../../../kit/forge/counted-account.ts';
import { demoForge } from '../../../../kit/forge/demo-forge.ts';
import { mine } from '../../../../kit/forge/mine.ts';
import { newToken } from '../../../../kit/forge/new-token.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';
import { sendMails } from '../../../../ui/patches-mails.ts';
import { openList } from '../lists/open-lists.ts';

const editorDevel = { owner: '~ana', list: 'editor-devel' };

describe('A check of mailing lists', () => {
	const { forge, lifetime, inRest, inGraphql } = demoForge();
	const { signal } = new AbortController();
	const clock = stopTheDate(0);

	/** The lists `editor-devel` and `editor-announce` of ana, read by bob at minute 0, and one that does not exist. */
	async function open() {
		let sent = 0;
		const account = inGraphql('bob', () => sent++);
		const { listExtras: extras = assert.fail() } = account.connection;
		const caches = ['editor-devel', 'editor-announce', 'gone'].map((list) =>
			openList(account.connection, lifetime, { key: { account: 'bob', owner: '~ana', list } }),
		);
		for (const cache of caches.slice(0, 2)) await cache.refresh();
		for (const cache of caches) await cache.settled();
		return {
			caches,
			ana: inRest('ana').connection.lists,
			/** Checks at minute 1. Returns when each list counts as read, and the number of requests. */
			check: async (checked = caches) => {
				clock.now = 60_000;
				sent = 0;
				await listsCheck(extras).run(checked, signal);
				return [...checked.map(({ asOf, mailsAsOf }) => [asOf, mailsAsOf].join()), sent];
			},
		};
	}
	const isRead = '60000,60000';
	const isOld = '0,0';

	it('counts as a read of those in which nothing has happened, with one request', async () => {
		const { check, caches } = await open();
		assert.ok(caches[0] && caches[0].mails.size > 25 && caches[0].patchsets.size > 0);
		assert.deepEqual(await check(), [isRead, isRead, ',', 1]);
	});

	const post = () =>
		sendMails(forge(), [{ id: `${randomUUID()}@example.org`, subject: 'Hello', body: 'Text.' }]);
	type Opened = Awaited<ReturnType<typeof open>>;
	for (const [what, change] of [
		['a new mail', post],
		[
			'another status',
			async ({ ana, caches: [cache] }) => {
				const patchset = [...(cache?.patchsets.values() ?? [])].find(
					({ status }) => status === 'proposed',
				)?.id;
				await ana.updatePatchset(
					{ ...editorDevel, patchset: patchset ?? assert.fail() },
					{ status: 'rejected' },
				);
			},
		],
		[
			'another description',
			async ({ ana }) => {
				await ana.updateList({ list: mine('editor-devel') }, { description: `About ${randomUUID()}` });
			},
		],
	] as const satisfies readonly (readonly [string, (opened: Opened) => Promise<void>])[])
		it(`leaves a list to a read of its own after ${what}`, async () => {
			const opened = await open();
			await change(opened);
			assert.deepEqual(await opened.check(), [isOld, isRead, ',', 1]);
		});

	for (const scope of ['EMAILS', 'PATCHES'])
		it(`asks nothing with a token that may not read ${scope}, which each read reports`, async () => {
			const scopes = ['PROFILE', 'LISTS', 'EMAILS', 'PATCHES'].filter((one) => one !== scope);
			const token = await newToken(
				forge(),
				scopes.map((one) => `lists.sr.ht/${one}:RO`),
			);
			const instance = { name: 'forge.test', ...forge().addresses };
			let sent = 0;
			const facts = { instance, me: '~ana', token, isGraphql: true, onRequest: () => sent++ };
			const { connection } = countedAccount(facts, lifetime).account;
			const { listExtras: extras = assert.fail() } = connection;
			const key = { account: 'ana', owner: '~ana', list: 'editor-devel' };
			const cache = openList(connection, lifetime, { key, me: '~ana' });
			await cache.refresh();
			assert.equal(cache.lastError?.kind, 'forbidden');
			sent = 0;
			await listsCheck(extras).run([cache], signal);
			assert.equal(sent, 0);
		});
});
