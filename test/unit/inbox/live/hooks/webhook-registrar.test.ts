import assert from 'node:assert/strict';
import { Log } from '../../../../../src/base/log/log.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { WebhookRegistrar } from '../../../../../src/inbox/live/hooks/webhook-registrar.ts';
import { WebhookTargets } from '../../../../../src/inbox/live/hooks/webhook-targets.ts';
import { memoryStorage } from '../../../../../src/platform/state/store/memory-storage.ts';
import type { Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { newKey } from '../../../../../src/signin/sessions/encryption.ts';
import { session } from '../../../../kit/window/sessions.ts';
import { until } from '../../../../tools/until.ts';
import { targetOf } from './target-samples.ts';
import { webhookWindows } from './webhook-windows.ts';

const never = new AbortController().signal;
const token = 'alice';
const base = 'http://127.0.0.1:9/';
const editor = targetOf('editor');

describe('Registered webhooks', () => {
	const { start } = webhookWindows();

	async function open(...drift: readonly Quirk[]) {
		const forge = await start(...drift);
		const storage = memoryStorage();
		const alice = { ...session, instance: 'forge.test', account: '~alice' };
		const openTargets = () => new WebhookTargets(storage, alice);
		const targets = openTargets();
		await targets.takeOver(token, never);
		const secrets = new Secrets();
		const create = (webhooks = forge.webhooksOf(() => token)) =>
			new WebhookRegistrar({
				...{ webhooks, token, key, targets, secrets },
				log: new Log(() => {}),
			});
		const key = newKey();
		const registrar = create();
		const register = (
			webhooks = registrar.newWebhooks(editor, base),
			{ refused = [] as readonly string[], isCurrent = (): boolean => true } = {},
		) =>
			registrar
				.register(webhooks, { scopes: null, refused: new Set(refused), isCurrent }, never)
				.then(() => webhooks);
		return {
			...{ ...forge, registrar, create, targets, secrets, register },
			/** Another window takes over. Returns the targets that are stored. */
			takeOver: () => openTargets().takeOver(token, never),
		};
	}
	const kindOf = ({ registration }: { readonly registration: { readonly kind: string } }) =>
		registration.kind;

	it('have a target that is stored before the forge is asked to create them, so that the next window finds them', async () => {
		const { register, takeOver, line } = await open('event-on-tracker');
		line.isCut = true;
		await assert.rejects(register(), { kind: 'offline' });
		assert.deepEqual(await takeOver(), [editor]);
	});

	it('have paths that are masked in the log', async () => {
		const { register, secrets, forge } = await open('event-on-tracker');
		await register();
		const [secret = assert.fail()] = forge.state.hooks.map(({ url }) => url.split('/').at(-1));
		assert.ok(secrets.addedAfter(0).includes(secret));
	});

	it('are created without the events that the forge has refused for another target', async () => {
		const { register, registrar, hooks, take } = await open();
		const { registration } = await register();
		assert.deepEqual(registration.kind === 'registered' && registration.missing, ['event:create']);
		assert.deepEqual(take(), ['GET editor', 'POST editor', 'POST editor']);
		const shell = await register(registrar.newWebhooks(targetOf('shell'), base), {
			refused: ['event:create'],
		});
		assert.deepEqual(take(), ['GET shell', 'POST shell']);
		assert.equal(hooks().at(-1), 'shell label:create,label:delete,ticket:create');
		assert.deepEqual(shell.registration.kind === 'registered' && shell.registration.missing, [
			'event:create',
		]);
	});

	it('say whether all of them were found', async () => {
		const { registrar, line } = await open('event-on-tracker');
		const ask = (webhooks = registrar.newWebhooks(editor, base)) =>
			registrar.register(webhooks, { scopes: null, refused: new Set(), isCurrent: () => true }, never);
		assert.equal(await ask(), false);
		assert.equal(await ask(), true);
		// The forge may have created these only now.
		const shell = registrar.newWebhooks(targetOf('shell'), base);
		line.lost = /POST/;
		await assert.rejects(ask(shell), { kind: 'offline' });
		line.lost = undefined;
		assert.equal(await ask(shell), false);
	});

	it('are reported as refused, but looked for again, if the caller gives up after server errors', async () => {
		const { register, registrar, line, hooks, take, takeOver } = await open('event-on-tracker');
		line.broken = { what: /./, status: 500 };
		const webhooks = registrar.newWebhooks(editor, base);
		await assert.rejects(register(webhooks), { kind: 'surprise' });
		await registrar.giveUp(webhooks, new Error('of the test'));
		assert.equal(kindOf(webhooks), 'refused');
		line.broken = undefined;
		take();
		assert.equal(kindOf(await register(webhooks)), 'registered');
		assert.deepEqual(take(), ['GET editor', 'POST editor']);
		assert.equal(hooks().length, 1);
		assert.deepEqual(await takeOver(), [editor]);
	});

	it('leave nothing to remove if the forge has refused to create any', async () => {
		const { register, registrar, take, takeOver } = await open('tracker-hooks-refused');
		const webhooks = await register();
		take();
		await registrar.removeAll([webhooks], never);
		assert.deepEqual([kindOf(webhooks), take(), await takeOver()], ['refused', [], []]);
	});

	it('exist once for each event: duplicates are removed', async () => {
		const { register, forge, hooks, webhooksOf } = await open('event-on-tracker');
		await register();
		const [{ url } = assert.fail()] = forge.state.hooks;
		const events = ['label:create'];
		await webhooksOf(() => token)('tracker').createHook(editor.params, { url, events });
		assert.equal(hooks().length, 2);
		await register();
		assert.equal(hooks().length, 1);
	});

	it('replace those with another base address, whose deliveries prove nothing', async () => {
		const { register, registrar, forge } = await open('event-on-tracker');
		await register();
		const moved = registrar.newWebhooks(editor, 'https://tunnel.example');
		moved.didDeliver();
		await register(moved);
		assert.deepEqual(
			forge.state.hooks.map(({ url }) => url.slice(0, -32)),
			['https://tunnel.example/hook/'],
		);
		assert.equal(moved.haveDelivered, false);
	});

	it('are still there if the forge lists them', async () => {
		const { register, registrar, forge, hooks } = await open('event-on-tracker');
		const webhooks = await register();
		await registrar.check(webhooks, never);
		assert.equal(kindOf(webhooks), 'registered');
		forge.state.hooks.splice(0);
		await registrar.check(webhooks, never);
		assert.deepEqual([kindOf(webhooks), webhooks.losses], ['pending', 1]);
		await register(webhooks);
		assert.equal(hooks().length, 1);
	});

	it('are still there if the forge writes their address in another way', async () => {
		const { register, registrar, forge, take } = await open('event-on-tracker');
		const webhooks = await register();
		forge.state.hooks = forge.state.hooks.map((hook) => ({ ...hook, url: '' }));
		take();
		await registrar.check(webhooks, never);
		assert.deepEqual([kindOf(webhooks), take()], ['registered', ['GET editor']]);
	});

	it('are the only ones of their target after a check', async () => {
		const { register, registrar, forge } = await open('event-on-tracker');
		const webhooks = await register();
		// Created by a window that led until a moment ago.
		const url = `http://127.0.0.1:10/hook/${webhooks.secret}`;
		forge.state.hooks.push(...forge.state.hooks.map((hook) => ({ ...hook, id: 7, url })));
		await registrar.check(webhooks, never);
		assert.deepEqual(
			forge.state.hooks.map(({ id }) => id),
			webhooks.hooks,
		);
	});

	it('count as refused if the forge no longer shows the target', async () => {
		const { register, registrar, line, hooks, take } = await open('event-on-tracker');
		const webhooks = await register();
		line.broken = { what: /GET/, status: 404 };
		await registrar.check(webhooks, never);
		assert.equal(kindOf(webhooks), 'refused');
		line.broken = undefined;
		take();
		await register(webhooks);
		// They may still be there, so they are looked for.
		assert.deepEqual(take(), ['GET editor']);
		assert.equal(hooks().length, 1);
	});

	it('are refused if the forge no longer has their service', async () => {
		const { create, takeOver } = await open();
		const none = create(() => undefined as never);
		const webhooks = none.newWebhooks(editor, base);
		await none.register(webhooks, { scopes: null, refused: new Set(), isCurrent: () => true }, never);
		const { registration } = webhooks;
		assert.equal(
			registration.kind === 'refused' && registration.reason,
			'The forge no longer has this service.',
		);
		await none.remove(webhooks, never);
		assert.deepEqual(await takeOver(), []);
	});

	it('are removed at once if another window has taken over while the forge created them', async () => {
		const { register, takeOver, line, release, hooks } = await open('event-on-tracker');
		line.held = /POST/;
		const creation = register();
		await until(() => line.waiting.length === 1);
		assert.equal(hooks().length, 1);
		await takeOver();
		release();
		assert.equal(kindOf(await creation), 'pending');
		assert.deepEqual(hooks(), []);
	});

	it('are removed at once if they are no longer wanted so', async () => {
		const { register, registrar, hooks } = await open('event-on-tracker');
		const webhooks = await register(registrar.newWebhooks(editor, base), { isCurrent: () => false });
		assert.deepEqual([kindOf(webhooks), hooks()], ['pending', []]);
	});

	it('are removed with their target, also if the forge has lost them', async () => {
		const { register, registrar, forge, takeOver } = await open('event-on-tracker');
		const webhooks = await register();
		forge.state.hooks.splice(0);
		await registrar.remove(webhooks, never);
		assert.deepEqual(await takeOver(), []);
	});

	it('stay known if they cannot be removed', async () => {
		const { register, registrar, line, hooks, takeOver } = await open('event-on-tracker');
		const webhooks = await register();
		line.isCut = true;
		await assert.rejects(registrar.remove(webhooks, never), { kind: 'offline' });
		assert.equal(await registrar.removeAll([webhooks], never), false);
		line.isCut = false;
		assert.equal(await registrar.removeAll([webhooks], never), true);
		assert.deepEqual([await takeOver(), hooks()], [[], []]);
	});

	it('stay known when all are removed if the forge may still be creating them', async () => {
		const { register, registrar, line, hooks, takeOver } = await open('event-on-tracker');
		const webhooks = registrar.newWebhooks(editor, base);
		line.lost = /POST/;
		await assert.rejects(register(webhooks), { kind: 'offline' });
		await registrar.removeAll([webhooks], never);
		assert.deepEqual([hooks(), await takeOver()], [[], [editor]]);
	});

	it('are left alone once another window has taken over', async () => {
		const { register, registrar, forge, takeOver, hooks, take } = await open('event-on-tracker');
		const webhooks = await register();
		await takeOver();
		forge.state.hooks = forge.state.hooks.map((hook) => ({ ...hook, id: 7 }));
		take();
		await registrar.check(webhooks, never);
		await registrar.remove(webhooks, never);
		await register(registrar.newWebhooks(editor, 'http://127.0.0.1:10'));
		assert.deepEqual([hooks().length, take()], [1, ['GET editor']]);
	});
});
