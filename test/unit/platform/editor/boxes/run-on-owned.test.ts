import assert from 'node:assert/strict';
import { runOnOwned } from '../../../../../src/platform/editor/boxes/run-on-owned.ts';
import type { Ownership } from '../../../../../src/platform/model/ownership.ts';

interface Key {
	readonly account: string;
	readonly owner: string;
	readonly bird: string;
}

const own: Key = { account: 'bob', owner: '~bob', bird: 'wren' };
const pinned: Key = { ...own, owner: '~ana' };

/** Calls a command as ~bob, and records what it did. */
async function call(ownership: Ownership, given: Key | undefined, picked?: Key) {
	const done = { acted: [] as Key[], told: [] as string[], asked: [] as string[] };
	await runOnOwned<Key>(
		given,
		{ title: 'Free Bird', itemsName: 'birds', ownership, act: async (key) => void done.acted.push(key) },
		{
			nameOf: (account) => (account === 'bob' ? '~bob' : undefined),
			pick: async (title, wanted) => {
				done.asked.push(`${title} ${wanted}`);
				return picked;
			},
			inform: async (message) => done.told.push(message),
		},
	);
	return done;
}

describe('A command for own or for pinned items', () => {
	for (const [ownership, given, told] of [
		['own', pinned, 'Free Bird is only available for your own birds.'],
		['pinned', own, 'Free Bird is only available for birds that you have pinned.'],
	] as const) {
		it(`refuses an item that is not ${ownership}`, async () => {
			assert.deepEqual(await call(ownership, given), { acted: [], told: [told], asked: [] });
		});
	}

	it('refuses such an item also if the picker returns it', async () => {
		const { acted, told, asked } = await call('own', undefined, pinned);
		assert.deepEqual([acted, told.length, asked], [[], 1, ['Free Bird own']]);
	});

	it('acts on the item that it was called on, or on the one that the user picks', async () => {
		assert.deepEqual((await call('own', own)).acted, [own]);
		assert.deepEqual((await call('own', undefined, own)).acted, [own]);
		assert.deepEqual((await call('pinned', pinned)).acted, [pinned]);
	});

	it('does nothing if the account is signed out or the user picks nothing', async () => {
		const nothing = { acted: [], told: [] };
		const { asked: _, ...signedOut } = await call('own', { ...own, account: 'ana' });
		assert.deepEqual(signedOut, nothing);
		const { asked, ...left } = await call('own', undefined);
		assert.deepEqual([left, asked.length], [nothing, 1]);
	});
});
