import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import type { Draft } from '../../../../../src/platform/state/drafts/draft.ts';
import { DraftEvents } from '../../../../../src/platform/state/drafts/draft-events.ts';
import { DraftFiles } from '../../../../../src/platform/state/drafts/draft-files.ts';
import { DraftMemory } from '../../../../../src/platform/state/drafts/draft-memory.ts';
import { DraftReader } from '../../../../../src/platform/state/drafts/draft-reader.ts';
import { DraftSync } from '../../../../../src/platform/state/drafts/draft-sync.ts';
import { DraftTrash } from '../../../../../src/platform/state/drafts/draft-trash.ts';
import { WriteQueues } from '../../../../../src/platform/state/drafts/write-queues.ts';
import { DurableWrites } from '../../../../../src/platform/state/store/durable-writes.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { readable, stage } from '../../../tickets/state/forge.ts';
import { type Letter, type LetterKey, letter, letters, written } from '../letters.ts';

const draft = (text: string): Draft<LetterKey, Letter> => ({ ...written(letter, text), saved: 1 });

describe('Taking over what other windows have done to drafts', () => {
	const { folder, ending } = stage();

	/** A window, with the keys of the drafts whose changes its listeners learn. */
	async function open(at: string) {
		const { log } = readable();
		const storage = fileStorage(at, log);
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const reader = new DraftReader({ storage, format: letters, lifetime, log, now: () => 7 });
		const discarded = new DraftTrash(storage, letters, () => 1_800_000_000_000);
		const durable = new DurableWrites(storage, lifetime, log);
		const files = new DraftFiles({ storage, format: letters, reader, discarded, durable, log });
		const known = new DraftMemory<LetterKey, Letter>();
		const events = new DraftEvents<LetterKey>(lifetime, log);
		const changed: string[] = [];
		lifetime.add(events.onDidChange(({ to }) => changed.push(to)));
		const writes = new WriteQueues(0);
		const sync = new DraftSync({ known, files, events, writes });
		return { sync, files, known, writes, changed };
	}

	async function openTwo() {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		await one.files.write('a', draft('Theirs.'));
		return { one, other };
	}

	it('adds, replaces and removes them, and says so once', async () => {
		const { one, other } = await openTwo();
		await other.sync.read();
		assert.deepEqual(other.known.get('a'), draft('Theirs.'));
		await other.sync.read();
		assert.deepEqual(other.changed, ['~bob']);
		await one.files.write('a', draft('Theirs, and longer.'));
		await other.sync.read();
		assert.deepEqual(other.known.get('a'), draft('Theirs, and longer.'));
		await one.files.clear('a');
		await other.sync.read();
		assert.equal(other.known.get('a'), undefined);
		assert.deepEqual(other.changed, ['~bob', '~bob', '~bob']);
	});

	it('keeps a draft whose write is under way in this window', async () => {
		const { other } = await openTwo();
		const ends = Promise.withResolvers<void>();
		other.known.change('a', draft('Mine.'));
		const writing = other.writes.of('a').put(() => ends.promise);
		await other.sync.read();
		assert.deepEqual([other.known.get('a'), other.changed], [draft('Mine.'), []]);
		ends.resolve();
		await writing;
	});

	it('keeps a draft that this window has changed while the files were read', async () => {
		const { other } = await openTwo();
		const reading = other.sync.read();
		other.known.change('a', draft('Mine.'));
		await reading;
		assert.deepEqual([other.known.get('a'), other.changed], [draft('Mine.'), []]);
	});

	it('forgets the queue of a draft that is gone, but not before the next read', async () => {
		const { other, one } = await openTwo();
		await one.files.clear('a');
		other.known.touch('a');
		await other.writes.of('a').put(async () => {});
		await other.sync.read();
		assert.deepEqual(other.writes.names, ['a']);
		await other.sync.read();
		assert.deepEqual(other.writes.names, []);
	});
});
