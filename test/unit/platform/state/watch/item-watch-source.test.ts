import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Emitter } from '../../../../../src/base/emitter.ts';
import type { Page } from '../../../../../src/forge/client/pages.ts';
import { AccountItems } from '../../../../../src/platform/state/account-items.ts';
import { ItemWatchSource } from '../../../../../src/platform/state/watch/item-watch-source.ts';
import type { WatchedResource } from '../../../../../src/platform/state/watch/watch-source.ts';
import type { Account } from '../../../../../src/signin/connections/connection.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { connectionWithoutAreas } from '../../../../kit/items/connection-without-areas.ts';
import { session } from '../../../../kit/window/sessions.ts';

const Lamp = v.object({ name: v.string() });
type Lamp = v.InferOutput<typeof Lamp>;

class LampCache {
	readonly calls: string[];
	readonly size: number;
	constructor(calls: string[], size: number) {
		this.calls = calls;
		this.size = size;
	}
	async open(): Promise<void> {
		this.calls.push('open');
	}
	dispose(): void {
		this.calls.push('dispose');
	}
}

interface LampAccount extends Account {
	readonly lamps: AccountItems<Lamp, LampCache>;
}

describe('Items in which things happen', () => {
	const { storage, ending } = stage();

	it('are the own and pinned ones of all accounts; one that was read stays open, unless it is large', async () => {
		const calls: string[] = [];
		const listed: Lamp[] = [{ name: 'hall' }];
		const lamps = new AccountItems<Lamp, LampCache>({
			kind: { name: 'lamps', shape: Lamp, pins: 'lamp-pins', folders: [] },
			session: { ...session, id: 'session' },
			async *list(): AsyncGenerator<Page<Lamp>> {
				yield { rows: [...listed], total: listed.length, isLast: true };
			},
			createCache: ({ name }) => new LampCache(calls, name === 'shed' ? 50_001 : 10),
			...{ cache: await storage(), permanent: await storage(), log: readable().log },
		});
		ending(() => lamps.dispose());
		const account: LampAccount = {
			session: { ...session, id: 'session', account: '~ana' },
			instance: { name: 'forge.test' },
			connection: connectionWithoutAreas(),
			lamps,
		};
		const changes = new Emitter<void>();
		const accounts: LampAccount[] = [];
		const items = new ItemWatchSource({
			kind: 'lamp',
			hookTargets: {
				all: { family: 'repositoriesUser', params: {} },
				of: ({ owner, name }) => ({ family: 'repository', params: { owner, repository: name } }),
			},
			source: { accounts, onDidChange: changes.event },
			itemsOf: (one) => one.lamps,
			serverOf: ({ instance }) => instance.name,
			checkOf: ({ instance }) =>
				instance.name === 'forge.test'
					? { most: 7, run: async (caches) => void calls.push(`check ${caches.length}`) }
					: undefined,
			isKnown: ({ isVerified }) => isVerified,
			read: async ({ cursor }) => {
				calls.push(`read from ${cursor}`);
				return { events: [], cursor: 2 };
			},
		});
		ending(() => items.dispose());
		let changed = 0;
		items.onDidChange(() => (changed += 1));
		assert.equal(items.watched.length, 0);
		accounts.push(account);
		changes.fire();
		await lamps.own.refresh();
		await lamps.pins.pin({ owner: '~bob', name: 'shed' });
		const { signal } = new AbortController();
		const [list, hall, shed] = items.watched;
		const facts = (one: WatchedResource | undefined) => [one?.id, one?.account, one?.server];
		assert.deepEqual(
			[facts(hall), facts(shed)],
			[
				['["lamp","session","~ana","hall"]', 'session', 'forge.test'],
				['["lamp","session","~bob","shed"]', 'session', 'forge.test'],
			],
		);
		assert.ok(changed >= 3);
		assert.deepEqual(hall?.hookTarget, {
			family: 'repository',
			params: { owner: '~ana', repository: 'hall' },
		});
		assert.deepEqual(list?.hookTarget, { family: 'repositoriesUser', params: {} });
		const readList = async () => {
			const { events, cursor } =
				(await list?.read({ cursor: undefined, deliveries: [], signal })) ?? assert.fail();
			assert.deepEqual(events, []);
			return cursor;
		};
		const before = await readList();
		assert.equal(await readList(), before);
		listed.push({ name: 'stairs' });
		assert.notEqual(await readList(), before);
		assert.deepEqual(await hall?.read({ cursor: 1, deliveries: [], signal }), { events: [], cursor: 2 });
		assert.deepEqual(await hall?.read({ cursor: 2, deliveries: [], signal }), { events: [], cursor: 2 });
		assert.deepEqual(calls.splice(0), ['open', 'read from 1', 'open', 'read from 2']);
		for (const [isVerified, news] of [
			[true, { events: [], cursor: 1, wasKnown: true }],
			[false, { events: [], cursor: 2 }],
		] as const) {
			const delivery = { kind: 'other', event: 'lamp:on', delivery: 'one', body: {} } as const;
			const deliveries = [{ delivery, isVerified }];
			assert.deepEqual(await hall?.read({ cursor: 1, deliveries, cause: 'delivery', signal }), news);
		}
		assert.deepEqual(calls.splice(0), ['open', 'open', 'read from 1']);
		assert.deepEqual([list?.group, hall?.group?.most, hall?.group?.id], [undefined, 7, shed?.group?.id]);
		await hall?.group?.check([hall.id], signal);
		assert.deepEqual(calls.splice(0), ['open', 'check 1']);
		await shed?.read({ cursor: 1, deliveries: [], signal });
		assert.deepEqual(calls.splice(0), ['open', 'read from 1', 'dispose']);
		changes.fire();
		assert.deepEqual(calls.splice(0), ['dispose'], 'the caches of accounts that may be gone');
		// What a closed cache returns is not what has happened.
		accounts.length = 0;
		await assert.rejects(async () => hall?.read({ cursor: 1, deliveries: [], signal }), /was closed/);
	});
});
