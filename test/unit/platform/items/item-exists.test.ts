import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { itemExists } from '../../../../src/platform/items/item-exists.ts';
import type { ItemArea } from '../../../../src/platform/items/item-kind.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { connectionWithoutAreas } from '../../../kit/items/connection-without-areas.ts';
import { itemNamed } from '../../../kit/items/project-items.ts';
import { session } from '../../../kit/window/sessions.ts';

const ana: Account = {
	session: { ...session, id: 'ana', account: '~ana', scopes: null },
	instance: { name: 'forge.test', lists: 'https://lists.forge.test' },
	connection: connectionWithoutAreas(),
};
const item = itemNamed('~ana/editor');
const kindWith = (read: ItemArea['read']): ItemArea => ({
	area: 'lists',
	scopes: [],
	nouns: 'lists',
	read,
});
const failing = (kind: 'missing' | 'offline') =>
	kindWith(async () => {
		throw new ForgeError(kind, 'It failed.');
	});

describe('An item of a project', () => {
	it('exists if the account that would show it can read it', async () => {
		const read: unknown[] = [];
		const kind = kindWith(async (account, { owner, name }) => {
			read.push([account, owner, name]);
			return { owner: null, name };
		});
		const exists = await itemExists(item, [ana], kind);
		assert.deepEqual([exists, read], [true, [[ana, '~ana', 'editor']]]);
	});

	it('does not exist if the forge does not find it', async () => {
		assert.equal(await itemExists(item, [ana], failing('missing')), false);
	});

	const bob: Account = { ...ana, session: { ...ana.session, id: 'bob', account: '~bob' } };
	for (const kind of ['missing', 'forbidden'] as const) {
		it(`exists if one account can read it, although it is ${kind} for another`, async () => {
			const exists = await itemExists(
				itemNamed('~carol/x'),
				[ana, bob],
				kindWith(async (account, found) => {
					if (account === ana) throw new ForgeError(kind, 'It failed.');
					return { ...found, owner: null };
				}),
			);
			assert.equal(exists, true);
		});
	}

	it('may exist if no account can tell', async () => {
		assert.equal(await itemExists(item, [], failing('missing')), undefined);
	});

	it('may exist if the forge cannot be reached', async () => {
		await assert.rejects(itemExists(item, [ana], failing('offline')), { kind: 'offline' });
	});
});
