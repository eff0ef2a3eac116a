import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { ViewedFiles } from '../../../../src/patches/state/viewed-files.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { mailer } from '../../../kit/forge/lists-forge.ts';
import { ofPatchset } from '../../../kit/mails/read-summary.ts';
import { pageOf, readPageOf } from '../../../kit/pages/a-series-page.ts';
import { until } from '../../../tools/until.ts';

describe('The page of a patchset whose list has a new mail', () => {
	const { open, forge } = demoLists();

	it('reads the mail once, however often it is drawn, and says only then that it could not be loaded', async () => {
		const { lists, folder, log, cache, asked, forget } = await open();
		const list = await cache('ana', 'editor-devel');
		await list.refresh();
		const viewed = new ViewedFiles(fileStorage(folder, log), log);
		const { page } = await readPageOf(ofPatchset(12), lists, folder, { viewed });
		const { loader } = page;
		const [patch] = loader.reading?.version?.patches ?? [];
		assert.ok(patch);
		const { send, end } = await mailer(forge().smtp.port);
		const sender = 'bob@example.org';
		const mail = [
			`From: Bob <${sender}>`,
			'Subject: Re: wrap',
			'Message-ID: <new@example.org>',
			`In-Reply-To: ${patch.mail.messageId}`,
			'',
			'Well?\r\n',
		].join('\r\n');
		assert.match(await send(sender, ['~ana/editor-devel@lists.localhost'], mail), /^250 /);
		end();
		const before = loader.reading?.mails.size ?? 0;
		await list.refresh({ newestOnly: true });
		await until(() => loader.reading?.unread.length === 1);
		assert.equal(loader.isReadingMails, true);
		forget();
		let begun = 0;
		viewed.read = async () => void begun++;
		loader.didDraw();
		loader.didDraw();
		await until(() => loader.reading?.mails.size === before + 1);
		await until(() => !loader.isReadingMails);
		loader.didDraw();
		assert.equal(begun, 1);
		assert.deepEqual(asked(), ['/lists/editor-devel/patchsets/12', '/thread/106']);
		page.dispose();
	});
});

for (const [server, quirks] of [
	['', []],
	[' on a server that deviates from the contract', allQuirks],
] as const) {
	describe(`The page of a patchset whose account is gone${server}`, () => {
		const { open } = demoLists(quirks);

		it('stays readable if the forge has ended the session, until the user signs out', async () => {
			const { lists, folder, asked, forget, revoke, signOut } = await open();
			const { page } = await readPageOf(ofPatchset(12), lists, folder);
			const { loader } = page;
			const { reading } = page.shown();
			const address = page.webAddress() ?? assert.fail();
			revoke('ana');
			forget();
			assert.deepEqual(loader.pageStatus(), {
				kind: 'signed-out',
				instance: 'forge.test',
				why: 'forge.test no longer accepts its token, which has expired or was revoked.',
			});
			assert.equal(page.shown().reading, reading);
			assert.deepEqual([loader.isReading, loader.isReadingMails, page.webAddress()], [false, false, address]);
			page.didDraw(true);
			await page.refresh();
			assert.equal(page.shown().reading, reading);
			assert.deepEqual(asked(), []);
			signOut('ana');
			assert.deepEqual(loader.pageStatus(), { kind: 'signed-out', instance: 'forge.test' });
			assert.equal(page.known, undefined);
			page.dispose();
		});

		it('shows another patchset, or a restored page, as it is stored, and says why it is signed out', async () => {
			const { lists, folder, asked, forget, revoke, reader, signOut } = await open();
			const read = async (patchset: number) => (await readPageOf(ofPatchset(patchset), lists, folder)).page;
			const [older, newer] = [await read(11), await read(12)];
			const titles = [older, newer].map((page) => page.known?.reading.version?.title);
			older.dispose();
			await Promise.all([11, 12].map((patchset) => reader(ofPatchset(patchset)).settled()));
			revoke('ana');
			const later = await open({ folder, revoked: ['ana'] });
			forget();
			for (const [window, patchset, title] of [
				[lists, 11, titles[0]],
				[later.lists, 12, titles[1]],
			] as const) {
				const { page } = pageOf(ofPatchset(patchset), window, folder);
				await page.opened;
				const shown = page.snapshot();
				assert.ok(title);
				assert.deepEqual([shown.title, shown.loadingText], [title, null]);
				assert.notEqual(shown.patches.length, 0);
				assert.match(
					JSON.stringify(shown.notes),
					/~ana is signed out of forge\.test\. forge\.test no longer/,
				);
				page.didDraw(true);
				await page.refresh();
				page.dispose();
			}
			assert.deepEqual([...asked(), ...later.asked()], []);
			newer.dispose();
			signOut('ana');
			const { page } = pageOf(ofPatchset(11), lists, folder);
			assert.deepEqual(page.snapshot().patches, []);
			page.dispose();
		});
	});
}
