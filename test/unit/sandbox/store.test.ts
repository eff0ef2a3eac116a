import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startForge } from '../../../src/sandbox/forge.ts';
import { openStore } from '../../../src/sandbox/store.ts';
import { temporaryFolder } from '../../tools/places.ts';

const accounts = () => ({ accounts: [], tokens: [] });

describe('The store of a forge', () => {
	it('returns its state the next time', async () => {
		const folder = temporaryFolder('store');
		const first = await openStore({ folder, accounts });
		assert.equal(first.isRestored, false);
		first.state.hooks.next = 7;
		first.changed();
		await first.close();
		const second = await openStore({ folder, accounts, mustExist: true });
		assert.equal(second.isRestored, true);
		assert.equal(second.state.hooks.next, 7);
		await second.close();
		assert.deepEqual(readdirSync(folder), ['state.json']);
	});

	it('cannot be used by two forges at a time', async () => {
		const folder = temporaryFolder('store');
		const first = await openStore({ folder, accounts });
		await assert.rejects(openStore({ folder, accounts, waitMs: 0 }), {
			name: 'CannotStart',
			message: `Another forge uses ${folder}. End it, or choose another folder.`,
		});
		await first.close();
		await (await openStore({ folder, accounts, waitMs: 0 })).close();
	});

	it('writes nothing after another forge has taken its folder, because it hung', async () => {
		const folder = temporaryFolder('store');
		const hung = await openStore({ folder, accounts });
		hung.changed();
		rmSync(join(folder, 'forge.lock'), { recursive: true });
		const next = await openStore({ folder, accounts, waitMs: 0 });
		next.state.hooks.next = 7;
		next.changed();
		await next.close();
		await hung.close();
		const restored = await openStore({ folder, accounts });
		assert.equal(restored.state.hooks.next, 7);
		await restored.close();
	});

	it('is not made where one must exist', async () => {
		const folder = temporaryFolder('store');
		await assert.rejects(openStore({ folder, accounts, mustExist: true }), { name: 'CannotStart' });
		assert.deepEqual(readdirSync(folder), []);
	});

	const unusable: readonly (readonly [what: string, text: string])[] = [
		['damaged', '{ "accounts": '],
		['of a forge of another version', '{ "accounts": {} }'],
		['of a later format', '{ "format": 2 }'],
		['something else', 'null'],
	];
	for (const [what, text] of unusable) {
		it(`rejects a file that is ${what} with a clear message, leaves it alone, and takes no lock`, async () => {
			const folder = temporaryFolder('store');
			const file = join(folder, 'state.json');
			writeFileSync(file, text);
			await assert.rejects(openStore({ folder, accounts }), {
				name: 'CannotStart',
				message: /Move it away/,
				isInUse: false,
			});
			assert.deepEqual([readdirSync(folder), readFileSync(file, 'utf8')], [['state.json'], text]);
		});
	}

	it('is free again if the forge cannot use its state', async () => {
		const folder = temporaryFolder('store');
		const file = join(folder, 'state.json');
		writeFileSync(file, '{ "format": 1 }');
		await assert.rejects(startForge({ port: 0, data: folder }), TypeError);
		assert.equal(existsSync(join(folder, 'forge.lock')), false);
		assert.equal(readFileSync(file, 'utf8'), '{ "format": 1 }');
	});

	it('writes nothing without a folder', async () => {
		const store = await openStore({ folder: undefined, accounts });
		store.changed();
		await store.close();
		assert.equal(store.isRestored, false);
	});
});
