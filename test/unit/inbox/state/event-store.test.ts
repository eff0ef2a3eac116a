import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { Storage } from '../../../../src/base/files/storage.ts';
import { EventStore } from '../../../../src/inbox/state/event-store.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { failing } from '../../../tools/failing-files.ts';
import { until } from '../../../tools/until.ts';
import { numbered, repositoryEvent, ticketEvent } from '../events.ts';

const day = 24 * 60 * 60_000;
const isSeen = ({ content: { entries } }: EventStore, key: string) =>
	entries.some(({ event, seenAt }) => event.key === key && seenAt !== undefined);
const keysOf = (events: readonly { readonly key: string }[]) => events.map(({ key }) => key);

describe('The events of an account', () => {
	const { folder, ending } = stage();
	const clock = stopTheDate(Date.parse('2026-03-05T00:00:00Z'));

	/** A window: `added` are the keys of the events that it heard of. */
	async function open(at: string, isIgnored?: (event: ForgeEvent) => boolean) {
		const { log, lines } = readable();
		const store = new EventStore({
			...{ storage: fileStorage(at, log), account: 'session', log },
			...(isIgnored && { isIgnored }),
		});
		ending(() => store.dispose());
		const added: string[] = [];
		let changes = 0;
		store.onDidAdd((events) => added.push(...keysOf(events)));
		store.onDidChange(() => changes++);
		await store.open();
		return {
			store,
			added,
			lines,
			changes: () => changes,
			keys: () => keysOf(store.content.entries.map(({ event }) => event)),
		};
	}

	it('are added once, with the cursor of their resource', async () => {
		const { store, added, keys } = await open(await folder());
		assert.equal(store.content.cursorOf('tracker'), undefined);
		const [first] = numbered(1, 1);
		assert.ok(first);
		const own = await store.append([...numbered(1, 2), first], { resource: 'tracker', value: { last: 2 } });
		assert.deepEqual(keysOf(own), ['event 1', 'event 2']);
		assert.deepEqual(store.content.cursorOf('tracker'), { last: 2 });
		assert.deepEqual(
			keysOf(await store.append(numbered(1, 3), { resource: 'tracker', value: { last: 3 } })),
			['event 3'],
		);
		assert.deepEqual(added, ['event 1', 'event 2', 'event 3']);
		assert.deepEqual(keys(), added);
	});

	it('cause no write if they and the cursor are known', async () => {
		const { store } = await open(await folder());
		await store.append(numbered(1, 2), { resource: 'tracker', value: { last: 2 } });
		ending(failing('appendFile', 'ENOSPC'));
		assert.deepEqual(await store.append(numbered(1, 2), { resource: 'tracker', value: { last: 2 } }), []);
	});

	it('are added once by several calls at the same time', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		const calls = [one, other, one, other].map(({ store }) => store.append(numbered(1, 10)));
		const own = (await Promise.all(calls)).flat();
		assert.deepEqual(keysOf(own).sort(), keysOf(numbered(1, 10)).sort());
		await other.store.refresh();
		assert.deepEqual(other.keys(), keysOf(numbered(1, 10)));
	});

	it('cause no write and no change if they are seen already', async () => {
		const { store, changes } = await open(await folder());
		await store.append(numbered(1, 1));
		await store.markSeen(['event 1']);
		const before = changes();
		const restore = failing('appendFile', 'ENOSPC');
		ending(restore);
		await store.markSeen(['event 1', 'unknown']);
		assert.equal(changes(), before);
	});

	it('stay unseen if another window has added them since the user looked', async () => {
		const at = await folder();
		const { log } = readable();
		// This window does not hear of changes.
		const storage = { ...fileStorage(at, log), watch: () => ({ dispose: () => {} }) };
		const deaf = new EventStore({ storage, account: 'session', log });
		ending(() => deaf.dispose());
		await deaf.append(numbered(1, 1));
		const { store } = await open(at);
		await store.append(numbered(2, 2));
		await deaf.markSeen(deaf.content.entries.map(({ event }) => event.key));
		assert.deepEqual([isSeen(deaf, 'event 1'), isSeen(deaf, 'event 2')], [true, false]);
	});

	it('are stored as seen if the user has probably caused them', async () => {
		const { store } = await open(await folder());
		const own = repositoryEvent({ key: 'own', isProbablyOwn: true });
		await store.append([own, repositoryEvent({ key: 'other' })]);
		assert.deepEqual([isSeen(store, 'own'), isSeen(store, 'other')], [true, false]);
		assert.equal(store.content.entries.length, 2);
	});

	it('are not added if they are too old, and not again once they are', async () => {
		const { store, added, keys } = await open(await folder());
		const at = new Date(clock.now - 61 * day).toISOString();
		await store.append([ticketEvent({ key: 'old', at }), ...numbered(1, 1)]);
		clock.now += 61 * day;
		await store.append([ticketEvent({ key: 'later', at: new Date(clock.now).toISOString() })]);
		clock.now += day;
		await store.append([ticketEvent({ key: 'old' }), ...numbered(1, 1)]);
		assert.deepEqual(added, ['event 1', 'later']);
		assert.deepEqual(keys(), ['later']);
	});

	it('are added and stay while the clock of the computer is 61 days ahead, and after that', async () => {
		const at = await folder();
		const { store, added } = await open(at);
		clock.now += 61 * day;
		await store.append(numbered(1, 2));
		assert.deepEqual(added, ['event 1', 'event 2']);
		assert.equal(store.content.entries.length, 2);
		clock.now -= 61 * day;
		await store.append(numbered(3, 3));
		assert.deepEqual((await open(at)).keys(), ['event 1', 'event 2', 'event 3']);
	});

	it('are read again, from the old cursor, if they could not be written', async () => {
		const { store, added } = await open(await folder());
		await store.append(numbered(1, 1), { resource: 'tracker', value: 1 });
		const restore = failing('appendFile', 'ENOSPC');
		ending(restore);
		await assert.rejects(store.append(numbered(2, 2), { resource: 'tracker', value: 2 }), { code: 'ENOSPC' });
		restore();
		assert.equal(store.content.cursorOf('tracker'), 1);
		await store.append(numbered(2, 2), { resource: 'tracker', value: 2 });
		assert.deepEqual(added, ['event 1', 'event 2']);
	});

	it('are not added if another window has read the resource since', async () => {
		const at = await folder();
		const [fast, slow] = [await open(at), await open(at)];
		const first = { resource: 'tracker', value: 1, readFrom: { value: undefined } };
		await fast.store.append(numbered(1, 1), first);
		const outdated = { name: 'OutdatedReadError' };
		await assert.rejects(slow.store.append(numbered(2, 2), first), outdated);
		assert.deepEqual([slow.added, slow.store.content.cursorOf('tracker')], [['event 1'], 1]);
		const second = { resource: 'tracker', value: { to: 2 }, readFrom: { value: 1 } };
		await slow.store.append(numbered(2, 2), second);
		await assert.rejects(fast.store.append([], second), outdated);
		await fast.store.append(numbered(3, 3), {
			resource: 'tracker',
			value: 3,
			readFrom: { value: { to: 2 } },
		});
		assert.deepEqual(fast.added, keysOf(numbered(1, 3)));
	});

	it('are left out if they cannot be stored, without harm to the others', async () => {
		const { store, added, lines } = await open(await folder());
		await store.append([ticketEvent({ key: 'x'.repeat(501) }), ...numbered(1, 1)]);
		assert.deepEqual(added, ['event 1']);
		assert.match(
			lines.map(({ line }) => line).join('\n'),
			/An event of the kind commented has an unexpected format/,
		);
	});

	it('stay as they are if the disk cannot be read', async () => {
		const { store, keys, lines } = await open(await folder());
		await store.append(numbered(1, 1));
		const restore = failing('open', 'EIO', { path: /events$/ });
		ending(restore);
		await store.refresh();
		assert.deepEqual(keys(), ['event 1']);
		assert.match(lines.map(({ line }) => line).join('\n'), /The events could not be read/);
	});

	it('are kept aside if they cannot be read, begin again, and are mentioned until the user removes the file', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		await one.store.append(numbered(1, 1));
		await until(() => other.added.length === 1);
		await writeFile(join(at, 'inbox', 'session', 'events'), 'nonsense');
		await one.store.refresh();
		await one.store.append(numbered(2, 2));
		const again = await open(at);
		const [kept = ''] = await readdir(join(at, 'unreadable'));
		for (const { store, keys, lines } of [one, other, again]) {
			await store.refresh();
			assert.deepEqual([keys(), store.keptAt], [['event 2'], join(at, 'unreadable', kept)]);
			assert.ok(lines.some(({ line }) => line.includes(kept)));
		}
		await rm(join(at, 'unreadable', kept));
		const before = again.changes();
		await again.store.refresh();
		assert.deepEqual([again.store.keptAt, again.changes()], [undefined, before + 1]);
	});

	it('are not new again, and stay as seen, after the file was rewritten because it was long', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		await one.store.append(numbered(1, 2));
		await one.store.markSeen(['event 1']);
		for (const nth of [1, 2, 3, 4])
			await one.store.append([], { resource: 'list', value: `${nth}`.repeat(100_000) });
		assert.ok((await stat(join(at, 'inbox', 'session', 'events'))).size < 300_000);
		await one.store.append(numbered(3, 3));
		for (const { store, added } of [one, other]) {
			await store.refresh();
			assert.deepEqual(added, ['event 1', 'event 2', 'event 3']);
			assert.deepEqual([isSeen(store, 'event 1'), isSeen(store, 'event 2')], [true, false]);
			assert.match(String(store.content.cursorOf('list')), /^4+$/);
		}
	});

	it('are added once, to what another window adds that takes the lock of a hung one', async () => {
		const at = await folder();
		const other = await open(at);
		const { log } = readable();
		const storage = fileStorage(at, log);
		let hangs = false;
		const read: Storage['read'] = async (name) => {
			const text = await storage.read(name);
			if (!hangs) return text;
			hangs = false;
			await rm(join(at, 'locks', 'inbox', 'session', 'events.lock'), { recursive: true });
			await other.store.append(numbered(1, 2));
			return text;
		};
		const hung = new EventStore({ storage: { ...storage, read }, account: 'session', log });
		ending(() => hung.dispose());
		await hung.open();
		hangs = true;
		assert.deepEqual(keysOf(await hung.append(numbered(2, 3))), ['event 3']);
		await other.store.refresh();
		assert.deepEqual(other.keys(), ['event 1', 'event 2', 'event 3']);
	});

	it('of other windows are there also after a write that failed', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		const elsewhere: string[] = [];
		one.store.onDidReadElsewhere((resources) => elsewhere.push(...resources));
		await other.store.append(numbered(1, 1), { resource: 'list', value: 1 });
		const restore = failing('appendFile', 'ENOSPC');
		ending(restore);
		await assert.rejects(one.store.append(numbered(2, 2), { resource: 'tracker', value: 1 }));
		restore();
		await one.store.refresh();
		assert.deepEqual([one.added, elsewhere], [['event 1'], ['list']]);
		await one.store.append([], { resource: 'tracker', value: 1 });
		assert.deepEqual(elsewhere, ['list']);
	});

	/** Starts a process that appends events up to `last`. `didAdd` is called for each number that is on the disk. */
	function write(at: string, last: number, didAdd: (nth: number) => void = () => {}) {
		const writer = fileURLToPath(import.meta.resolve('./events-writer.ts'));
		const child = spawn(process.execPath, [writer, at, String(last)], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		ending(() => child.kill('SIGKILL'));
		let printed = '';
		child.stdout.on('data', (part) => {
			printed += part;
			didAdd(Number(printed.trim().split('\n').at(-1)));
		});
		return { child, closed: once(child, 'close') };
	}

	const killMs = [0, 2, 7];

	it('are there once, and none is lost, if one of two processes that add the same is killed', async () => {
		const last = 30;
		const kill = async (afterMs: number) => {
			const at = await folder();
			const follower = await open(at);
			const survivor = write(at, last);
			const killed = write(at, last, (nth) => {
				if (nth >= 4) setTimeout(() => killed.child.kill('SIGKILL'), afterMs);
			});
			await Promise.all([survivor.closed, killed.closed]);
			await until(() => follower.added.length >= last);
			const expected = keysOf(numbered(1, last));
			assert.deepEqual(follower.added, expected);
			const later = await open(at);
			assert.deepEqual(later.keys(), expected);
			// The slower process may have written its cursor last.
			assert.ok(Number(later.store.content.cursorOf('tracker')) >= 2);
		};
		await Promise.all(killMs.map(kill));
	});

	it('are on the disk up to the cursor when the only process that adds them is killed', async () => {
		const kill = async (afterMs: number) => {
			const at = await folder();
			let printed = 0;
			const { child, closed } = write(at, 10_000, (nth) => {
				printed = nth;
				if (nth >= 4) setTimeout(() => child.kill('SIGKILL'), afterMs);
			});
			await closed;
			const { store, keys } = await open(at);
			const cursor = Number(store.content.cursorOf('tracker'));
			assert.ok(cursor >= printed, `${printed} was on the disk, and the cursor was ${cursor}`);
			assert.deepEqual(keys().slice(0, cursor), keysOf(numbered(1, cursor)));
			await store.append(numbered(1, cursor + 2));
			assert.deepEqual(keys(), keysOf(numbered(1, cursor + 2)));
		};
		await Promise.all(killMs.map(kill));
	});
});
