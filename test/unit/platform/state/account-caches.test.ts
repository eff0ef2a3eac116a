import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { background } from '../../../../src/base/background.ts';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { AccountCaches } from '../../../../src/platform/state/account-caches.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { until } from '../../../tools/until.ts';

describe('The caches of accounts', () => {
	const { folder } = stage();

	async function open(at?: string) {
		const place = at ?? join(await folder(), 'cache');
		return { at: place, caches: new AccountCaches(place, readable().log) };
	}

	async function filled(...accounts: readonly string[]): Promise<string> {
		const { at, caches } = await open();
		for (const account of accounts) await caches.of(account).replace(['tickets', 'editor'], 'private');
		return at;
	}

	it('begin empty, and are watched, if the account signs in while its old cache is being removed', async () => {
		const { at, caches } = await open(await filled('ana'));
		background(caches.remove('ana'));
		const again = caches.of('ana');
		let changes = 0;
		const watcher = again.watch(['tickets'], () => (changes += 1));
		await again.replace(['tickets', 'editor'], 'new');
		await caches.settled(AbortSignal.timeout(20_000));
		assert.equal(await again.read(['tickets', 'editor']), 'new');
		changes = 0;
		const other = fileStorage(join(at, 'ana'), readable().log);
		await until(async () => {
			await other.replace(['tickets', 'editor'], 'new');
			return changes > 0;
		});
		watcher.dispose();
	});

	it('are not watched, and have no folder, after the account has signed out', async () => {
		const { at, caches } = await open(await filled('ana'));
		const cache = caches.of('ana');
		let changes = 0;
		const watch = () => cache.watch(['tickets'], () => (changes += 1));
		watch();
		await cache.read(['tickets', 'editor']);
		await caches.remove('ana');
		watch();
		await cache.read(['tickets', 'editor']);
		assert.deepEqual([existsSync(join(at, 'ana')), changes], [false, 0]);
	});

	it('are on the disk as soon as the name of the folder is known', async () => {
		const at = await filled('ana');
		const known = { name: undefined as string | undefined };
		const caches = new AccountCaches(at, readable().log, () => known.name);
		const read = () => caches.of('ana').read(['tickets', 'editor']);
		assert.equal(await read(), undefined);
		known.name = 'ana';
		assert.equal(await read(), 'private');
	});

	it('are gone when a closing window has waited for them', async () => {
		const { at, caches } = await open(await filled('ana', 'bob'));
		const slow = caches
			.of('ana')
			.lock(['tickets', 'editor'], () => new Promise((done) => setTimeout(done, 50)));
		for (const account of ['ana', 'bob']) background(caches.remove(account));
		await caches.settled(AbortSignal.timeout(20_000));
		assert.deepEqual([existsSync(join(at, 'ana')), existsSync(join(at, 'bob'))], [false, false]);
		await slow;
	});

	it('do not keep a window from closing', async () => {
		const { caches } = await open(await filled('ana'));
		const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const work = () => {
			begun.resolve();
			return end.promise;
		};
		const slow = caches.of('ana').lock(['tickets', 'editor'], work);
		await begun.promise;
		const removed = caches.remove('ana');
		await caches.settled(AbortSignal.timeout(10));
		end.resolve();
		await Promise.all([slow, removed]);
	});
});
