import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { Webhook } from '../../../../../src/forge/shapes/webhooks.ts';
import {
	callsOf,
	createHooks,
	removeHooks,
	type TargetCalls,
} from '../../../../../src/inbox/live/hooks/create-hooks.ts';
import type { Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { targetOf } from './target-samples.ts';
import { webhookWindows } from './webhook-windows.ts';

const url = 'http://127.0.0.1:9/hook/test';
const events = ['label:create', 'label:delete', 'ticket:create', 'event:create'];
const wanted = { family: 'tracker', url, events, existing: [] } as const;

describe('Creating the hooks of a target', () => {
	const { start } = webhookWindows();

	async function open(...drift: readonly Quirk[]) {
		const forge = await start(...drift);
		const client = forge.webhooksOf(() => 'alice')('tracker');
		return { ...forge, calls: callsOf(client, targetOf('editor'), new AbortController().signal) };
	}

	it('makes one hook with all events if the forge has them', async () => {
		const { calls, hooks } = await open('event-on-tracker');
		assert.deepEqual(await createHooks(calls, wanted), { hooks: [1], refused: [] });
		assert.deepEqual(hooks(), [`editor ${events}`]);
	});

	it('makes one hook with the other events if the forge refuses one', async () => {
		const { calls } = await open();
		assert.deepEqual(await createHooks(calls, wanted), { hooks: [1], refused: ['event:create'] });
	});

	it('fails if the forge refuses all', async () => {
		const { calls, asked } = await open('tracker-hooks-refused');
		await assert.rejects(createHooks(calls, wanted), { kind: 'forbidden' });
		assert.deepEqual(asked, ['POST editor']);
	});

	it('adds only what existing hooks do not deliver, and removes those that add nothing', async () => {
		const { calls, hooks } = await open('event-on-tracker');
		const existing: Webhook[] = [];
		for (const some of [['label:create', 'label:delete'], ['label:delete'], ['ticket:create']])
			existing.push(await calls.create({ url, events: some }));
		assert.deepEqual(await createHooks(calls, { ...wanted, existing }), { hooks: [1, 3, 4], refused: [] });
		assert.deepEqual(hooks(), [
			'editor label:create,label:delete',
			'editor ticket:create',
			'editor event:create',
		]);
	});

	it('keeps existing hooks if the forge refuses the other events', async () => {
		const { calls } = await open();
		const existing = [await calls.create({ url, events: events.slice(0, 3) })];
		const created = await createHooks(calls, { ...wanted, existing });
		assert.deepEqual(created, { hooks: [1], refused: ['event:create'] });
	});

	it('leaves out the events for which the token lacks a permission that the forge names', async () => {
		const { calls, hooks } = await open('event-on-tracker');
		const create: TargetCalls['create'] = async (hook) => {
			if (!hook.events.some((event) => event.startsWith('label:'))) return calls.create(hook);
			throw new ForgeError('forbidden', '', { scopes: ['trackers:read'] });
		};
		assert.deepEqual(await createHooks({ ...calls, create }, wanted), {
			hooks: [1],
			refused: ['label:create', 'label:delete'],
		});
		assert.deepEqual(hooks(), ['editor ticket:create,event:create']);
	});

	it('fails if the connection does, also with existing hooks', async () => {
		const { calls, line } = await open('event-on-tracker');
		const existing = [await calls.create({ url, events: ['label:create'] })];
		line.isCut = true;
		await assert.rejects(createHooks(calls, { ...wanted, existing }), { kind: 'offline' });
	});
});

describe('Removing hooks', () => {
	const { start } = webhookWindows();

	it('ignores those that are gone or belong to another token, but not a lost connection', async () => {
		const { webhooksOf, hooks, line } = await start('event-on-tracker');
		const [mine, other] = ['alice', 'alice2'].map((token) =>
			callsOf(webhooksOf(() => token)('tracker'), targetOf('editor'), new AbortController().signal),
		);
		if (!mine || !other) assert.fail();
		await other.create({ url, events });
		await mine.create({ url, events });
		await removeHooks(mine, [1, 7, 2]);
		assert.equal(hooks().length, 1);
		assert.deepEqual(await mine.list(), []);
		line.isCut = true;
		await assert.rejects(removeHooks(mine, [1]), { kind: 'offline' });
	});
});
