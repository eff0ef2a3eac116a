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
		assert.deepEqual(take(), ['POST editor']);
		const why = 'The forge does not allow webhooks.';
		assert.deepEqual(first.account.stateOf('editor'), { kind: 'refused', why });
		first.update();
		await wait(50);
		assert.deepEqual(take(), []);
		// Nothing is left to remove.
		await first.account.stop(AbortSignal.timeout(20_000));
		assert.deepEqual(take(), []);
		const second = await open({ wanted: ['editor'], pace: { refusedMs: 200 } });
		await second.shows('editor refused');
		take();
		await until(() => take().includes('POST editor'));
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
});

describe('Hooks that the forge may have created', () => {
	const { start } = webhookWindows();

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
});
