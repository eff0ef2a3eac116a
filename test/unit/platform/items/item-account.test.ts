import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import {
	accountsFor,
	firstThatMaySee,
	maxItems,
	placeItems,
} from '../../../../src/platform/items/item-account.ts';
import type { ItemArea } from '../../../../src/platform/items/item-kind.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { connectionWithoutAreas } from '../../../kit/items/connection-without-areas.ts';
import { itemNamed, projectItems } from '../../../kit/items/project-items.ts';
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
const kind = kindWith(() => assert.fail('nothing is read'));
const idsFor = (name: string) =>
	accountsFor(itemNamed(name), accounts, kind).map((one) => one.account.session.id);

/** Who may see an item that each account reads with this result. */
async function whoSees(results: Readonly<Record<string, 'missing' | 'forbidden' | 'offline'>>) {
	const read: string[] = [];
	const found = await firstThatMaySee(
		accountsFor(itemNamed('~dave/x'), accounts, kind),
		kindWith(async ({ session }, item) => {
			read.push(session.id);
			const error = results[session.id];
			if (error) throw new ForgeError(error, 'It failed.');
			return { ...item, owner: null };
		}),
	);
	return [found?.account.session.id, read.join(' ')];
}

describe('The accounts for an item', () => {
	it("are all of its forge, the owner's first", () => {
		assert.deepEqual(idsFor('~dave/x'), ['ana', 'bob', 'carol']);
		assert.deepEqual(idsFor('~bob/x'), ['bob', 'ana', 'carol']);
		assert.deepEqual(idsFor('other.test ~bob/x'), []);
	});

	it('are tried until one may see the item', async () => {
		assert.deepEqual(await whoSees({}), ['ana', 'ana']);
		assert.deepEqual(await whoSees({ ana: 'missing', bob: 'forbidden' }), ['carol', 'ana bob carol']);
		const none = { ana: 'missing', bob: 'missing', carol: 'forbidden' } as const;
		assert.deepEqual(await whoSees(none), [undefined, 'ana bob carol']);
	});

	it('are not known if the forge cannot be reached', async () => {
		await assert.rejects(whoSees({ ana: 'missing', bob: 'offline' }), { kind: 'offline' });
	});
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

	it('is that of the owner, without a request', async () => {
		assert.deepEqual(await place({}, '~bob/x', '~bob/x', 'other.test ~bob/x'), {
			reads: [],
			placed: ['bob ~bob/x'],
		});
	});

	it('is the first that may see the item, or the first one if that cannot be found out', async () => {
		const placedWith = async (results: Parameters<typeof place>[0]) =>
			(await place(results, '~dave/x')).placed;
		assert.deepEqual(await placedWith({ ana: 'missing' }), ['bob ~dave/x']);
		assert.deepEqual(await placedWith({ ana: 'missing', bob: 'missing', carol: 'missing' }), ['ana ~dave/x']);
		assert.deepEqual(await placedWith({ ana: 'missing', bob: 'offline' }), ['ana ~dave/x']);
	});

	it('is looked for only for the first items of many', async () => {
		const names = Array.from({ length: maxItems + 5 }, (_, nth) => `~dave/${nth}`);
		const { reads, placed } = await place({}, ...names);
		assert.deepEqual([reads.length, placed.length], [maxItems, maxItems]);
	});

	it('is unknown without projects', async () => {
		assert.deepEqual(await placeItems(undefined, accounts, kind), []);
	});
});
