import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import type { ReceivingHook } from '../../../../src/inbox/live/hooks/hook-receivers.ts';
import { keepHooks } from '../../../../src/inbox/live/kept-hooks.ts';
import { startListener } from '../../../../src/inbox/live/listener/listener.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { until } from '../../../tools/until.ts';
import { accountOf, startLiveForge } from './live-forge.ts';

describe('The webhooks of an account', () => {
	let lifetime: Lifetime;
	beforeEach(() => {
		lifetime = new Lifetime();
	});
	afterEach(() => lifetime.dispose());

	async function start({ hasKey = true } = {}) {
		const live = await startLiveForge(lifetime);
		const [log, secrets] = [new Log(() => {}), new Secrets()];
		const listener = lifetime.add(
			await startListener<ReceivingHook>({
				onDelivery: ({ hook, ...received }) => hook.receive(received),
				...{ log, secrets },
			}),
		);
		const delivered: string[] = [];
		const ana = accountOf('ana');
		// Only repositories have hooks that answer.
		const createHook: typeof live.calls.createHook = (params, { sync: _, ...hook }, ...rest) =>
			live.calls.createHook(params, hook, ...rest);
		const account: Account = {
			session: ana.session,
			instance: { name: 'forge.test', ...(hasKey && { webhookKey: live.forge.hooks.publicKey }) },
			connection: { ...ana.connection, webhooks: () => ({ ...live.calls, createHook }) },
		};
		const create = keepHooks({
			storageOf: () => undefined,
			key: async () => undefined,
			deliver: (resource) => void delivered.push(resource),
			...{ secrets, log },
		});
		const hooks = lifetime.add(create(account, listener));
		const resource = live.tracker();
		const address = `http://127.0.0.1:${listener.port}`;
		const want = () => hooks.update({ account, resources: [resource], address, isActive: true });
		const stateOf = () => hooks.stateOf(resource.spelled);
		const isRegistered = () => until(() => stateOf()?.kind === 'registered');
		return { ...live, hooks, account, address, delivered, resource, want, stateOf, isRegistered };
	}

	const events = ['label:create', 'label:delete', 'ticket:create', 'event:create'];

	it('have the state that the status shows', async () => {
		const { hooks, want, stateOf, isRegistered, happen, delivered, resource } = await start();
		assert.equal(stateOf(), undefined);
		want();
		assert.deepEqual(stateOf(), { kind: 'pending', why: undefined });
		await isRegistered();
		const registered = { kind: 'registered', isLive: false, hasKey: true };
		// Only real servers send these events to the hooks of a tracker.
		const refusedEvents = stateOf()?.kind === 'registered' ? events.slice(3) : [];
		assert.deepEqual(stateOf(), { ...registered, deliveredAt: undefined, refusedEvents });
		happen(7);
		await until(() => delivered.length === 1);
		const state = stateOf();
		assert.ok(state?.kind === 'registered' && typeof state.deliveredAt === 'number');
		await hooks.redeliver(resource.spelled, AbortSignal.timeout(5000));
		await until(() => delivered.length === 2);
	});

	it('answer if the target says so, which is part of their state', async () => {
		const { hooks, want, resource, isRegistered, stateOf, account, address } = await start();
		want();
		await isRegistered();
		assert.equal(Object.hasOwn(stateOf() ?? {}, 'isAnswering'), false);
		const answering = { ...resource, hookTarget: { ...resource.hookTarget, sync: true } };
		hooks.update({ account, resources: [answering], address, isActive: true });
		await until(() => {
			const state = stateOf();
			return state?.kind === 'registered' && state.isAnswering === true;
		});
	});

	it('prove nothing without the key of the forge', async () => {
		const { want, stateOf, isRegistered, happen, delivered } = await start({ hasKey: false });
		want();
		await isRegistered();
		happen(7);
		await until(() => delivered.length === 1);
		const state = stateOf();
		assert.ok(state?.kind === 'registered');
		assert.deepEqual([state.hasKey, state.isLive], [false, false]);
	});

	it('are removed when they stop, and stopping ends in time', async () => {
		const { hooks, want, isRegistered, registered } = await start();
		want();
		await isRegistered();
		await hooks.stop(AbortSignal.timeout(3000));
		assert.deepEqual(registered(), []);
	});

	it('stop at once if there is no time left', async () => {
		const { hooks, want, isRegistered } = await start();
		want();
		await isRegistered();
		await hooks.stop(AbortSignal.abort());
	});
});
