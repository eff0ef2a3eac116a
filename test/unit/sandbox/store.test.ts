import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/sandbox/store.ts';
import { temporaryFolder } from '../../tools/places.ts';

const emptyState = () => ({ accounts: [], tokens: [] });

describe('The store of a forge', () => {
	it('returns its state the next time', async () => {
		const folder = temporaryFolder('store');
		const first = openStore(folder, emptyState);
		assert.equal(first.isRestored, false);
		first.state.hooks.next = 7;
		first.changed();
		await first.close();
		const second = openStore(folder, emptyState);
		assert.equal(second.isRestored, true);
		assert.equal(second.state.hooks.next, 7);
		await second.close();
		assert.deepEqual(readdirSync(folder), ['state.json']);
	});

	it('cannot be used by two forges at a time', async () => {
		const folder = temporaryFolder('store');
		const first = openStore(folder, emptyState);
		assert.throws(() => openStore(folder, emptyState), {
			name: 'CannotStart',
			message: `Another forge (process ${process.pid}) uses ${folder}. End it, or choose another folder.`,
		});
		await first.close();
		await openStore(folder, emptyState).close();
	});

	// The last one is from an earlier process with the same process id as this one.
	for (const pidFile of ['4194999', '4194999 12.5', '', 'junk', `${process.pid} 12.5`]) {
		it(`is free again after a dead process has left ${JSON.stringify(pidFile)}`, async () => {
			const folder = temporaryFolder('store');
			writeFileSync(join(folder, 'forge.pid'), pidFile);
			await openStore(folder, emptyState).close();
		});
	}

	it('rejects a damaged file with a clear message, and takes no lock', async () => {
		const folder = temporaryFolder('store');
		writeFileSync(join(folder, 'state.json'), '{ "accounts": ');
		assert.throws(() => openStore(folder, emptyState), { name: 'CannotStart', message: /Move it away/ });
		assert.equal(existsSync(join(folder, 'forge.pid')), false);
	});

	it('writes nothing without a folder', async () => {
		const store = openStore(undefined, emptyState);
		store.changed();
		await store.close();
		assert.equal(store.isRestored, false);
	});
});
