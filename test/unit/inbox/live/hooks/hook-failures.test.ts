import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import '../../../../../src/inbox/live/hooks/account-webhooks.ts';
import { until } from '../../../../tools/until.ts';
import { webhookWindows } from './webhook-windows.ts';

describe('Hooks that cannot be registered', () => {
	const { start } = webhookWindows();

	it('are reported as refused with the reason, and are tried again rarely', async () => {
		const { open, take } = await start('tracker-hooks-refused');
		const first = await open({ wanted: ['editor'] });
		await first.shows('editor refused');
		assert.deepEqual(take(), ['GET editor', 'POST editor']);
		const why = 'The forge does not allow webhooks.';
		assert.deepEqual(first.account.stateOf('editor'), { kind: 'refused', why });
		first.update();
		await wait(50);
		assert.deepEqual(take(), []);
		// Nothing is left to remove.
		await first.account.stop(AbortSignal.timeout(20_000));
		assert.deepEqual(take(), []);
		const second = await open({ wanted: ['editor'], pace: { rarelyMs: 200 } });
		await second.shows('editor refused');
		take();
		await until(() => take().includes('POST editor'));
		await second.shows('editor refused');
	});

	it('are tried again, and all of them once one was accepted', async () => {
		const { open, take, line } = await start('event-on-tracker');
		line.broken = { what: /POST/, status: 404 };
		const names = ['a', 'b', 'c', 'd'];
		const window = await open({ wanted: names, pace: { refusedMs: 300, leastMs: 100 } });
		await window.shows(...names.map((name) => `${name} refused`));
		take();
		await until(() => take().some((what) => what.startsWith('POST')));
		line.broken = undefined;
		await window.shows(...names.map((name) => `${name} registered`));
	});

	it('are tried again when the user asks for it, but not again and again', async () => {
		const { open, take, line } = await start('event-on-tracker');
		line.broken = { what: /POST/, status: 403 };
		const window = await open({ wanted: ['a', 'b'], pace: { leastMs: 100 } });
		await window.shows('a refused', 'b refused');
		take();
		for (let time = 0; time < 10; time++) window.account.retryRefused();
		const asked: string[] = [];
		await until(() => asked.push(...take()) >= 4);
		await wait(400);
		assert.deepEqual([...asked, ...take()].toSorted(), ['GET a', 'GET b', 'POST a', 'POST b']);
		await window.shows('a refused', 'b refused');
		line.broken = undefined;
		window.account.retryRefused();
		await window.shows('a registered', 'b registered');
	});

	it('are tried again at once with another token', async () => {
		const { open, take } = await start('tracker-hooks-refused');
		const window = await open({ wanted: ['editor'] });
		await window.shows('editor refused');
		take();
		window.update({ token: 'alice2' });
		await until(() => take().includes('POST editor'));
	});

	it('are refused if the target does not exist', async () => {
		const { open, asked } = await start();
		const window = await open({ wanted: ['none'] });
		await window.shows('none refused');
		assert.deepEqual(asked, ['GET none']);
	});

	it('are refused without a request if the token lacks all permissions', async () => {
		const { open, asked } = await start();
		const window = await open({ wanted: ['editor'], scopes: ['lists:read'] });
		await window.shows('editor refused');
		assert.deepEqual(window.account.stateOf('editor'), {
			kind: 'refused',
			why: 'The token is missing the permissions trackers:read, tickets:read.',
		});
		assert.deepEqual(asked, []);
	});

	it('wait while the forge cannot be reached, which costs one request for all targets', async () => {
		const { open, take, line } = await start('event-on-tracker');
		line.isCut = true;
		const window = await open({ wanted: ['a', 'b', 'c', 'd', 'e'], pace: { maxJobs: 1 } });
		await until(() => take().length > 0);
		await wait(100);
		assert.deepEqual(take(), []);
		const state = window.account.stateOf('a');
		assert.ok(state?.kind === 'pending' && state.why !== undefined);
	});
});

