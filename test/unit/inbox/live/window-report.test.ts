import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as v from 'valibot';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { Name, Storage } from '../../../../src/base/files/storage.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Log } from '../../../../src/base/log/log.ts';
import { WindowReport } from '../../../../src/inbox/live/window-report.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';

const name: Name = ['live', 'lamp'];

describe('What a window reports', () => {
	let lifetime: Lifetime;
	let folder: string;
	let logged: string[];
	beforeEach(() => {
		lifetime = new Lifetime();
		folder = temporaryFolder('report');
		logged = [];
	});
	afterEach(() => {
		lifetime.dispose();
		mock.timers.reset();
	});

	function openWindow(value?: string, change: Partial<Storage> = {}) {
		const log = new Log(({ message }) => logged.push(message));
		const storage = { ...fileStorage(folder, log), ...change };
		const own = { value };
		const report = lifetime.add(new WindowReport('lamp', v.string(), () => own.value, { storage, log }));
		return { report, own, storage };
	}

	/** Of a window that was killed so many minutes ago. */
	const killed = (minutes: number, value: unknown = 'on') =>
		JSON.stringify({ window: 'killed', at: Date.now() - minutes * 60_000, value });

	it('is known in all other windows, also in those that open later, until it ends', async () => {
		const one = openWindow('on');
		const { report } = openWindow();
		let changes = 0;
		report.onDidChange(() => changes++);
		one.report.publish();
		await until(() => report.other === 'on');
		one.own.value = 'off';
		one.report.publish();
		await until(() => report.other === 'off');
		assert.deepEqual([one.report.other, changes], [undefined, 2]);
		const later = openWindow();
		await later.report.isOpen;
		assert.equal(later.report.other, 'off');
		one.own.value = undefined;
		await one.report.publishNow();
		await until(() => report.other === undefined && later.report.other === undefined);
		assert.equal(await one.storage.read(name), undefined);
	});

	it('is that of the window that has reported last, which another one does not remove', async () => {
		const [one, other, third] = [openWindow('one'), openWindow('other'), openWindow()];
		await one.report.publishNow();
		await other.report.publishNow();
		await until(() => third.report.other === 'other');
		one.own.value = undefined;
		await one.report.publishNow();
		assert.match((await one.storage.read(name)) ?? '', /other/);
		await until(() => one.report.other === 'other');
	});

	it('of a killed window counts for a minute, also in a window that does not hear of changed files', async () => {
		const { storage } = openWindow();
		for (const [minutes, known] of [
			[0.5, 'on'],
			[2, undefined],
			[-2, undefined],
		] as const) {
			await storage.replace(name, killed(minutes));
			const { report } = openWindow();
			await report.isOpen;
			assert.equal(report.other, known, `${minutes} minutes`);
		}
		mock.timers.enable({ apis: ['setInterval'] });
		await storage.replace(name, killed(0.5));
		const { report } = openWindow(undefined, { watch: () => ({ dispose: () => {} }) });
		await report.isOpen;
		assert.equal(report.other, 'on');
		await storage.replace(name, killed(2));
		mock.timers.tick(20_000);
		await until(() => report.other === undefined);
	});

	it('is written again every 20 seconds while it holds, not more often, and also if that failed at first', async () => {
		let writes = 0;
		let isFull = true;
		mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
		const { report, own } = openWindow('on', {
			replace: async () => {
				if (isFull) throw new Error('The disk is full.');
				writes += 1;
			},
		});
		const pass = async (ms: number) => {
			mock.timers.tick(ms);
			await report.publishNow().catch(() => {});
		};
		await pass(20_000);
		assert.deepEqual([writes, logged.length], [0, 1]);
		isFull = false;
		await pass(20_000);
		for (let nth = 0; nth < 5; nth++) {
			report.publish();
			await pass(500);
		}
		assert.equal(writes, 1);
		await pass(20_000);
		assert.equal(writes, 2);
		own.value = undefined;
		await pass(20_000);
		assert.equal(writes, 2);
	});
});
