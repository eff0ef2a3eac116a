import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { until } from '../../../../tools/until.ts';
import { webhookWindows } from './webhook-windows.ts';

describe('The hooks of an account that signs out', () => {
	const { start } = webhookWindows();

	it('are removed from any window, and the one that has registered them creates none again', async () => {
		const { open, hooks, signOut } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		await signOut();
		assert.deepEqual(hooks(), []);
		window.want('editor', 'shell', 'site');
		await setTimeout(50);
		assert.deepEqual(hooks(), []);
	});

	it('are known to be removed to the window that has registered them, which registers them again if it still leads', async () => {
		const { open, hooks, happen, signOut } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], pace: { retakeMs: 2000 } });
		await window.shows('editor registered');
		await happen('editor');
		await until(() => window.isLive('editor'));
		await signOut();
		await window.shows('editor pending');
		assert.deepEqual(hooks(), []);
		await window.shows('editor registered');
		assert.equal(hooks().length, 1);
	});

	it('may be left if what was recorded is damaged, which is remembered while the token is used', async () => {
		const { open, folder, signOut } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'] });
		await window.shows('editor registered');
		const [name = assert.fail()] = readdirSync(join(folder, 'webhooks'));
		const record = join(folder, 'webhooks', name);
		await until(() => !readFileSync(record, 'utf8').includes('isCreating'));
		window.kill();
		writeFileSync(record, '{"owner": "');
		const left = [await signOut(), await signOut(), await signOut('bob'), await signOut('bob')];
		assert.deepEqual(left, ['unknown', 'unknown', 'unknown', 'none']);
	});

	it('cause no request and no file if there are none', async () => {
		const { asked, folder, signOut } = await start();
		await signOut();
		assert.deepEqual([asked, readdirSync(folder)], [[], []]);
	});

	it('do not stay if a window was just creating them', async () => {
		const { open, hooks, line, release, signOut } = await start('event-on-tracker');
		line.held = /POST/;
		const window = await open({ wanted: ['editor', 'shell'] });
		await until(() => line.waiting.length === 1);
		line.held = undefined;
		await signOut();
		release();
		await until(() => window.logged.some((text) => text.includes('Another window registers')));
		await setTimeout(50);
		assert.deepEqual(hooks(), []);
	});

	it('are left if the forge cannot be reached, which is not tried for each of them', async () => {
		const { open, hooks, line, take, signOut } = await start('event-on-tracker');
		const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
		const window = await open({ wanted: names });
		await window.shows(...names.map((name) => `${name} registered`));
		window.kill();
		take();
		line.isCut = true;
		assert.equal(await signOut(), 'some');
		assert.equal(hooks().length, names.length);
		assert.ok(take().length < names.length);
		line.isCut = false;
		assert.equal(await signOut(), 'none');
		assert.deepEqual(hooks(), []);
	});
});