describe('Hooks that the forge may have created', () => {
	const { start } = webhookWindows();

	it('are found by their address if its answer was lost, and not created twice', async () => {
		const { open, take, line, hooks } = await start('event-on-tracker');
		line.lost = /POST/;
		const first = await open({ wanted: ['editor'] });
		await until(() => hooks().length === 1);
		assert.deepEqual(first.states(), ['editor pending']);
		first.kill();
		line.lost = undefined;
		take();
		const second = await open({ wanted: ['editor'], port: first.port });
		await second.shows('editor registered');
		assert.deepEqual(take(), ['GET editor']);
		assert.equal(hooks().length, 1);
	});

	it('are found after a restart at another address, and removed', async () => {
		const { open, take, line, hooks } = await start('event-on-tracker');
		line.lost = /POST/;
		const first = await open({ wanted: ['editor'] });
		await until(() => hooks().length === 1);
		first.kill();
		line.lost = undefined;
		take();
		const second = await open({ wanted: ['editor'] });
		await second.shows('editor registered');
		await until(() => hooks().length === 1);
		assert.deepEqual(take(), ['GET editor', 'POST editor', 'DELETE editor']);
	});

	it('are not created twice if the process has ended after the forge has refused an event', async () => {
		const { open, line, hooks, release } = await start();
		line.held = /POST/;
		const first = await open({ wanted: ['editor'] });
		// The first request is refused, and the second creates a hook for the other events.
		await until(() => line.waiting.length === 1);
		line.waiting.pop()?.();
		await until(() => line.waiting.length === 1 && hooks().length === 1);
		first.kill();
		release();
		const second = await open({ wanted: ['editor'], port: first.port });
		await second.shows('editor registered');
		assert.deepEqual(hooks(), ['editor label:create,label:delete,ticket:create']);
	});

	it('are created again if the forge has forgotten them', async () => {
		const { open, take, forge, hooks, happen } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], pace: { checkMs: 200 } });
		await window.shows('editor registered');
		forge.state.hooks.splice(0);
		take();
		await until(() => hooks().length === 1);
		await window.shows('editor registered');
		assert.deepEqual(take(), ['GET editor', 'DELETE editor', 'GET editor', 'POST editor']);
		await happen('editor');
		await until(() => window.isLive('editor'));
	});

	it('are not created again and again if the forge does not keep them', async () => {
		const { open, asked, forge, line } = await start('event-on-tracker');
		line.didAnswer = () => forge.state.hooks.splice(0);
		await open({ wanted: ['editor'], pace: { checkMs: 1 } });
		await until(() => asked.filter((what) => what === 'POST editor').length === 2);
		await wait(300);
		assert.equal(asked.filter((what) => what === 'POST editor').length, 2);
	});
});

describe('Two windows that lead for a moment', () => {
	const { start } = webhookWindows();

	it('do not both register hooks: the later one takes over', async () => {
		const { open, take, forge, hooks, happen } = await start('event-on-tracker');
		const first = await open({ wanted: ['editor'] });
		await first.shows('editor registered');
		const second = await open({ wanted: ['editor'] });
		await until(() => hooks().length === 1 && forge.state.hooks[0]?.id === 2);
		take();
		first.want('editor', 'shell');
		await until(() => first.logged.some((line) => line.includes('Another window registers')));
		await wait(50);
		assert.deepEqual(take(), []);
		await first.account.stop(AbortSignal.timeout(20_000));
		assert.deepEqual(take(), []);
		await happen('editor');
		await until(() => second.isLive('editor'));
		assert.deepEqual(first.delivered, []);
	});

	it('do not stay without hooks if the later one has ended and the earlier one still leads', async () => {
		const { open, forge, hooks, happen } = await start('event-on-tracker');
		const first = await open({ wanted: ['editor'], pace: { retakeMs: 100 } });
		await first.shows('editor registered');
		const second = await open({ wanted: ['editor'] });
		await until(() => hooks().length === 1 && forge.state.hooks[0]?.id === 2);
		second.kill();
		first.want('editor', 'shell');
		await first.shows('editor pending', 'shell pending');
		await first.shows('editor registered', 'shell registered');
		await until(() => hooks().length === 2);
		await happen('editor');
		await until(() => first.isLive('editor'));
	});

	it('leave no hook behind that the earlier one was just creating', async () => {
		const { open, line, release, forge, hooks } = await start('event-on-tracker');
		line.held = /POST/;
		await open({ wanted: ['editor'] });
		await until(() => line.waiting.length === 1);
		line.held = undefined;
		const second = await open({ wanted: ['editor'] });
		await second.shows('editor registered');
		release();
		await until(() => hooks().length === 1);
		assert.equal(forge.state.hooks[0]?.id, 2);
	});
});

describe('A start with 50 known targets', () => {
	const { start } = webhookWindows();

	it('makes one request for each, and no more than two at a time', async () => {
		const { open, take, hooks } = await start('event-on-tracker');
		const wanted = Array.from({ length: 50 }, (_, nth) => `t${nth}`);
		const first = await open({ wanted });
		await until(() => hooks().length === 50);
		await until(() => first.states().every((state) => state.endsWith('registered')));
		first.kill();
		take();
		const second = await open({ wanted, port: first.port });
		await until(() => second.states().every((state) => state.endsWith('registered')));
		const asked: string[] = [];
		await until(() => asked.push(...take()) >= 50);
		await wait(100);
		assert.deepEqual([...asked, ...take()].sort(), wanted.map((name) => `GET ${name}`).sort());
		second.update({ wanted: wanted });
		await wait(50);
		assert.deepEqual(take(), []);
	});
});
