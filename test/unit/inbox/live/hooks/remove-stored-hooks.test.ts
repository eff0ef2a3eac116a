import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { until } from '../../../../tools/until.ts';
import { hookWindows } from './windows.ts';

describe('The stored hooks of an account', () => {
	const { start } = hookWindows();

	it('are removed from any window, and the one that has registered them creates none again', async () => {
		const { open, hooks, removeStored } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor', 'shell'] });
		await window.shows('editor registered', 'shell registered');
		await removeStored();
		assert.deepEqual(hooks(), []);
		window.want('editor', 'shell', 'site');
		await setTimeout(50);
		assert.deepEqual(hooks(), []);
	});

	it('are known to be removed to the window that has registered them, which registers them again if it still leads', async () => {
		const { open, hooks, happen, removeStored } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'], pace: { holderMs: 20, retakeMs: 2000 } });
		await window.shows('editor registered');
		await happen('editor');
		await until(() => window.keeper.isLive('editor'));
		await removeStored();
		await window.shows('editor pending');
		assert.deepEqual(hooks(), []);
		await window.shows('editor registered');
		assert.equal(hooks().length, 1);
	});

	it('are removed after the window that has registered them was killed', async () => {
		const { open, hooks, removeStored } = await start('event-on-tracker');
		const window = await open({ wanted: ['editor'] });
		await window.shows('editor registered');
		window.kill();
		await removeStored();
		assert.deepEqual(hooks(), []);
	});

	it('cause no request and no file if there are none', async () => {
		const { asked, folder, removeStored } = await start();
		await removeStored();
		assert.deepEqual([asked, readdirSync(folder)], [[], []]);
	});

	it('are left if the forge cannot be reached, which is not tried for each of them', async () => {
		const { open, hooks, line, take, removeStored } = await start('event-on-tracker');
		const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
		const window = await open({ wanted: names });
		await window.shows(...names.map((name) => `${name} registered`));
		window.kill();
		take();
		line.isCut = true;
		assert.equal(await removeStored(), false);
		assert.equal(hooks().length, names.length);
		assert.ok(take().length < names.length);
		line.isCut = false;
		assert.equal(await removeStored(), true);
		assert.deepEqual(hooks(), []);
	});
});
