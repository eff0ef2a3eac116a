import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import '../../../../../src/inbox/live/hooks/account-webhooks.ts';
import { until } from '../../../../tools/until.ts';
import { webhookWindows } from './webhook-windows.ts';

const trackerEvents = 'label:create,label:delete,ticket:create,event:create';

describe('The hooks of an account', () => {
	const { start } = webhookWindows();

	it('are created once for each wanted target, and deliver to it', async () => {
		const { open, hooks, happen, asked } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		assert.deepEqual(hooks().toSorted(), [`editor ${trackerEvents}`, `shell ${trackerEvents}`]);
		assert.deepEqual(asked, ['POST editor', 'POST shell']);
		await happen('shell');
		await until(() => window.delivered.length > 0);
		assert.deepEqual(window.delivered, ['label:delete shell']);
	});

	it('deliver but are not live until the key of the forge is known', async () => {
		const { open, forge, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], webhookKey: undefined });
		await window.shows('editor registered');
		await happen('editor');
		await until(() => window.delivered.length > 0);
		assert.equal(window.isLive('editor'), false);
		window.update({ webhookKey: forge.hooks.sender.publicKey });
		await happen('editor');
		await until(() => window.isLive('editor'));
	});

	it('are not live if the forge refuses an event that nothing else reports, which is tried only once', async () => {
		const { open, happen, hooks, asked } = await start();
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		const events = 'label:create,label:delete,ticket:create';
		assert.deepEqual(hooks(), [`editor ${events}`, `shell ${events}`]);
		assert.deepEqual(asked, ['POST editor', 'POST editor', 'POST shell']);
		await happen('editor');
		await until(() => window.delivered.length > 0);
		const state = window.account.stateOf('editor');
		assert.ok(state?.kind === 'registered');
		assert.deepEqual(state.refusedEvents, ['event:create']);
		assert.equal(window.isLive('editor'), false);
	});

	it('include only events that the forge lets the token subscribe to if only the forge knows which', async () => {
		const { open, hooks, forge } = await start('event-on-tracker');
		const account = { owner: 'alice', scopes: ['trackers:read'], expires: null, client: null };
		const window = await open({ wanted: ['editor'], token: forge.accounts.issue(account).value });
		await window.shows('editor registered');
		assert.deepEqual(hooks(), ['editor label:create,label:delete']);
		const state = window.account.stateOf('editor');
		assert.deepEqual(state?.kind === 'registered' && state.refusedEvents, ['ticket:create', 'event:create']);
	});

	it('are added for events that the token may subscribe to only now, and those that add nothing are removed', async () => {
		const { open, hooks, forge } = await start('event-on-tracker');
		const before = await open({ wanted: ['editor'], scopes: ['todo.example/trackers:read'] });
		await before.shows('editor registered');
		before.kill();
		const [hook = assert.fail()] = forge.state.hooks;
		const [one, other] = [7, 8].map((id) => ({ ...hook, id, events: ['label:create'] }));
		forge.state.hooks = [one ?? assert.fail(), hook, other ?? assert.fail()];
		const window = await open({ wanted: ['editor'], port: before.port });
		await window.shows('editor registered');
		assert.deepEqual(hooks(), ['editor label:create,label:delete', 'editor ticket:create,event:create']);
	});

	it('are refused with the missing permission if only the forge knows what the token lacks', async () => {
		const { open, hooks } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], token: 'reader' });
		await window.shows('editor refused');
		assert.deepEqual(hooks(), []);
		assert.match(JSON.stringify(window.account.stateOf('editor')), /missing the permission tickets:read/);
	});

	it('are removed at the next start if the forge cannot be reached when the window stops', async () => {
		const { open, hooks, line } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		line.isCut = true;
		await window.account.stop(AbortSignal.timeout(20_000));
		assert.equal(hooks().length, 2);
		line.isCut = false;
		await open({ wanted: [] });
		await until(() => hooks().length === 0);
	});

	it('have paths that are neither on the disk nor in the log', async () => {
		const { open, folder, forge, line } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'] });
		await window.shows('editor registered');
		line.broken = { what: /DELETE/, status: 500 };
		await window.account.stop(AbortSignal.timeout(20_000));
		const [secret = assert.fail()] = forge.state.hooks.map(({ url }) => url.split('/').at(-1) ?? '');
		assert.match(secret, /^[0-9a-f]{32}$/);
		assert.ok(window.secrets.addedAfter(0).includes(secret));
		const names = readdirSync(join(folder, 'webhooks'));
		const texts = names.map((name) => readFileSync(join(folder, 'webhooks', name), 'utf8'));
		assert.equal(texts.length, 1);
		for (const text of [...texts, ...window.logged]) assert.ok(!text.includes(secret));
	});
});
