import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
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
		// Before webhooks are created, the forge is asked for those that may be there.
		assert.deepEqual(asked.toSorted(), ['GET editor', 'GET shell', 'POST editor', 'POST shell']);
		await happen('shell');
		await until(() => window.delivered.length > 0);
		assert.deepEqual(window.delivered, ['label:delete shell']);
	});

	it('are live only after a delivery that the forge has signed', async () => {
		const { open, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		// Reports their registration, so that it does not count below.
		window.update();
		let changes = 0;
		window.account.onDidChange(() => changes++);
		assert.equal(window.isLive('editor'), false);
		await happen('editor');
		await until(() => window.isLive('editor'));
		assert.equal(window.isLive('shell'), false);
		assert.equal(changes, 1);
		await happen('editor');
		await until(() => window.delivered.length === 2);
		// The time of the last delivery alone is no change.
		window.update();
		assert.equal(changes, 1);
	});

	it('are not live after the listener has dropped a connection, each until it delivers again', async () => {
		const { open, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		const areLive = () => ['editor', 'shell'].map((name) => window.isLive(name)).join();
		for (const name of ['editor', 'shell']) await happen(name);
		await until(() => areLive() === 'true,true');
		let changes = 0;
		window.account.onDidChange(() => changes++);
		window.account.didDrop();
		window.account.didDrop();
		assert.deepEqual([areLive(), changes], ['false,false', 1]);
		await pastMillisecond();
		await happen('shell');
		await until(() => areLive() === 'false,true');
	});

	it('deliver but are not live if the key of the forge is not known', async () => {
		const { open, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], webhookKey: undefined });
		await window.shows('editor registered');
		await happen('editor');
		await until(() => window.delivered.length > 0);
		assert.equal(window.isLive('editor'), false);
	});

	it('are verified as soon as the key of the forge is known', async () => {
		const { open, forge, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], webhookKey: undefined });
		await window.shows('editor registered');
		window.update({ webhookKey: forge.hooks.sender.publicKey });
		await happen('editor');
		await until(() => window.isLive('editor'));
	});

	it('are not live if the forge refuses an event that nothing else reports', async () => {
		const { open, happen, hooks } = await start();
		const window = await open({ wanted: ['editor'] });
		await window.shows('editor registered');
		assert.deepEqual(hooks(), ['editor label:create,label:delete,ticket:create']);
		await happen('editor');
		await until(() => window.delivered.length > 0);
		const state = window.account.stateOf('editor');
		assert.ok(state?.kind === 'registered');
		assert.deepEqual(state.refusedEvents, ['event:create']);
		assert.equal(window.isLive('editor'), false);
	});

	it('include only events that the token may subscribe to', async () => {
		const { open, hooks, asked } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], scopes: ['todo.example/trackers:read'] });
		await window.shows('editor registered');
		assert.deepEqual(hooks(), ['editor label:create,label:delete']);
		assert.deepEqual(asked, ['GET editor', 'POST editor']);
	});

	it('are refused with the missing permission if only the forge knows what the token lacks', async () => {
		const { open, hooks } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], token: 'reader' });
		await window.shows('editor refused');
		assert.deepEqual(hooks(), []);
		assert.match(JSON.stringify(window.account.stateOf('editor')), /missing the permission tickets:read/);
	});

	it('are found again after a restart, and live once the forge has listed them if they have delivered before', async () => {
		const { open, happen, take, hooks } = await start('event-on-tracker');
		const first = await open({ wanted: ['editor', 'shell'] });
		await first.shows('editor registered', 'shell registered');
		const before = hooks();
		first.kill();
		take();
		const second = await open({
			...{ wanted: ['editor', 'shell'], port: first.port },
			wereDelivered: ['editor'],
		});
		await second.shows('editor registered', 'shell registered');
		assert.deepEqual(take().toSorted(), ['GET editor', 'GET shell']);
		assert.deepEqual([second.isLive('editor'), second.isLive('shell')], [true, false]);
		assert.deepEqual(hooks(), before);
		await happen('shell');
		await until(() => second.isLive('shell'));
	});

	it('are not live because earlier ones have delivered if they are new', async () => {
		const { open } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], wereDelivered: ['editor'] });
		await window.shows('editor registered');
		assert.equal(window.isLive('editor'), false);
	});

	it('are replaced when the address changes: first new ones are created, then the old ones are removed', async () => {
		const { open, happen, take, forge } = await start('event-on-tracker');
		const first = await open({ wanted: ['editor'] });
		await first.shows('editor registered');
		first.kill();
		take();
		const second = await open({ wanted: ['editor'] });
		await until(() => forge.state.hooks.length === 1 && forge.state.hooks[0]?.id === 2);
		assert.deepEqual(take(), ['GET editor', 'POST editor', 'DELETE editor']);
		await happen('editor');
		await until(() => second.isLive('editor'));
	});

	it('are created again when the token changes, because the new one neither sees nor removes the old ones', async () => {
		const { open, happen, take, forge } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'] });
		await window.shows('editor registered');
		take();
		window.update({ token: 'alice2' });
		await until(() => forge.state.hooks.length === 2);
		await window.shows('editor registered');
		await wait(50);
		assert.deepEqual(take(), ['GET editor', 'POST editor']);
		assert.deepEqual(
			forge.state.hooks.map(({ token }) => token),
			['alice', 'alice2'],
		);
		window.update();
		await happen('editor');
		await until(() => window.isLive('editor'));
		assert.deepEqual(take(), []);
	});

	it('of an earlier token are found again when the user signs in with it, and removed if they are not wanted', async () => {
		const { open, forge } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		const of = (token: string) => forge.state.hooks.filter((hook) => hook.token === token);
		const before = of('alice').filter(({ place }) => place.includes('editor'));
		window.update({ token: 'alice2' });
		await until(() => of('alice2').length === 2);
		await window.shows('editor registered', 'shell registered');
		await wait(50);
		window.kill();
		// Also after a restart.
		const again = await open({ wanted: ['editor'], port: window.port });
		await again.shows('editor registered');
		await until(() => of('alice').length === 1);
		assert.deepEqual(of('alice'), before);
	});

	it('are removed when they are no longer wanted', async () => {
		const { open, hooks } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		window.want('shell');
		await until(() => hooks().length === 1);
		assert.deepEqual(hooks(), [`shell ${trackerEvents}`]);
		assert.deepEqual(window.states(), ['shell registered']);
	});

	it('stay for a moment when they are no longer wanted, because the targets become known one after another', async () => {
		const { open, take, hooks } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], pace: { unwantedMs: 60_000 } });
		await window.shows('editor registered');
		take();
		window.want();
		await wait(50);
		window.want('editor');
		await wait(50);
		assert.deepEqual(take(), []);
		assert.equal(hooks().length, 1);
	});

	it('are removed when the window stops, without asking the forge which there are', async () => {
		const { open, hooks, take, folder } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		take();
		await window.account.stop(AbortSignal.timeout(20_000));
		assert.deepEqual(hooks(), []);
		assert.deepEqual(take().toSorted(), ['DELETE editor', 'DELETE shell']);
		assert.deepEqual(readdirSync(join(folder, 'webhooks')), []);
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

	it('are removed within a limited time when the window stops', async () => {
		const { open, line, release } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'] });
		await window.shows('editor registered');
		line.held = /DELETE/;
		await window.account.stop(AbortSignal.timeout(20));
		release();
	});

	it('cause no requests while the window is not active', async () => {
		const { open, asked, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], isActive: false });
		await wait(100);
		assert.deepEqual(asked, []);
		window.update({ isActive: true });
		await window.shows('editor registered');
		window.update({ isActive: false, wanted: ['editor', 'shell'] });
		await happen('editor');
		await until(() => window.delivered.length > 0);
		assert.deepEqual(asked, ['GET editor', 'POST editor']);
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

	it('have the states of those that are wanted, and the last delivery can be sent again', async () => {
		const { open, happen } = await start('event-on-tracker');
		const window = await open();
		assert.equal(window.account.stateOf('editor'), undefined);
		window.want('editor');
		assert.deepEqual(window.account.stateOf('editor'), { kind: 'pending', why: undefined });
		await window.shows('editor registered');
		const registered = { kind: 'registered', isLive: false, hasKey: true, refusedEvents: [] };
		assert.deepEqual(window.account.stateOf('editor'), { ...registered, deliveredAt: undefined });
		await happen('editor');
		await until(() => window.isLive('editor'));
		const state = window.account.stateOf('editor');
		assert.ok(state?.kind === 'registered' && typeof state.deliveredAt === 'number');
		await window.account.redeliver('editor', AbortSignal.timeout(5000));
		await until(() => window.delivered.length === 2);
	});
});

/** Times are in milliseconds. */
async function pastMillisecond(): Promise<void> {
	const now = Date.now();
	await until(() => Date.now() > now);
}
