import assert from 'node:assert/strict';
import { connect } from '../../../../src/forge/client/connect.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { webhookRows } from '../../../../src/forge/rows/webhooks.ts';
import { eventsOf, families } from '../../../../src/forge/webhooks/families.ts';
import { subscribe } from '../../../../src/forge/webhooks/hook-subscription.ts';
import { transport } from '../../../../src/forge/wire/transport.ts';
import type { Quirk } from '../../../../src/sandbox/server/drift.ts';
import { startHooks } from '../../../kit/forge/hooks-forge.ts';
import { testWire } from '../../../kit/forge/test-wire.ts';
import { endings } from '../../../tools/endings.ts';

describe('A subscription to the events of a family', () => {
	const url = 'http://127.0.0.1:9/';
	const events = eventsOf('trackersUser');
	const ending = endings();

	async function start(...drift: readonly Quirk[]) {
		const forge = await startHooks('trackers', { drift });
		const network = transport();
		ending(
			() => forge.stop(),
			() => network.dispose(),
		);
		const alice = testWire({
			base: forge.address,
			token: () => 'alice',
			fetch: network.fetch,
			retryPolicy: { times: 0, baseMs: 1, capMs: 1, maxWaitMs: 1 },
		});
		const user = connect(webhookRows(families.trackersUser.path), alice);
		const tracker = connect(webhookRows(families.tracker.path), alice);
		const place = { owner: '~alice', tracker: 'editor' };
		type Hook = Parameters<Parameters<typeof subscribe>[0]['create']>[0];
		const bodyOf = ({ url, events }: Hook) => ({ url, events: [...events] });
		return {
			...forge,
			calls: {
				create: (hook: Hook) => user.createHook({}, bodyOf(hook)),
				remove: (hook: number) => user.deleteHook({ hook }),
			},
			trackerCalls: {
				create: (hook: Hook) => tracker.createHook(place, bodyOf(hook)),
				remove: (hook: number) => tracker.deleteHook({ ...place, hook }),
			},
		};
	}

	it('is a single hook if the forge knows all of them', async () => {
		const { calls, state } = await start();
		const { hooks, refused } = await subscribe(calls, url, events);
		assert.deepEqual([hooks.map((hook) => hook.events), refused], [[events], []]);
		assert.equal(state.hooks.length, 1);
	});

	it('takes two requests and is a single hook if the forge refuses only an event that real servers have elsewhere', async () => {
		const { calls, state } = await start('event-on-tracker');
		const asked: (readonly string[])[] = [];
		const create: typeof calls.create = (hook) => {
			asked.push(hook.events);
			return calls.create(hook);
		};
		const { hooks, refused } = await subscribe({ ...calls, create }, url, events);
		const others = events.filter((event) => event !== 'event:create');
		assert.deepEqual([asked, refused], [[events, others], ['event:create']]);
		assert.deepEqual([hooks.map((hook) => hook.events), state.hooks.length], [[others], 1]);
	});

	it('contains all events that the forge knows if it refuses another one', async () => {
		const { calls, state } = await start('event-on-tracker');
		const { hooks, refused } = await subscribe(calls, url, [...events, 'no:such']);
		assert.deepEqual(refused, ['event:create', 'no:such']);
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

	it('is still a single hook if the first refusal names the events that it is about, and the forge refuses another one', async () => {
		const { calls, state } = await start('event-on-tracker');
		const named = ['no:such', 'no:other'];
		const create: typeof calls.create = async (hook) => {
			const reasons = named
				.filter((event) => hook.events.includes(event))
				.map((reason) => ({ field: 'events', reason }));
			if (reasons.length > 0) throw new ForgeError('refused', 'Refused.', { reasons });
			return calls.create(hook);
		};
		const { refused } = await subscribe({ ...calls, create }, url, [...events, ...named]);
		assert.deepEqual(
			state.hooks.map((hook) => hook.events),
			[events.filter((event) => event !== 'event:create')],
		);
		assert.deepEqual(refused, [...named, 'event:create']);
	});

	for (const [what, drift, refused] of [
		[
			'includes ticket events if the forge sends them to tracker hooks, as real servers do',
			['event-on-tracker'],
			[],
		],
		['omits ticket events if the forge does not send them to tracker hooks', [], ['event:create']],
	] as const) {
		it(`of a tracker ${what}`, async () => {
			const { trackerCalls, state } = await start(...drift);
			const subscription = await subscribe(trackerCalls, url, eventsOf('tracker'));
			assert.deepEqual(subscription.refused, refused);
			assert.deepEqual(
				state.hooks.flatMap((hook) => hook.events),
				['label:create', 'label:delete', 'ticket:create', 'event:create'].filter(
					(event) => !subscription.refused.includes(event),
				),
			);
			assert.deepEqual(new Set(state.hooks.map(({ family }) => family)), new Set(['tracker']));
		});
	}

	it("fails with the forge's refusal if the forge knows none of them", async () => {
		const { calls, state } = await start('event-on-tracker');
		await assert.rejects(subscribe(calls, url, ['event:create', 'no:such']), { kind: 'refused' });
		assert.deepEqual(state.hooks, []);
	});

	it('deletes the hooks that it knows of if the connection fails before all are made', async () => {
		const { calls, state } = await start('event-on-tracker');
		const create: typeof calls.create = async (hook) => {
			const subscription = await calls.create(hook);
			if (String(hook.events) === 'tracker:update') throw new TypeError('The connection broke off.');
			return subscription;
		};
		await assert.rejects(subscribe({ ...calls, create }, url, [...events, 'no:such']), TypeError);
		assert.deepEqual(
			state.hooks.flatMap((hook) => hook.events),
			['tracker:update'],
		);
	});
});
