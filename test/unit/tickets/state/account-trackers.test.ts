import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { createTrackers } from '../../../../src/tickets/state/account-trackers.ts';
import { ForgeQuirks } from '../../../../src/tickets/state/forge-quirks.ts';
import { readable, stage, type TrackerForge } from '../../../kit/forge/tracker-forge.ts';
import { untilSettled } from '../../../kit/window/clock.ts';
import { session } from '../../../kit/window/sessions.ts';

describe('The trackers of an account', () => {
	const { forge: start, folder, ending } = stage();

	async function open(forge: TrackerForge, at: string) {
		const { log, lines } = readable();
		const trackers = createTrackers(
			{ ...session, id: 'session' },
			{ client: forge.client('ana') },
			{
				cache: fileStorage(join(at, 'cache'), log),
				permanent: fileStorage(join(at, 'kept'), log),
				log,
			},
		);
		ending(() => trackers.dispose());
		await trackers.open();
		return { trackers, lines };
	}

	it('are limited on the disk to the latest ones, with their tickets and labels', async () => {
		const forge = await start();
		const at = await folder();
		for (const kind of ['tickets', 'labels']) {
			await mkdir(join(at, 'cache', kind), { recursive: true });
			for (let nth = 0; nth < 103; nth++) {
				const file = join(at, 'cache', kind, `t${nth}`);
				await writeFile(file, '');
				await utimes(file, 1000 + nth, 1000 + nth);
			}
		}
		mock.timers.enable({ apis: ['setTimeout'] });
		ending(() => mock.timers.reset());
		const { trackers } = await open(forge, at);
		// Before the lists of trackers are known, any file may be of one of them.
		await trackers.own.refresh();
		mock.timers.tick(30_000);
		const left = (kind: string) => readdirSync(join(at, 'cache', kind));
		await untilSettled(() => left('tickets').length === 100 && left('labels').length === 100);
		assert.ok(!left('labels').includes('t2'));
	});
});

describe('The quirks of forges', () => {
	const { folder } = stage();

	it('are known at the next start and in another window, for each forge separately', async () => {
		const { log } = readable();
		const kept = fileStorage(await folder(), log);
		const [one, other] = [new ForgeQuirks(kept, log), new ForgeQuirks(kept, log)];
		await Promise.all([one.open(), other.open()]);
		let changes = 0;
		one.onDidChange(() => changes++);
		await one.learn('a.test', 'resolveOnly');
		await one.learn('a.test', 'resolveOnly');
		await other.learn('a.test', 'reopenFirst');
		assert.equal(changes, 1);
		const again = new ForgeQuirks(kept, log);
		assert.deepEqual(again.of('a.test'), { resolveOnly: false, reopenFirst: false });
		await again.open();
		assert.deepEqual(again.of('a.test'), { resolveOnly: true, reopenFirst: true });
		assert.deepEqual(again.of('toString'), { resolveOnly: false, reopenFirst: false });
	});
});
