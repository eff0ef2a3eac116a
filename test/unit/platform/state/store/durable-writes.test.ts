import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { DurableWrites } from '../../../../../src/platform/state/store/durable-writes.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { settle, stopTheClock } from '../../../../kit/window/clock.ts';
import { countSyncs } from '../../../../tools/disk-syncs.ts';
import { failing } from '../../../../tools/failing-files.ts';

describe('Files that are written often', () => {
	stopTheClock();
	const { folder, ending } = stage();

	async function open() {
		const { log, lines } = readable();
		const storage = fileStorage(await folder(), log);
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const durable = new DurableWrites(storage, lifetime, log);
		await storage.replace(['drafts', 'a'], 'A');
		await storage.replace(['drafts', 'b'], 'B');
		return { durable, lines };
	}

	it('are flushed once, a second after the last write', async () => {
		const { durable } = await open();
		const syncs = await countSyncs(async () => {
			for (const name of ['a', 'b', 'a']) {
				durable.add(['drafts', name]);
				mock.timers.tick(999);
			}
			await settle();
		});
		assert.equal(syncs, 0);
		assert.equal(await countSyncs(() => durable.finish()), 2);
		assert.equal(await countSyncs(() => durable.finish()), 0);
	});

	it('are not flushed after they are removed', async () => {
		const { durable } = await open();
		durable.add(['drafts', 'a']);
		durable.forget(['drafts', 'a']);
		assert.equal(await countSyncs(() => durable.finish()), 0);
	});

	it('that cannot be flushed are logged, and the others are flushed', async () => {
		const { durable, lines } = await open();
		for (const name of ['a', 'b']) durable.add(['drafts', name]);
		const restore = failing('open', 'EIO', { path: /drafts.a$/ });
		try {
			assert.equal(await countSyncs(() => durable.finish()), 1);
		} finally {
			restore();
		}
		assert.match(
			lines.map(({ line }) => line).join(),
			/drafts\/a is written, but may not survive a power failure/,
		);
	});
});
