import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import type { Storage } from '../../../../../src/base/files/storage.ts';
import type { Seen } from '../../../../../src/platform/state/seen/seen.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { openSeen, seenIn } from '../../../../kit/items/seen.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';
import { until } from '../../../../tools/until.ts';
import { markMany, tracker } from './mark-many.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor' };

describe('What the user has seen', () => {
	const { folder, ending } = stage();

	/** A window of ana with this storage. */
	async function windowOf(storage: Storage): Promise<Seen> {
		const seen = seenIn({ of: () => storage });
		ending(() => seen.dispose());
		await seen.open('ana');
		return seen;
	}
	const filesIn = (at: string) => fileStorage(at, readable().log);

	it('is all there if two windows mark 500 tickets at once and one of them is killed', async function () {
		this.timeout(30_000);
		const at = await folder();
		const program = fileURLToPath(import.meta.resolve('./marking-window.ts'));
		const child = spawn(process.execPath, [program, at], { stdio: ['ignore', 'pipe', 'inherit'] });
		ending(() => child.kill('SIGKILL'));
		let printed = '';
		child.stdout.on('data', (part) => {
			printed += part;
			if (printed.length > 400) child.kill('SIGKILL');
		});
		const survivor = await windowOf(filesIn(at));
		const stored: number[] = [];
		await once(child.stdout, 'data');
		await Promise.all([markMany(survivor, 1001, (ticket) => stored.push(ticket)), once(child, 'close')]);
		stored.push(...printed.split('\n').slice(0, -1).map(Number));
		assert.ok(stored.length > 500, 'The other window was killed before it has stored a mark');
		const next = await windowOf(filesIn(at));
		const lost = stored.filter((ticket) => next.visit(tracker, `${ticket}`) !== ticket);
		assert.deepEqual(lost, []);
	});

	it('is in all other windows soon, which report the place', async () => {
		const at = await folder();
		const [one, other] = [await windowOf(filesIn(at)), await windowOf(filesIn(at))];
		const changed: unknown[] = [];
		other.onDidChange((place) => changed.push(place));
		await one.add(tracker, { visits: { 3: 10 } });
		await one.add(list, { upTo: 20 });
		await until(() => changed.length >= 2, { what: 'the other window reports both places' });
		assert.deepEqual(changed, [tracker, list]);
		assert.deepEqual([other.visit(tracker, '3'), other.upTo(list)], [10, 20]);
	});

	it('is known at once, and on the disk when the call resolves, with one write for many in a row', async () => {
		const storage = memoryStorage();
		let writes = 0;
		const replace: Storage['replace'] = async (...args) => {
			writes++;
			await storage.replace(...args);
		};
		const seen = await windowOf({ ...storage, replace });
		const changed: unknown[] = [];
		seen.onDidChange((place) => changed.push(place));
		const marks = Array.from({ length: 100 }, (_, nth) => seen.add(tracker, { visits: { [nth]: 10 } }));
		assert.deepEqual([seen.visit(tracker, '99'), changed.length, writes], [10, 100, 0]);
		await Promise.all(marks);
		assert.equal((await windowOf(storage)).visit(tracker, '99'), 10);
		await seen.add(tracker, { visits: { 99: 10 } });
		await seen.add(tracker, { visits: { 99: 5 } });
		assert.deepEqual([writes, changed.length], [1, 100]);
	});

	it('stays known if it cannot be stored, which the caller learns, and is stored with the next mark', async () => {
		const storage = memoryStorage();
		let isFull = true;
		const replace: Storage['replace'] = async (...args) => {
			if (isFull) throw new Error('ENOSPC');
			await storage.replace(...args);
		};
		const seen = await windowOf({ ...storage, replace });
		await assert.rejects(seen.add(tracker, { visits: { 1: 10 } }), /ENOSPC/);
		await assert.rejects(seen.add(tracker, { visits: { 1: 10 } }), /ENOSPC/, 'it is still not stored');
		assert.equal(seen.visit(tracker, '1'), 10);
		isFull = false;
		await seen.add(tracker, { visits: { 2: 20 } });
		const next = await windowOf(storage);
		assert.deepEqual([next.visit(tracker, '1'), next.visit(tracker, '2')], [10, 20]);
	});

	it('is stored before the window ends, also if it is marked while another mark is being written', async () => {
		const storage = memoryStorage();
		const writing = Promise.withResolvers<void>();
		const gate = Promise.withResolvers<void>();
		const replace: Storage['replace'] = async (...args) => {
			writing.resolve();
			await gate.promise;
			await storage.replace(...args);
		};
		const seen = await windowOf({ ...storage, replace });
		seen.begin(tracker, [['1', 10]]);
		await writing.promise;
		seen.begin(list, [['1', 20]]);
		const settled = seen.settled(AbortSignal.timeout(5000));
		gate.resolve();
		await settled;
		const next = await windowOf(storage);
		assert.deepEqual([next.upTo(tracker), next.upTo(list)], [10, 20]);
	});

	it('is kept apart by account, kind and place', async () => {
		const seen = seenIn({ of: memoryStorage });
		await Promise.all([seen.open('ana'), seen.open('bob')]);
		await seen.add(tracker, { upTo: 10 });
		const others = [list, { ...tracker, tracker: 'other' }, { ...tracker, account: 'bob' }];
		assert.deepEqual(
			[tracker, ...others].map((place) => seen.upTo(place)),
			[10, undefined, undefined, undefined],
		);
	});

	it('is forgotten with the account, and is not known before the account is open again', async () => {
		const storages = [memoryStorage(), memoryStorage()];
		const seen = seenIn({ of: () => storages.shift() ?? assert.fail() });
		await seen.open('ana');
		await seen.add(tracker, { upTo: 10 });
		seen.forget(['bob']);
		assert.equal(seen.upTo(tracker), 10);
		seen.forget(['ana']);
		await seen.add(tracker, { upTo: 20 });
		seen.begin(tracker, [['1', 30]]);
		assert.equal(seen.upTo(tracker), undefined);
		await seen.open('ana');
		assert.equal(seen.upTo(tracker), undefined);
	});

	it('begins anew if the file is damaged, which is kept', async () => {
		const at = await folder();
		const storage = filesIn(at);
		await storage.replace(['seen', 'ana'], '{"tracker ~ana/editor": {"upTo": "yesterday"}}');
		const seen = await windowOf(storage);
		assert.equal(seen.upTo(tracker), undefined);
		await seen.add(tracker, { upTo: 10 });
		assert.equal((await windowOf(storage)).upTo(tracker), 10);
		assert.equal((await storage.names(['unreadable'])).length, 1, join(at, 'unreadable'));
	});

	it('is everything at the first look at a place, and not at a later one', async () => {
		const seen = await openSeen('ana');
		const isSeen = (changed: number) => changed <= (seen.upTo(tracker, '1') ?? 0);
		await seen.add(tracker, { visits: { 1: 5 } });
		assert.equal(seen.upTo(tracker), undefined, 'a visit is no look at the place');
		seen.begin(tracker, [
			['1', 10],
			['2', 20],
		]);
		seen.begin(tracker, [['1', 30]]);
		assert.deepEqual([isSeen(20), isSeen(21)], [true, false]);
		assert.equal(seen.seeAll(tracker, [['1', 30]]), 30);
		assert.deepEqual([isSeen(30), isSeen(31)], [true, false]);
	});

	it('is not everything because a window looks at a place before it has read the file', async () => {
		const storage = memoryStorage();
		await (await windowOf(storage)).add(tracker, { upTo: 10 });
		const seen = seenIn({ of: () => storage });
		const opened = seen.open('ana');
		seen.begin(tracker, [['1', 20]]);
		await opened;
		assert.equal(seen.upTo(tracker), 10);
	});

	it('is not everything because the file cannot be read', async () => {
		const storage = memoryStorage();
		await (await windowOf(storage)).add(tracker, { upTo: 10 });
		const failing = { ...storage, read: async () => assert.fail('EIO') };
		const seen = await windowOf(failing);
		seen.begin(tracker, [['1', 20]]);
		failing.read = storage.read as never;
		await seen.read('ana');
		assert.equal(seen.upTo(tracker), 10);
	});

	it('is forgotten of the place that was written longest ago, if there are more than 1000', async () => {
		const storage = memoryStorage();
		const trackers = Array.from({ length: 1001 }, (_, nth) => ({ ...tracker, tracker: `${nth}` }));
		const marks = { upTo: 5, exceptions: {}, visits: {} };
		const stored = trackers.slice(0, 1000).map((one) => [`tracker ~ana/${one.tracker}`, marks]);
		await storage.replace(['seen', 'ana'], JSON.stringify(Object.fromEntries(stored)));
		const seen = await windowOf(storage);
		const [first, second, last] = [trackers[0], trackers[1], trackers[1000]];
		for (const place of [first, last]) await seen.add(place ?? assert.fail(), { upTo: 10 });
		assert.deepEqual(
			trackers.filter((place) => seen.upTo(place) === undefined),
			[second],
		);
	});

	describe('on a certain day', () => {
		stopTheDate(Date.parse('2026-03-03'));

		it('does not move back, except from a time in the far future', async () => {
			const seen = await openSeen('ana');
			const look = async (at: string) => {
				await seen.add(tracker, { upTo: Date.parse(at), visits: { 1: Date.parse(at) } });
				return [seen.upTo(tracker), seen.visit(tracker, '1')];
			};
			const both = (at: string) => [Date.parse(at), Date.parse(at)];
			assert.deepEqual(await look('2999-01-01'), both('2999-01-01'), 'the first time');
			for (const at of ['2026-02-02', '2026-01-01', '2998-01-01'])
				assert.deepEqual(await look(at), both('2026-02-02'), at);
			assert.deepEqual(await look('2026-03-05'), both('2026-03-05'), 'the clock may be two days behind');
		});
	});
});
