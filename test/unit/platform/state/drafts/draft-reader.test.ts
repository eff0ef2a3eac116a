import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import type { Draft } from '../../../../../src/platform/state/drafts/draft.ts';
import { DraftReader } from '../../../../../src/platform/state/drafts/draft-reader.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { readable, stage } from '../../../tickets/state/forge.ts';
import { type Letter, type LetterKey, letter, letters, written } from '../letters.ts';

const draft = (text: string): Draft<LetterKey, Letter> => ({
	...written(letter, text),
	saved: 1,
});
const textOf = (one: string) => JSON.stringify(draft(one));

describe('A draft that cannot be read', () => {
	const { folder, ending } = stage();

	async function open() {
		const at = await folder();
		const { log, lines } = readable();
		const storage = fileStorage(at, log);
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const reader = new DraftReader({ storage, format: letters, lifetime, log, now: () => 7 });
		const changes: number[] = [];
		reader.onDidChangeUnreadable(() => changes.push(reader.unreadableCount));
		const aside = async () => (await storage.list(['unreadable'])).map(({ name }) => name);
		return { at, storage, reader, changes, lines, aside };
	}

	it('is moved away, counted and logged with its path', async () => {
		const { storage, reader, changes, aside, lines } = await open();
		await storage.replace(['drafts', 'a'], 'half a dra');
		assert.equal(await reader.read(['drafts', 'a']), undefined);
		assert.deepEqual([await aside(), reader.unreadableCount, changes], [['7-a'], 1, [1]]);
		assert.ok(lines[0]?.line.includes(storage.pathOf(['unreadable', '7-a'])));
		assert.equal(await storage.read(['unreadable', '7-a']), 'half a dra');
	});

	it('stays in place if not even its file can be read, and is counted until it can', async () => {
		const { at, storage, reader, changes, aside } = await open();
		await mkdir(join(at, 'drafts', 'a'), { recursive: true });
		for (let times = 0; times < 2; times++) assert.equal(await reader.read(['drafts', 'a']), undefined);
		assert.deepEqual([reader.unreadableCount, changes, await aside()], [1, [1], []]);
		await storage.replace(['drafts', 'b'], textOf('Mine.'));
		assert.deepEqual((await reader.read(['drafts', 'b']))?.draft, draft('Mine.'));
		assert.equal(reader.unreadableCount, 1);
		await reader.recount([['drafts', 'b']]);
		assert.deepEqual([reader.unreadableCount, changes], [0, [1, 0]]);
	});

	it('is moved away before another draft takes its place', async () => {
		const { at, reader, aside } = await open();
		await mkdir(join(at, 'drafts', 'a'), { recursive: true });
		assert.equal(await reader.readBeforeReplacing(['drafts', 'a']), undefined);
		assert.equal(reader.unreadableCount, 1);
		assert.deepEqual(await aside(), []);
	});

	it('of another window is counted and logged once', async () => {
		const { storage, reader, changes, lines } = await open();
		await storage.replace(['unreadable', '1-a'], 'nothing');
		for (let times = 0; times < 2; times++) await reader.recount([]);
		assert.deepEqual([reader.unreadableCount, changes, lines.length], [1, [1], 1]);
		await storage.remove(['unreadable', '1-a']);
		await reader.recount([]);
		assert.deepEqual([reader.unreadableCount, changes], [0, [1, 0]]);
	});

	it('is not reported for a missing file', async () => {
		const { reader, changes } = await open();
		assert.equal(await reader.read(['drafts', 'a']), undefined);
		assert.equal(await reader.readBeforeReplacing(['drafts', 'a']), undefined);
		assert.deepEqual([reader.unreadableCount, changes], [0, []]);
	});
});
