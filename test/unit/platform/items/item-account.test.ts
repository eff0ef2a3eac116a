import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { placeItems } from '../../../../src/platform/items/item-account.ts';
import type { ItemArea } from '../../../../src/platform/items/item-kind.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { connectionWithoutAreas } from '../../../kit/items/connection-without-areas.ts';
import { projectItems } from '../../../kit/items/project-items.ts';
import { session } from '../../../kit/window/sessions.ts';

const account = (id: string): Account => ({
	session: { ...session, id, account: `~${id}`, scopes: null },
	instance: { name: 'forge.test', lists: 'https://lists.forge.test' },
	connection: connectionWithoutAreas(),
});
const accounts = ['ana', 'bob', 'carol'].map(account);
const kindWith = (read: ItemArea['read']): ItemArea => ({
	area: 'lists',
	scopes: [],
	nouns: 'lists',
	read,
});

describe('The account for each item of the projects', () => {
	/** Places items that each account reads with this result. */
	async function place(
		results: Readonly<Record<string, 'missing' | 'offline'>>,
		...names: readonly string[]
	) {
		const reads: string[] = [];
		const placed = await placeItems(
			projectItems(...names).items,
			accounts,
			kindWith(async ({ session }, item) => {
				reads.push(`${session.id} ${item.owner}/${item.name}`);
				const error = results[session.id];
				if (error) throw new ForgeError(error, 'It failed.');
				return { ...item, owner: null };
			}),
		);
		return { reads, placed: placed.map((one) => `${one.account.session.id} ${one.owner}/${one.name}`) };
	}

	it('is the first that may see the item, or the first one if that cannot be found out', async () => {
		const placedWith = async (results: Parameters<typeof place>[0]) =>
			(await place(results, '~dave/x')).placed;
		assert.deepEqual(await placedWith({ ana: 'missing' }), ['bob ~dave/x']);
		assert.deepEqual(await placedWith({ ana: 'missing', bob: 'missing', carol: 'missing' }), ['ana ~dave/x']);
		assert.deepEqual(await placedWith({ ana: 'missing', bob: 'offline' }), ['ana ~dave/x']);
	});
});
