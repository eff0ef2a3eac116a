import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { PatchServices } from '../../../src/patches/services.ts';
import { AccountCaches } from '../../../src/platform/state/account-caches.ts';
import type { Account } from '../../../src/signin/connections/connection.ts';
import { memory } from '../../tools/memory.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { countedAccount } from '../inbox/counted-account.ts';
import { fixedAccounts } from '../platform/state/fixed-accounts.ts';
import { readable } from '../tickets/state/forge.ts';

describe('The parts of the patches feature', () => {
	const lifetime = new Lifetime();
	const folder = temporaryFolder('patch-services');
	after(async () => {
		lifetime.dispose();
		await rm(folder, { recursive: true, force: true });
	});

	function open(accounts: readonly Account[], load: (name: string, part?: object) => () => Promise<never>) {
		const { log } = readable();
		const forges = fixedAccounts(accounts, new AccountCaches(folder, log));
		return new PatchServices({
			...{ lifetime, log },
			accounts: load('accounts', { forges }),
			followSessions: load('sessions'),
			outboxes: load('outboxes'),
			projects: load('projects'),
			existing: async () => undefined,
			remoteFiles: () => async () => undefined,
			tree: load('tree'),
			context: { globalState: memory(), globalStorageUri: { fsPath: folder } } as never,
		});
	}

	it('load of the rest of the extension only what they need, when they are first needed', async () => {
		const loaded = new Set<string>();
		const load = (name: string, part?: object) => async () => {
			loaded.add(name);
			return part as never;
		};
		const services = open([], load);
		assert.equal(await services.seen(), await services.seen());
		assert.deepEqual([...loaded], []);
		const { outbox } = await services.changes();
		assert.equal((await services.changes()).outbox, outbox);
		assert.deepEqual([...loaded].sort(), ['accounts', 'sessions']);
	});

	it('keep the lists that were searched for the last ticket, and no longer those of the tickets before', async () => {
		const address = 'http://127.0.0.1:9';
		const { account } = countedAccount(
			{
				instance: {
					...{ name: 'forge.test', webhookKey: '' },
					...{ identity: address, lists: address, repositories: address, trackers: address },
				},
				...{ me: '~ana', token: 'token', onRequest: () => {} },
			},
			lifetime,
		);
		const services = open([account], (_, part) => async () => part as never);
		const sizes: number[] = [];
		for (let ticket = 1; ticket <= 4; ticket++) {
			const page = new Lifetime();
			const key = { account: account.session.id, owner: '~ana', tracker: 'editor', ticket };
			await services.followSeries(key, page, () => {});
			page.dispose();
			sizes.push(lifetime.size);
		}
		assert.deepEqual(sizes.slice(1), sizes.slice(1).fill(sizes[0] ?? 0));
	});
});
