import assert from 'node:assert/strict';
import { connect } from '../../../src/forge/connect.ts';
import { eventsOf, families } from '../../../src/forge/families.ts';
import { Queues } from '../../../src/forge/queue.ts';
import { webhookRows } from '../../../src/forge/rows/webhooks.ts';
import { subscribe } from '../../../src/forge/subscribe.ts';
import { transport } from '../../../src/forge/transport.ts';
import { wire } from '../../../src/forge/wire.ts';
import type { Quirk } from '../../../src/sandbox/drift.ts';
import { startHooks } from '../sandbox/hooks-forge.ts';

describe('A subscription to the events of a family', () => {
	const url = 'http://127.0.0.1:9/';
	const events = eventsOf('trackersUser');
	const ends: (() => unknown)[] = [];
	afterEach(async () => {
		for (const end of ends.splice(0).reverse()) await end();
	});

	async function start(...drift: readonly Quirk[]) {
		const forge = await startHooks('trackers', { drift });
		const network = transport();
		ends.push(
			() => forge.stop(),
			() => network.dispose(),
		);
		const alice = wire({
			base: forge.address,
			token: () => 'alice',
			fetch: network.fetch,
			queues: new Queues(),
			agent: 'Tildeforge/test',
			retrying: { times: 0, baseMs: 1, capMs: 1, maxWaitMs: 1 },
		});
		const user = connect(webhookRows(families.trackersUser.path), alice);
		const tracker = connect(webhookRows(families.tracker.path), alice);
		const place = { owner: '~alice', tracker: 'editor' };
		type Hook = Parameters<Parameters<typeof subscribe>[0]['create']>[0];
		const wish = ({ url, events }: Hook) => ({ url, events: [...events] });
		return {
			...forge,
			calls: {
				create: (hook: Hook) => user.createHook({}, wish(hook)),
				remove: (hook: number) => user.deleteHook({ hook }),
			},
			trackerCalls: {
				create: (hook: Hook) => tracker.createHook(place, wish(hook)),
				remove: (hook: number) => tracker.deleteHook({ ...place, hook }),
			},
		};
	}

	it('is one hook where the forge knows all of them', async () => {
		const { calls, state } = await start();
		const { hooks, refused } = await subscribe(calls, url, events);
		assert.deepEqual([hooks.map((hook) => hook.events), refused], [[events], []]);
		assert.equal(state.hooks.length, 1);
	});

	it('has all that the forge knows, where it refuses one of them', async () => {
		const { calls, state } = await start('event-on-tracker');
		const { hooks, refused } = await subscribe(calls, url, events);
		assert.deepEqual(refused, ['event:create']);
		const others = events.filter((event) => event !== 'event:create');
		assert.deepEqual(
			hooks.flatMap((hook) => hook.events),
			others,
		);
		assert.deepEqual(
			state.hooks.flatMap((hook) => hook.events),
			others,
		);
	});

	for (const [what, drift, refused] of [
		[
			'has the events of its tickets where the forge sends them there, as real ones do',
			['event-on-tracker'],
			[],
		],
		['goes without the events of its tickets where the forge has none there', [], ['event:create']],
	] as const) {
		it(`of a tracker ${what}`, async () => {
			const { trackerCalls, state } = await start(...drift);
			const made = await subscribe(trackerCalls, url, eventsOf('tracker'));
			assert.deepEqual(made.refused, refused);
			assert.deepEqual(
				state.hooks.flatMap((hook) => hook.events),
				['label:create', 'label:delete', 'ticket:create', 'event:create'].filter(
					(event) => !made.refused.includes(event),
				),
			);
			assert.deepEqual(new Set(state.hooks.map(({ family }) => family)), new Set(['tracker']));
		});
	}

	it('fails as the forge says where it knows none of them', async () => {
		const { calls, state } = await start('event-on-tracker');
		await assert.rejects(subscribe(calls, url, ['event:create', 'no:such']), { kind: 'refused' });
		assert.deepEqual(state.hooks, []);
	});

	it('leaves no hook behind where the forge is gone before all are made', async () => {
		const { calls, state } = await start('event-on-tracker');
		const create: typeof calls.create = async (hook) => {
			const made = await calls.create(hook);
			if (hook.events[0] === 'tracker:update') throw new TypeError('The connection broke off.');
			return made;
		};
		await assert.rejects(subscribe({ ...calls, create }, url, events), TypeError);
		assert.deepEqual(
			state.hooks.flatMap((hook) => hook.events),
			['tracker:update'],
		);
	});
});
