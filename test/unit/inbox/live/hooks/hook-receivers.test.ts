import assert from 'node:assert/strict';
import { Log } from '../../../../../src/base/log/log.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { Received } from '../../../../../src/forge/webhooks/delivery.ts';
import { HookReceivers, type ReceivingHook } from '../../../../../src/inbox/live/hooks/hook-receivers.ts';
import { recordOf } from './records.ts';

const [one, other] = [recordOf('1'), recordOf('2')];
const received: Received = {
	delivery: { kind: 'truncated', event: 'label:delete', delivery: 'id' },
	isVerified: true,
};

describe('The receivers of hooks', () => {
	function createListener() {
		const hooks = new Map<string, ReceivingHook>();
		return {
			/** The first digit of each path, and the key. */
			paths: () => [...hooks].map(([secret, { key }]) => `${secret[0]} ${key}`),
			hooks,
			add: (hook: ReceivingHook) => {
				if (hook.key === 'invalid') throw new ForgeError('refused', 'of the test');
				hooks.set(hook.secret, hook);
				return { dispose: () => hooks.delete(hook.secret) };
			},
		};
	}
	function create() {
		const got: string[] = [];
		const logged: string[] = [];
		const receivers = new HookReceivers({
			receive: ({ secret }, { delivery }) => got.push(`${secret[0]} ${delivery.event}`),
			log: new Log(({ level }) => logged.push(level)),
		});
		return { receivers, got, logged };
	}

	it('are those of the records, and pass on deliveries with their record', () => {
		const { receivers, got } = create();
		const listener = createListener();
		receivers.set(listener, 'key', [one, other]);
		assert.deepEqual(listener.paths(), ['1 key', '2 key']);
		listener.hooks.get(other.secret)?.receive(received);
		assert.deepEqual(got, ['2 label:delete']);
		const [before] = listener.hooks.values();
		receivers.set(listener, 'key', [one]);
		assert.deepEqual([...listener.hooks.values()], [before]);
	});

	it('answer only if the target says so', async () => {
		const listener = createListener();
		const receivers = new HookReceivers({
			receive: () => {},
			answer: async ({ params }, { delivery }) => `${params.tracker} ${delivery.event}`,
			log: new Log(() => {}),
		});
		const answering = { ...other, target: { ...other.target, sync: true } };
		receivers.set(listener, 'key', [one, answering]);
		assert.equal(listener.hooks.get(one.secret)?.answer, undefined);
		const { signal } = new AbortController();
		assert.equal(await listener.hooks.get(other.secret)?.answer?.(received, signal), 'editor label:delete');
	});

	it('move to another listener, and change with the key', () => {
		const { receivers } = create();
		const [listener, next] = [createListener(), createListener()];
		receivers.set(listener, undefined, [one]);
		receivers.set(listener, 'key', [one]);
		assert.deepEqual(listener.paths(), ['1 key']);
		receivers.set(next, 'key', [one]);
		assert.deepEqual([listener.paths(), next.paths()], [[], ['1 key']]);
		receivers.set(undefined, 'key', [one]);
		assert.deepEqual(next.paths(), []);
		receivers.set(next, 'key', [one]);
		receivers.dispose();
		assert.deepEqual(next.paths(), []);
	});

	it('accept deliveries unverified if the key cannot be one, which is logged once', () => {
		const { receivers, logged } = create();
		const listener = createListener();
		receivers.set(listener, 'invalid', [one, other]);
		assert.deepEqual(listener.paths(), ['1 undefined', '2 undefined']);
		assert.deepEqual(logged, ['warn']);
		receivers.set(listener, 'key', [one]);
		assert.deepEqual(listener.paths(), ['1 key']);
	});
});
