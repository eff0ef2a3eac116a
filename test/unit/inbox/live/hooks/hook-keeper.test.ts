import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import '../../../../../src/inbox/live/hooks/hook-keeper.ts';
import { until } from '../../../../tools/until.ts';
import { hookWindows, tracker } from './windows.ts';

const trackerEvents = 'label:create,label:delete,ticket:create,event:create';

describe('The hooks of an account', () => {
	const { start } = hookWindows();

	it('are created once for each wanted target, and deliver to it', async () => {
		const { open, hooks, happen, asked } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		assert.deepEqual(hooks(), [`editor ${trackerEvents}`, `shell ${trackerEvents}`]);
		assert.deepEqual(asked, ['POST editor', 'POST shell']);
		await happen('shell');
		await until(() => window.delivered.length > 0);
		assert.deepEqual(window.delivered, ['label:delete shell']);
	});

	it('are live only after a delivery that the forge has signed', async () => {
		const { open, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		let changes = 0;
		window.keeper.onDidChange(() => changes++);
		assert.equal(window.keeper.isLive('editor'), false);
		await happen('editor');
		await until(() => window.keeper.isLive('editor'));
		assert.equal(window.keeper.isLive('shell'), false);
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
		const areLive = () => ['editor', 'shell'].map((name) => window.keeper.isLive(name)).join();
		for (const name of ['editor', 'shell']) await happen(name);
		await until(() => areLive() === 'true,true');
		let changes = 0;
		window.keeper.onDidChange(() => changes++);
		window.keeper.didDrop();
		window.keeper.didDrop();
		assert.deepEqual([areLive(), changes], ['false,false', 1]);
		await pastMillisecond();
		await happen('shell');
		await until(() => areLive() === 'false,true');
	});

	it('deliver but are not live if the key of the forge is not known', async () => {
		const { open, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], key: undefined });
		await window.shows('editor registered');
		await happen('editor');
		await until(() => window.delivered.length > 0);
		assert.equal(window.keeper.isLive('editor'), false);
	});

	it('are verified as soon as the key of the forge is known', async () => {
		const { open, forge, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], key: undefined });
		await window.shows('editor registered');
		window.update({ key: forge.hooks.publicKey });
		await happen('editor');
		await until(() => window.keeper.isLive('editor'));
	});

	it('are not live if the forge refuses an event that nothing else reports', async () => {
		const { open, happen, hooks } = await start();
		const window = await open({ wanted: ['editor'] });
		await window.shows('editor registered');
		assert.deepEqual(hooks(), ['editor label:create,label:delete,ticket:create']);
		await happen('editor');
		await until(() => window.delivered.length > 0);
		const [{ state } = assert.fail()] = window.keeper.statuses;
		assert.ok(state.kind === 'registered' && state.hooks.length === 1);
		assert.deepEqual(state.missing, ['event:create']);
		assert.equal(window.keeper.isLive('editor'), false);
	});

	it('include only events that the token may subscribe to', async () => {
		const { open, hooks, asked } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], scopes: ['todo.example/trackers:read'] });
		await window.shows('editor registered');
		assert.deepEqual(hooks(), ['editor label:create,label:delete']);
		assert.deepEqual(asked, ['POST editor']);
	});

	it('are refused with the missing permission if only the forge knows what the token lacks', async () => {
		const { open, hooks } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], token: 'reader' });
		await window.shows('editor refused');
		assert.deepEqual(hooks(), []);
		assert.match(JSON.stringify(window.keeper.statuses), /missing the permission tickets:read/);
	});

	it('are found again after a restart, and live once the forge has listed them', async () => {
		const { open, happen, take, asked, hooks } = await start('event-on-tracker');
		const first = await open({ wanted: ['editor', 'shell'] });
		await first.shows('editor registered', 'shell registered');
		await happen('editor');
		await until(() => first.keeper.isLive('editor'));
		first.kill();
		take();
		const second = await open({ wanted: ['editor', 'shell'], port: first.port });
		await second.shows('editor registered', 'shell registered');
		await until(() => second.keeper.isLive('editor') && asked.length === 2);
		assert.deepEqual(take(), ['GET editor', 'GET shell']);
		assert.equal(second.keeper.isLive('shell'), false);
		assert.equal(hooks().length, 2);
		await happen('shell');
		await until(() => second.keeper.isLive('shell'));
	});

	it('are not checked after a restart if they have delivered meanwhile', async () => {
		const { open, happen, take } = await start('event-on-tracker');
		const first = await open({ wanted: ['editor'] });
		await first.shows('editor registered');
		first.kill();
		take();
		const second = await open({ wanted: ['editor'], port: first.port, isActive: false });
		await second.shows('editor registered');
		await happen('editor');
		await until(() => second.keeper.isLive('editor'));
		second.update({ isActive: true });
		await wait(100);
		assert.deepEqual(take(), []);
	});

	it('are replaced when the address changes: first new ones are created, then the old ones are removed', async () => {
		const { open, happen, take, forge } = await start('event-on-tracker');
		const first = await open({ wanted: ['editor'] });
		await first.shows('editor registered');
		first.kill();
		take();
		const second = await open({ wanted: ['editor'] });
		await until(() => forge.state.hooks.length === 1 && forge.state.hooks[0]?.id === 2);
		assert.deepEqual(take(), ['POST editor', 'DELETE editor']);
		await happen('editor');
		await until(() => second.keeper.isLive('editor'));
	});

	it('are replaced when the token changes, even if the forge does not let the new one remove the old ones', async () => {
		const { open, happen, take, forge } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'] });
		await window.shows('editor registered');
		take();
		window.update({ session: { account: '~alice', token: 'alice2', scopes: null } });
		await until(() => forge.state.hooks.length === 2);
		await window.shows('editor registered');
		await until(() => take().includes('DELETE editor'));
		await wait(50);
		assert.deepEqual(
			forge.state.hooks.map(({ token }) => token),
			['alice', 'alice2'],
		);
		window.update();
		await happen('editor');
		await until(() => window.keeper.isLive('editor'));
		assert.deepEqual(take(), []);
	});

	it('of an earlier token are found again when the user signs in with it, and removed if they are not wanted', async () => {
		const { open, forge } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		const of = (token: string) => forge.state.hooks.filter((hook) => hook.token === token);
		const before = of('alice');
		window.update({ session: { account: '~alice', token: 'alice2', scopes: null } });
		await until(() => of('alice2').length === 2);
		await window.shows('editor registered', 'shell registered');
		await wait(50);
		window.kill();
		// Also after a restart.
		const again = await open({ wanted: ['editor'], port: window.port });
		await again.shows('editor registered');
		await until(() => of('alice').length === 1);
		assert.deepEqual(of('alice'), before.slice(0, 1));
		assert.ok(before[0]?.place.includes('editor'));
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

	it('are removed when the window stops, or the forge cannot reach it', async () => {
		const { open, hooks } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		await window.keeper.stop(20_000);
		assert.deepEqual(hooks(), []);
		const second = await open({ wanted: ['editor'] });
		await second.shows('editor registered');
		second.update({ reachable: undefined });
		await until(() => hooks().length === 0);
		await second.shows('editor pending');
	});

	it('are removed at the next start if the forge cannot be reached when the window stops', async () => {
		const { open, hooks, line } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		line.isCut = true;
		await window.keeper.stop();
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
		await window.keeper.stop(20);
		release();
	});

	it('cause no requests while the window is not active', async () => {
		const { open, asked, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], isActive: false });
		await wait(100);
		assert.deepEqual(asked, []);
		window.update({ isActive: true });
		await window.shows('editor registered');
		window.update({ isActive: false, wanted: ['editor', 'shell'].map(tracker) });
		await happen('editor');
		await until(() => window.delivered.length > 0);
		assert.deepEqual(asked, ['POST editor']);
	});

	it('are encrypted on the disk, and their paths are not in the log', async () => {
		const { open, folder, forge, line } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'] });
		await window.shows('editor registered');
		line.broken = { what: /DELETE/, status: 500 };
		await window.keeper.stop();
		const [secret = assert.fail()] = forge.state.hooks.map(({ url }) => url.split('/').at(-1) ?? '');
		assert.match(secret, /^[0-9a-f]{32}$/);
		assert.ok(window.secrets.addedAfter(0).includes(secret));
		const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
		assert.equal(texts.length, 1);
		for (const text of [...texts, ...window.logged, JSON.stringify(window.keeper.statuses)]) {
			assert.ok(!text.includes(secret));
		}
	});

	it('of an account that ends with the window are not stored', async () => {
		const { open, folder, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], isTemporary: true });
		await window.shows('editor registered');
		await happen('editor');
		await until(() => window.keeper.isLive('editor'));
		assert.deepEqual(readdirSync(folder), []);
	});
});

/** Times are in milliseconds. */
async function pastMillisecond(): Promise<void> {
	const now = Date.now();
	await until(() => Date.now() > now);
}
