import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { itemExists } from '../../../../src/platform/view/item-exists.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { itemNamed } from './project-items.ts';
import { session } from './sessions.ts';

const ana: Account = {
	session: { ...session, id: 'ana', account: '~ana', scopes: null },
	instance: { name: 'forge.test', lists: 'https://lists.forge.test' },
	connection: {
		...{ lists: undefined, repositories: undefined, trackers: undefined },
		webhooks: () => undefined,
		onDidAnswer: () => ({ dispose: () => {} }),
	},
};
const item = itemNamed('~ana/editor');
const view = { area: 'lists', scopes: [] } as const;
const failing = (kind: 'missing' | 'offline') => async () => {
	throw new ForgeError(kind, 'It failed.');
};

describe('An item of a project', () => {
	it('exists if the account that would show it can read it', async () => {
		const read: unknown[] = [];
		const exists = await itemExists(item, [ana], view, async ({ account, owner, name }) =>
			read.push([account, owner, name]),
		);
		assert.deepEqual([exists, read], [true, [[ana, '~ana', 'editor']]]);
	});

	it('does not exist if the forge does not find it', async () => {
		assert.equal(await itemExists(item, [ana], view, failing('missing')), false);
	});

	const bob: Account = { ...ana, session: { ...ana.session, id: 'bob', account: '~bob' } };
	for (const kind of ['missing', 'forbidden'] as const) {
		it(`exists if one account can read it, although it is ${kind} for another`, async () => {
			const exists = await itemExists(itemNamed('~carol/x'), [ana, bob], view, async ({ account }) => {
				if (account === ana) throw new ForgeError(kind, 'It failed.');
			});
			assert.equal(exists, true);
		});
	}

	it('may exist if no account can tell', async () => {
		assert.equal(await itemExists(item, [], view, failing('missing')), undefined);
	});

	it('may exist if the forge cannot be reached', async () => {
		await assert.rejects(itemExists(item, [ana], view, failing('offline')), { kind: 'offline' });
	});
});
