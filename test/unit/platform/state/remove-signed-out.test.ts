import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { Name } from '../../../../src/base/files/storage.ts';
import { AccountCaches } from '../../../../src/platform/state/account-caches.ts';
import { removeSignedOut } from '../../../../src/platform/state/remove-signed-out.ts';
import { sessionId } from '../../../../src/signin/sessions/session.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';

const [ana, bob] = [sessionId('forge.test', '~ana'), sessionId('forge.test', '~bob')];

describe('The caches and events of accounts that have signed out, and what they have seen,', () => {
	const { folder } = stage();
	const open = async () => fileStorage(await folder(), readable().log);

	async function filled() {
		const storage = await open();
		for (const id of [ana, bob]) {
			await storage.replace(['cache', `${id}-0123456789abcdef`, 'tickets', 'editor'], 'x');
			await storage.replace(['kept', 'inbox', id, 'events'], 'x');
			await storage.replace(['kept', 'seen', id], 'x');
		}
		const unreadable = [`inbox ${ana} events 2026-01-02 0123abcd`, `inbox ${bob}`, `seen ${ana}`, 'outbox'];
		for (const name of unreadable) await storage.replace(['kept', 'unreadable', name], 'x');
		/** The ids that a folder has. */
		const left = async (folder: Name) =>
			(await storage.names(folder)).map((one) => one.replace(/-[0-9a-f]{16}$/, '')).sort();
		const expectLeft = async (...ids: readonly string[]) => {
			const folders: readonly Name[] = [['cache'], ['kept', 'inbox'], ['kept', 'seen']];
			for (const one of folders) assert.deepEqual(await left(one), [...ids].sort());
		};
		return { storage, left, expectLeft };
	}

	it('are removed, and those of accounts that have a session are kept', async () => {
		const { storage, left, expectLeft } = await filled();
		const { log, lines } = readable();
		const removeAllBut = (...ids: readonly string[]) =>
			removeSignedOut(
				storage,
				async () => ids.map((id) => `${id}-0123456789abcdef`),
				() => [],
				log,
			);
		await removeAllBut(ana, bob);
		await expectLeft(ana, bob);
		assert.equal((await left(['kept', 'unreadable'])).length, 4);
		await removeAllBut(bob);
		await expectLeft(bob);
		assert.deepEqual(await left(['kept', 'unreadable']), [`inbox ${bob}`, 'outbox']);
		await removeAllBut();
		await expectLeft();
		assert.deepEqual(await left(['kept', 'unreadable']), ['outbox']);
		assert.deepEqual(lines, []);
	});

	it('are kept while a window uses them, also if the key of the sessions has changed', async () => {
		const { storage } = await filled();
		const { log } = readable();
		const folder = storage.pathOf(['cache']);
		const caches = new AccountCaches(folder, log, (id) => `${id}-0123456789abcdef`);
		const read = () => caches.of(ana).read(['tickets', 'editor']);
		assert.equal(await read(), 'x');
		const renamed = async () => [ana, bob].map((id) => `${id}-fedcba9876543210`);
		await removeSignedOut(storage, renamed, () => caches.openNames, log);
		assert.equal(await read(), 'x');
		assert.deepEqual(await storage.names(['cache']), [`${ana}-0123456789abcdef`]);
	});

	it('stay if it is not known who is signed in, which is logged, and need not be there', async () => {
		const { storage, expectLeft } = await filled();
		const { log, lines } = readable();
		const unknown = () => Promise.reject(new Error('no'));
		await removeSignedOut(await open(), unknown, () => [], log);
		assert.deepEqual(lines, []);
		await removeSignedOut(storage, unknown, () => [], log);
		assert.equal(lines.length, 1);
		await expectLeft(ana, bob);
	});
});
