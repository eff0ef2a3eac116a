import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import type { Storage } from '../../../../../src/base/files/storage.ts';
import { MailStore } from '../../../../../src/patches/state/mails/mail-store.ts';
import { allQuirks } from '../../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';

const path = (mail: number) => ['texts', String(mail)] as const;

for (const quirks of [[], allQuirks]) {
	describe(`A mail${quirks.length > 0 ? ' of a server that deviates from the contract' : ''}`, () => {
		const { open: openLists } = demoLists(quirks);
		const open = async (options: Parameters<typeof openLists>[0] = {}) => {
			const window = await openLists(options);
			const mails = window.lists.of('ana')?.series.mails ?? assert.fail();
			return { ...window, mails };
		};

		it('is read again if its file is damaged', async () => {
			const { mails, folder } = await open();
			await mails.fetch(106);
			await mails.settled();
			const later = await open({ folder });
			const storage = fileStorage(`${folder}/cache/ana`, later.log);
			await storage.replace(path(106), 'damaged');
			assert.equal((await later.mails.read([106])).size, 0);
			await later.mails.fetch(106);
			await later.mails.settled();
			const again = await open({ folder });
			assert.equal((await again.mails.read([106])).size, 1);
			assert.deepEqual(later.lines.filter(({ line }) => line.includes('damaged')).length, 1);
		});
	});
}

describe('The store of mails', () => {
	const { open } = demoLists();
	const { ending } = stage();
	/** A store whose storage fails or reads as `change` says. */
	const storeWith = async (change: Partial<Storage>) => {
		const { accounts, folder } = await open();
		const client = accounts()[0]?.connection.lists ?? assert.fail();
		const { log, lines } = readable();
		const cache = { ...fileStorage(folder, log), ...change };
		const mails = new MailStore(client, { cache, log });
		ending(() => mails.dispose());
		return { mails, lines };
	};
	const fails = () => Promise.reject(new Error('the disk is full'));

	it('has the mails of this window even if they cannot be written or read', async () => {
		const { mails } = await storeWith({ read: fails, replace: fails });
		await mails.fetch(106);
		await mails.settled();
		assert.deepEqual([...(await mails.read([106, 107])).keys()], [106]);
		assert.equal(await mails.summary(107), undefined);
	});

	it('writes a mail that it has on the disk only once', async () => {
		const written: string[] = [];
		const replace = async (name: readonly string[]) => void written.push(name.join('/'));
		const { mails } = await storeWith({ replace });
		const mail = await mails.fetch(106);
		await mails.settled();
		mails.put([mail]);
		mails.put([{ ...mail, id: 4711, envelope: null }]);
		await mails.settled();
		assert.deepEqual(written, ['texts/106']);
		// Another window may have removed the file, which is why the mail is read again.
		await mails.fetch(106);
		await mails.settled();
		assert.deepEqual(written, ['texts/106', 'texts/106']);
	});
});
