import type { DraftEvents } from './draft-events.ts';
import type { DraftFiles } from './draft-files.ts';
import type { DraftMemory } from './draft-memory.ts';
import type { WriteQueues } from './write-queues.ts';

interface DraftSyncOptions<Key, Body> {
	readonly known: DraftMemory<Key, Body>;
	readonly files: DraftFiles<Key, Body>;
	readonly events: DraftEvents<Key>;
	readonly writes: WriteQueues;
}

/** Takes over what other windows have done to the files of drafts, unless this window has changed the drafts meanwhile. */
export class DraftSync<Key, Body> {
	readonly #options: DraftSyncOptions<Key, Body>;
	/** The result of `beginRead` for the last completed read. */
	#lastRead = 0;

	constructor(options: DraftSyncOptions<Key, Body>) {
		this.#options = options;
	}

	async read(): Promise<void> {
		const { known, files, events, writes } = this.#options;
		const began = known.beginRead();
		const stored = await files.list();
		for (const one of stored) {
			const isNewer = () => known.isNewer(one.name, began) || writes.isBusy(one.name);
			if (isNewer()) continue;
			const draft = await files.readIfChanged(one, isNewer);
			if (!draft || JSON.stringify(known.get(one.name)) === JSON.stringify(draft)) continue;
			known.setFromFile(one.name, draft);
			events.changed(one.name, draft.key);
		}
		const existing = new Set(stored.map(({ name }) => name));
		for (const [name, key] of known.names()) {
			if (existing.has(name) || known.isChangedSince(name, began) || writes.isBusy(name)) continue;
			known.delete(name);
			files.forget(name);
			events.changed(name, key);
		}

		this.#forgetDone();
		this.#lastRead = began;
		await files.recount(stored);
	}

	/** Forgets drafts that were sent or discarded before the previous read began: no later read can bring them back. */
	#forgetDone(): void {
		const { known, files, writes } = this.#options;
		for (const name of writes.names) {
			const isRecent = writes.isBusy(name) || known.isChangedSince(name, this.#lastRead);
			if (known.get(name) || isRecent) continue;
			writes.forget(name);
			known.forgetChange(name);
			files.forget(name);
		}
	}
}
