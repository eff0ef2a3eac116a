import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/errors.ts';
import { accountsFor, firstThatMaySee } from '../../../../src/platform/view/item-account.ts';
import type { Account } from '../../../../src/signin/connection.ts';
import { itemNamed } from './project-items.ts';
import { session } from './sessions.ts';

const account = (id: string): Account => ({
	session: { ...session, id, account: `~${id}`, scopes: null },
	instance: { name: 'forge.test', lists: 'https://lists.forge.test' },
	connection: {
		...{ lists: undefined, repositories: undefined, trackers: undefined },
		onDidAnswer: () => ({ dispose: () => {} }),
	},
});
const accounts = ['ana', 'bob', 'carol'].map(account);
const view = { area: 'lists', scopes: [] } as const;
const idsFor = (name: string) =>
	accountsFor(itemNamed(name), accounts, view).map((one) => one.account.session.id);

/** Who may see an item that each account reads with this result. */
async function whoSees(results: Readonly<Record<string, 'missing' | 'forbidden' | 'offline'>>) {
	const read: string[] = [];
	const found = await firstThatMaySee(
		accountsFor(itemNamed('~dave/x'), accounts, view),
		async ({ account: { session } }) => {
			read.push(session.id);
			const kind = results[session.id];
			if (kind) throw new ForgeError(kind, 'It failed.');
		},
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
