import assert from 'node:assert/strict';
import { appendFile, readFile, rm, stat, truncate, unlink, writeFile } from 'node:fs/promises';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { EventFile } from '../../../../src/inbox/state/event-file.ts';
import { formatEventFile, type Line } from '../../../../src/inbox/state/event-lines.ts';
import { fileStorage } from '../../../../src/platform/state/store/files.ts';
import type { Name, Storage } from '../../../../src/platform/state/store/storage.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { failing } from '../../../tools/failing-files.ts';
import { numbered } from '../events.ts';

const addedAt = Date.parse('2026-03-05T00:00:00Z');
const eventLines = (from: number, to: number): readonly Line[] =>
	numbered(from, to).map((event) => ({ event, addedAt }));
const keysOf = (events: readonly { readonly key: string }[]) => events.map(({ key }) => key);

describe('The file of events', () => {
	const { folder, ending } = stage();

	async function open(at: string, changed = (storage: Storage) => storage) {
		const { log, lines } = readable();
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const storage = changed(fileStorage(at, log));
		const file = new EventFile({ storage, account: 'session', lifetime, log, now: () => addedAt });
		return { file, lines, path: storage.pathOf(['inbox', 'session', 'events']), storage };
	}

	const storedKeys = (file: EventFile) => keysOf(file.stored.entries.map(({ event }) => event));

	it('has what all windows have written, each of which reads it once, in the same order', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		await other.file.read();
		await one.file.write(() => eventLines(1, 2));
		const { addedHere, change } = await other.file.write(() => eventLines(3, 3));
		assert.deepEqual(keysOf(addedHere), ['event 3']);
		assert.deepEqual(keysOf(change.added), ['event 1', 'event 2', 'event 3']);
		assert.deepEqual(await other.file.read(), { added: [], hasChanged: false, readElsewhere: [] });
		assert.deepEqual(keysOf((await one.file.read()).added), ['event 3']);
		assert.deepEqual(storedKeys(one.file), storedKeys(other.file));
	});

	it('says in which resources other windows have found something, also in a file that is written anew', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		await other.file.read();
		const cursor = (name: string, value: unknown) => ({ cursor: name, value });
		await one.file.write(() => [cursor('list', 1), cursor('tracker', 1)]);
		assert.deepEqual((await one.file.read()).readElsewhere, []);
		const { change } = await other.file.write(() => [cursor('list', 2)]);
		assert.deepEqual(change.readElsewhere, ['list', 'tracker']);
		assert.deepEqual((await one.file.read()).readElsewhere, ['list']);
		await other.storage.replace(
			['inbox', 'session', 'events'],
			formatEventFile([cursor('list', 2), cursor('tracker', 2)]),
		);
		assert.deepEqual((await one.file.read()).readElsewhere, ['tracker']);
		const later = await open(at);
		assert.deepEqual((await later.file.read()).readElsewhere, []);
	});

	it('has no new events at the first read', async () => {
		const at = await folder();
		await (await open(at)).file.write(() => eventLines(1, 2));
		const { file } = await open(at);
		assert.deepEqual(await file.read(), { added: [], hasChanged: true, readElsewhere: [] });
		assert.deepEqual(storedKeys(file), ['event 1', 'event 2']);
	});

	it('is not written if there is nothing to write', async () => {
		const { file, path } = await open(await folder());
		await file.write(() => []);
		await assert.rejects(stat(path), { code: 'ENOENT' });
	});

	it('lets a window that writes know what is on the disk', async () => {
		const at = await folder();
		await (await open(at)).file.write(() => eventLines(1, 1));
		const { file } = await open(at);
		const known: boolean[] = [];
		await file.write((stored) => {
			known.push(stored.knows('event 1'), stored.knows('event 2'));
			return [];
		});
		assert.deepEqual(known, [true, false]);
	});

	it('loses only the line that a killed program has cut off', async () => {
		const at = await folder();
		const { file, path, lines } = await open(at);
		await file.write(() => eventLines(1, 1));
		await appendFile(path, '\n{"event":{"key":"event 2","title":"Übe');
		assert.deepEqual(await file.read(), { added: [], hasChanged: false, readElsewhere: [] });
		const { addedHere } = await file.write(() => eventLines(2, 3));
		assert.deepEqual(keysOf(addedHere), ['event 2', 'event 3']);
		assert.match(lines.map(({ line }) => line).join('\n'), /1 lines about events were cut off/);
		const again = await open(at);
		await again.file.read();
		assert.deepEqual(storedKeys(again.file), ['event 1', 'event 2', 'event 3']);
	});

	it('is kept aside at the first read if it cannot be read, and begins again', async () => {
		const at = await folder();
		const { path } = await open(at);
		await (await open(at)).file.write(() => eventLines(1, 1));
		await writeFile(path, 'nonsense');
		const { file, storage, lines } = await open(at);
		assert.equal((await file.read()).hasChanged, true);
		assert.deepEqual([storedKeys(file), file.keptAt], [[], storage.pathOf(['unreadable', 'inbox session'])]);
		await file.write(() => eventLines(2, 2));
		assert.equal(await storage.read(['unreadable', 'inbox session']), 'nonsense');
		assert.match(lines.map(({ line }) => line).join('\n'), /The events cannot be read, and were kept as/);
		const again = await open(at);
		await again.file.read();
		assert.deepEqual(storedKeys(again.file), ['event 2']);
	});

	for (const act of ['read', 'write'] as const) {
		it(`is kept aside at a ${act} if it has become too long, and says so until the user removes it`, async () => {
			const at = await folder();
			const [one, other] = [await open(at), await open(at)];
			await one.file.write(() => eventLines(1, 1));
			await other.file.read();
			await truncate(one.path, 65 * 1024 * 1024);
			if (act === 'read') assert.equal((await one.file.read()).hasChanged, true);
			await one.file.write(() => eventLines(2, 2));
			assert.deepEqual(storedKeys(one.file), ['event 2']);
			assert.equal((await other.file.read()).hasChanged, true);
			assert.deepEqual(storedKeys(other.file), ['event 2']);
			const kept = one.storage.pathOf(['unreadable', 'inbox session']);
			const again = await open(at);
			await again.file.read();
			assert.deepEqual([one.file.keptAt, other.file.keptAt, again.file.keptAt], [kept, kept, kept]);
			await unlink(kept);
			assert.equal((await again.file.read()).hasChanged, true);
			assert.equal(again.file.keptAt, undefined);
		});
	}

	it('is written again after it was removed', async () => {
		const at = await folder();
		const { file, storage } = await open(at);
		await file.write(() => eventLines(1, 1));
		await storage.remove(['inbox', 'session', 'events']);
		assert.deepEqual(await file.read(), { added: [], hasChanged: true, readElsewhere: [] });
		await file.write(() => eventLines(2, 2));
		assert.deepEqual(storedKeys(file), ['event 2']);
	});

	it('is rewritten when it becomes long, without new events for any window', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		await one.file.write(() => [...eventLines(1, 2), { seen: ['event 1'], at: addedAt }]);
		await other.file.read();
		for (let nth = 1; nth <= 4; nth++) {
			const value = `${nth}`.repeat(100_000);
			await one.file.write(() => [{ cursor: 'list', value }]);
		}
		assert.ok((await stat(one.path)).size < 250_000, 'it was not rewritten');
		assert.deepEqual((await other.file.read()).added, []);
		for (const { file } of [one, other]) {
			assert.equal(file.stored.get('event 1')?.seenAt, addedAt);
			assert.equal(String(file.stored.cursorOf('list')).slice(0, 3), '444');
		}
		await one.file.write(() => eventLines(3, 3));
		assert.deepEqual(keysOf((await other.file.read()).added), ['event 3']);
		assert.deepEqual(await one.file.read(), { added: [], hasChanged: false, readElsewhere: [] });
	});

	it('still has everything if it cannot be rewritten', async () => {
		const at = await folder();
		const { file, lines } = await open(at);
		await file.write(() => eventLines(1, 1));
		const restore = failing('rename', 'ENOSPC', { path: /events\.[0-9a-f-]+\.new$/ });
		ending(restore);
		await file.write(() => [{ cursor: 'list', value: 'x'.repeat(300_000) }]);
		restore();
		assert.match(lines.map(({ line }) => line).join('\n'), /could not be rewritten/);
		await file.write(() => eventLines(2, 2));
		const again = await open(at);
		await again.file.read();
		assert.deepEqual(storedKeys(again.file), ['event 1', 'event 2']);
	});

	for (const [what, size, before] of [
		['appends', 1, eventLines(1, 1)],
		['writes the file anew', 300_000, eventLines(1, 1)],
		['creates the file', 1, []],
		['keeps aside what cannot be read', 1, undefined],
	] as const) {
		it(`loses nothing if another window takes the lock before a hung one ${what}`, async () => {
			const at = await folder();
			const other = await open(at);
			await other.file.write(() => before ?? []);
			if (!before) await other.storage.replace(['inbox', 'session', 'events'], 'nonsense');
			let hasHung = false;
			const read = async (storage: Storage, name: Name) => {
				const text = await storage.read(name);
				if (hasHung || name.at(-1) !== 'events') return text;
				hasHung = true;
				await rm(`${storage.pathOf(['inbox-locks', 'session'])}.lock`, { recursive: true });
				await other.file.write(() => [...eventLines(2, 2), { seen: ['event 2'], at: addedAt }]);
				return text;
			};
			const { file } = await open(at, (storage) => ({ ...storage, read: (name) => read(storage, name) }));
			const cursor = { cursor: 'list', value: 'x'.repeat(size) };
			const { addedHere } = await file.write(() => [...eventLines(3, 3), cursor]);
			assert.deepEqual(keysOf(addedHere), ['event 3']);
			await file.write(() => eventLines(4, 4));
			await other.file.read();
			const again = await open(at);
			await again.file.read();
			for (const one of [file, other.file, again.file]) {
				assert.deepEqual(storedKeys(one), keysOf(numbered(before?.length ? 1 : 2, 4)));
				assert.equal(one.stored.get('event 2')?.seenAt, addedAt);
			}
		});
	}

	it('tells what another window has added also after a write that failed', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		await one.file.read();
		await other.file.write(() => [...eventLines(1, 1), { cursor: 'list', value: 1 }]);
		const restore = failing('appendFile', 'ENOSPC');
		ending(restore);
		await assert.rejects(one.file.write(() => eventLines(2, 2)));
		restore();
		const { added, hasChanged, readElsewhere } = await one.file.read();
		assert.deepEqual([keysOf(added), hasChanged, readElsewhere], [['event 1'], true, ['list']]);
		assert.deepEqual((await one.file.read()).added, []);
	});

	it('is unchanged for this window if a write fails', async () => {
		const { file, path } = await open(await folder());
		await file.write(() => eventLines(1, 1));
		const before = await readFile(path, 'utf8');
		const restore = failing('appendFile', 'ENOSPC');
		ending(restore);
		await assert.rejects(
			file.write(() => eventLines(2, 2)),
			{ code: 'ENOSPC' },
		);
		restore();
		assert.equal(await readFile(path, 'utf8'), before);
		assert.deepEqual(storedKeys(file), ['event 1']);
		assert.deepEqual(keysOf((await file.write(() => eventLines(2, 2))).addedHere), ['event 2']);
	});
});
