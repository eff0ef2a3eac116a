import assert from 'node:assert/strict';
import { Log } from '../../../../../src/base/log/log.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { HookStore } from '../../../../../src/inbox/live/hooks/hook-store.ts';
import { RegisteredHooks } from '../../../../../src/inbox/live/hooks/registered-hooks.ts';
import type { Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { until } from '../../../../tools/until.ts';
import { targetOf } from './records.ts';
import { hookWindows } from './windows.ts';

const never = new AbortController().signal;
const registrar = { address: 'http://127.0.0.1:9/', token: 'token' };
const editor = targetOf('editor');

describe('Registered hooks', () => {
	const { start } = hookWindows();

	async function open(...drift: readonly Quirk[]) {
		const forge = await start(...drift);
		const shared = { secrets: new Secrets(), log: new Log(() => {}) };
		const store = new HookStore({
			...shared,
			storage: undefined,
			key: async () => undefined,
			account: 'alice',
		});
		const known: number[] = [];
		const hooks: RegisteredHooks = new RegisteredHooks({
			...{ ...shared, store, webhooks: forge.webhooksOf(() => 'alice') },
			didChange: () => known.push(forge.hooks().length),
		});
		await hooks.open(never);
		const register = () => hooks.register(editor, registrar, null, never);
		return { ...forge, registered: hooks, store, secrets: shared.secrets, known, register };
	}

	it('are known before the forge creates them, so that their first delivery is accepted', async () => {
		const { register, known, registered, secrets } = await open('event-on-tracker');
		await register();
		assert.deepEqual(known, [0, 0, 1]);
		assert.deepEqual(
			secrets.addedAfter(0),
			registered.records.map(({ secret }) => secret),
		);
	});

	it('are created with one request once the forge has refused an event for another target', async () => {
		const { register, registered, hooks, take } = await open();
		await register();
		assert.equal(take().length, 2);
		await registered.register(targetOf('shell'), registrar, null, never);
		assert.deepEqual(take(), ['POST shell']);
		assert.equal(hooks().at(-1), 'shell label:create,label:delete,ticket:create');
		const missing = registered.records.map(({ state }) => state.kind === 'registered' && state.missing);
		assert.deepEqual(missing, [['event:create'], ['event:create']]);
	});

	it('are reported as refused, but looked for again, if the caller gives up after server errors', async () => {
		const { register, registered, line, hooks, take } = await open('event-on-tracker');
		line.broken = { what: /./, status: 500 };
		await assert.rejects(register(), { kind: 'surprise' });
		await registered.giveUp(editor, registrar, new Error('of the test'));
		assert.deepEqual(
			registered.records.map(({ state }) => state.kind),
			['refused'],
		);
		line.broken = undefined;
		take();
		assert.equal((await register())?.state.kind, 'registered');
		assert.deepEqual(take(), ['GET editor', 'POST editor']);
		assert.equal(hooks().length, 1);
	});

	it('exist once for each event: duplicates are removed', async () => {
		const { register, registered, hooks, line, webhooksOf } = await open('event-on-tracker');
		line.lost = /POST/;
		await assert.rejects(register());
		line.lost = undefined;
		const [{ secret } = assert.fail()] = registered.records;
		const events = ['label:create'];
		const url = `http://127.0.0.1:9/hook/${secret}`;
		await webhooksOf(() => 'alice')('tracker').createHook(editor.params, { url, events });
		assert.equal(hooks().length, 2);
		await register();
		assert.equal(hooks().length, 1);
	});

	it('do not touch the hooks that another machine has created with the same token', async () => {
		const { register, registered, hooks, webhooksOf } = await open('event-on-tracker');
		const other = { url: 'http://127.0.0.1:9/hook/other', events: ['label:create'] };
		await webhooksOf(() => 'alice')('tracker').createHook(editor.params, other);
		await register();
		await registered.removeAll(never);
		assert.deepEqual(hooks(), ['editor label:create']);
		assert.deepEqual(registered.records, []);
	});

	it('are still there if the forge lists them', async () => {
		const { register, registered, forge, hooks } = await open('event-on-tracker');
		const record = (await register()) ?? assert.fail();
		assert.equal(await registered.check(record, never), true);
		forge.state.hooks.splice(0);
		assert.equal(await registered.check(record, never), false);
		await register();
		assert.equal(hooks().length, 1);
		assert.equal(registered.records[0]?.secret, record.secret);
	});

	it('count as refused if the forge no longer shows the target', async () => {
		const { register, registered, line, hooks, take } = await open('event-on-tracker');
		const record = (await register()) ?? assert.fail();
		line.broken = { what: /GET/, status: 404 };
		assert.equal(await registered.check(record, never), false);
		assert.equal(registered.records[0]?.state.kind, 'refused');
		assert.equal(await registered.check(record, never), false);
		line.broken = undefined;
		take();
		await register();
		// They may still be there, so they are looked for.
		assert.deepEqual(take(), ['GET editor']);
		assert.equal(hooks().length, 1);
	});

	it('are refused if the forge no longer has their service', async () => {
		const { registered, store, secrets } = await open();
		const log = new Log(() => {});
		const none = new RegisteredHooks({ store, secrets, log, webhooks: () => undefined, didChange: () => {} });
		await none.open(never);
		assert.equal(await none.register(editor, registrar, null, never), undefined);
		const [record = assert.fail()] = none.records;
		assert.deepEqual(
			record.state.kind === 'refused' && record.state.reason,
			'The forge no longer has this service.',
		);
		await none.remove(record, record.token, never);
		assert.deepEqual([none.records, registered.records], [[], []]);
	});

	it('are removed at once if another window has taken over while the forge created them', async () => {
		const { register, store, line, release, hooks } = await open('event-on-tracker');
		line.held = /POST/;
		const creation = register();
		await until(() => line.waiting.length === 1);
		assert.equal(hooks().length, 1);
		store.change = async () => undefined;
		release();
		assert.equal(await creation, undefined);
		assert.deepEqual(hooks(), []);
	});

	it('are removed with their record, also if the forge has lost them', async () => {
		const { register, registered, forge } = await open('event-on-tracker');
		const record = (await register()) ?? assert.fail();
		forge.state.hooks.splice(0);
		await registered.remove(record, record.token, never);
		assert.deepEqual(registered.records, []);
	});

	it('stay known if they cannot be removed', async () => {
		const { register, registered, line, hooks } = await open('event-on-tracker');
		const record = (await register()) ?? assert.fail();
		line.isCut = true;
		await assert.rejects(registered.remove(record, record.token, never), { kind: 'offline' });
		await registered.removeAll(never);
		assert.equal(registered.records.length, 1);
		line.isCut = false;
		await registered.removeAll(never);
		assert.deepEqual([registered.records, hooks()], [[], []]);
	});

	it('stay known when all are removed if the forge may still be creating them', async () => {
		const { register, registered, line, hooks } = await open('event-on-tracker');
		line.lost = /POST/;
		await assert.rejects(register(), { kind: 'offline' });
		await registered.removeAll(never);
		assert.deepEqual(hooks(), []);
		assert.deepEqual(
			registered.records.map(({ state }) => state.kind),
			['creating'],
		);
	});

	it('remember that they have delivered, which is new once', async () => {
		const { register, registered } = await open('event-on-tracker');
		const record = (await register()) ?? assert.fail();
		assert.equal(await registered.setDelivered(record), true);
		assert.equal(await registered.setDelivered(record), false);
		const [{ state } = assert.fail()] = registered.records;
		assert.ok(state.kind === 'registered' && state.hasDelivered);
	});

	it('are left alone once another window has taken over', async () => {
		const { register, registered, store, hooks, asked } = await open('event-on-tracker');
		const record = (await register()) ?? assert.fail();
		// The store of this test is in memory, so the next window is simulated by its change.
		store.change = async () => undefined;
		await registered.removeAll(never);
		assert.ok(registered.isSuperseded);
		assert.equal(await register(), undefined);
		await registered.remove(record, record.token, never);
		assert.deepEqual([hooks().length, asked], [1, ['POST editor']]);
	});
});
