import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/sandbox/store.ts';
import { temporaryFolder } from '../../tools/places.ts';

const nobody = () => ({ accounts: [], tokens: [] });

describe('What a forge keeps', () => {
	it('is there again the next time', async () => {
		const folder = temporaryFolder('store');
		const first = openStore(folder, nobody);
		assert.equal(first.known, false);
		first.state.hooks.next = 7;
		first.changed();
		await first.close();
		const second = openStore(folder, nobody);
		assert.equal(second.known, true);
		assert.equal(second.state.hooks.next, 7);
		await second.close();
		assert.deepEqual(readdirSync(folder), ['state.json']);
	});

	it('is not written by two forges at a time', async () => {
		const folder = temporaryFolder('store');
		const first = openStore(folder, nobody);
		assert.throws(() => openStore(folder, nobody), {
			name: 'CannotStart',
			message: `Another forge (process ${process.pid}) uses ${folder}. End it, or choose another folder.`,
		});
		await first.close();
		await openStore(folder, nobody).close();
	});

	// The last one is from an earlier process with the same process id as this one.
	for (const left of ['4194999', '4194999 12.5', '', 'junk', `${process.pid} 12.5`]) {
		it(`is free again when its process is gone, and has left ${JSON.stringify(left)}`, async () => {
			const folder = temporaryFolder('store');
			writeFileSync(join(folder, 'forge.pid'), left);
			await openStore(folder, nobody).close();
		});
	}

	it('is refused in words when it is broken, and left as it is', async () => {
		const folder = temporaryFolder('store');
		writeFileSync(join(folder, 'state.json'), '{ "accounts": ');
		assert.throws(() => openStore(folder, nobody), { name: 'CannotStart', message: /Move it away/ });
		assert.equal(existsSync(join(folder, 'forge.pid')), false);
	});

	it('is nowhere without a folder', async () => {
		const store = openStore(undefined, nobody);
		store.changed();
		await store.close();
		assert.equal(store.known, false);
	});
});
