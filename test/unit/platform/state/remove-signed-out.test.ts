import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { removeSignedOut } from '../../../../src/platform/state/remove-signed-out.ts';
import { sessionId } from '../../../../src/signin/sessions/session.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';

const [ana, bob] = [sessionId('forge.test', '~ana'), sessionId('forge.test', '~bob')];

describe('The events of accounts that have signed out, and what they have seen,', () => {
	const { folder } = stage();
	const open = async () => fileStorage(await folder(), readable().log);

	async function filled() {
		const storage = await open();
		for (const id of [ana, bob]) {
			await storage.replace(['inbox', id, 'events'], 'x');
			await storage.replace(['seen', id], 'x');
		}
		const unreadable = [`inbox ${ana} events 2026-01-02 0123abcd`, `inbox ${bob}`, `seen ${ana}`, 'outbox'];
		for (const name of unreadable) await storage.replace(['unreadable', name], 'x');
		const left = async (name: string) => [...(await storage.names([name]))].sort();
		return { storage, left };
	}

	it('are removed, and those of accounts that have a session are kept', async () => {
		const { storage, left } = await filled();
		const { log, lines } = readable();
		const removeAllBut = (...ids: readonly string[]) =>
			removeSignedOut(storage, async () => ids.map((id) => `${id}-0123456789abcdef`), log);
		await removeAllBut(ana, bob);
		for (const name of ['inbox', 'seen']) assert.deepEqual(await left(name), [ana, bob].sort());
		assert.equal((await left('unreadable')).length, 4);
		await removeAllBut(bob);
		for (const name of ['inbox', 'seen']) assert.deepEqual(await left(name), [bob]);
		assert.deepEqual(await left('unreadable'), [`inbox ${bob}`, 'outbox']);
		await removeAllBut();
		for (const name of ['inbox', 'seen']) assert.deepEqual(await left(name), []);
		assert.deepEqual(await left('unreadable'), ['outbox']);
		assert.deepEqual(lines, []);
	});

	it('stay if it is not known who is signed in, which is logged, and need not be there', async () => {
		const { storage, left } = await filled();
		const { log, lines } = readable();
		const unknown = () => Promise.reject(new Error('no'));
		await removeSignedOut(await open(), unknown, log);
		assert.deepEqual(lines, []);
		await removeSignedOut(storage, unknown, log);
		assert.equal(lines.length, 1);
		assert.deepEqual(await left('seen'), [ana, bob].sort());
	});
});
