import { createHash } from 'node:crypto';
import { abortable } from '../../../base/abort.ts';
import { coalesce } from '../../../base/coalesce.ts';
import type { Disposable } from '../../../base/disposable.ts';
import type { Event } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { DurableWrites } from '../store/durable-writes.ts';
import type { Storage } from '../store/storage.ts';
import type { Draft, DraftFormat, UnsavedDraft } from './draft.ts';
import { DraftEvents } from './draft-events.ts';
import { DraftFiles } from './draft-files.ts';
import { DraftMemory } from './draft-memory.ts';
import { DraftReader } from './draft-reader.ts';
import { DraftSync } from './draft-sync.ts';
import { DraftTrash } from './draft-trash.ts';
import { ExclusiveSends } from './exclusive-sends.ts';
import { SendRecord, trimSendRecords } from './send-record.ts';
import { WriteQueues } from './write-queues.ts';

interface DraftsOptions<Key, Body> {
	/** Storage for drafts of this format only. It is kept when an account signs out. */
	readonly storage: Storage;
	readonly format: DraftFormat<Key, Body>;
	readonly log: Log;
	readonly now?: () => number;
	/** The time between two writes of a draft while the user types. */
	readonly pauseMs?: number;
}

/** Unsent drafts, including those of other windows. A draft is removed only when it is sent, discarded or emptied. */
export class Drafts<Key, Body> implements Disposable {
	readonly reader: DraftReader<Key, Body>;
	readonly #options: DraftsOptions<Key, Body>;
	readonly #now: () => number;
	readonly #lifetime = new Lifetime();
	readonly #events: DraftEvents<Key>;
	readonly #files: DraftFiles<Key, Body>;
	readonly #durable: DurableWrites;
	readonly #discardedDrafts: DraftTrash<Key, Body>;
	readonly #known = new DraftMemory<Key, Body>();
	readonly #writes: WriteQueues;
	readonly #sync: DraftSync<Key, Body>;
	#readSoon = () => {};
	readonly #sends: ExclusiveSends;

	constructor(options: DraftsOptions<Key, Body>) {
		const { storage, format, log, now = Date.now, pauseMs = 250 } = options;
		const lifetime = this.#lifetime;
		this.#options = options;
		this.#now = now;
		this.#events = new DraftEvents(lifetime, log);
		this.reader = new DraftReader({ storage, format, lifetime, log, now });
		this.#durable = new DurableWrites(storage, lifetime, log);
		this.#sends = new ExclusiveSends(storage, log);
		this.#discardedDrafts = new DraftTrash(storage, format, now);
		const [reader, discarded, durable] = [this.reader, this.#discardedDrafts, this.#durable];
		this.#files = new DraftFiles({ storage, format, reader, discarded, durable, log });
		this.#writes = new WriteQueues(pauseMs);
		const [known, files, events, writes] = [this.#known, this.#files, this.#events, this.#writes];
		this.#sync = new DraftSync({ known, files, events, writes });
	}

	/** Fires with the key of a draft that was added, changed or removed in any window; at most once a second while the user types. */
	get onDidChange(): Event<Key> {
		return this.#events.onDidChange;
	}

	/** Like `onDidChange`, but also fires for each keystroke. */
	get onDidWrite(): Event<Key> {
		return this.#events.onDidWrite;
	}

	/** Reads the stored drafts and watches for changes. */
	async open(): Promise<void> {
		const { storage, log } = this.#options;
		const logFailure = (error: unknown) => log.warn('The drafts could not be read', error);
		this.#readSoon = coalesce(this.#lifetime, 50, () => this.#readAll(), logFailure);
		this.#lifetime.add(storage.watch(['drafts'], () => this.#readSoon()));
		await this.#readAll().catch(logFailure);
		const trimming = [
			this.#discardedDrafts.trim(),
			trimSendRecords(storage, (name) => this.#known.get(name) !== undefined),
		];
		await Promise.all(trimming).catch((error: unknown) => log.warn('Old drafts could not be removed', error));
	}

	/** Reads drafts that other windows have written. The watcher may have missed some, for instance while the machine was asleep. */
	readChanges(): void {
		this.#readSoon();
	}

	/** Like `readChanges`, but resolves when they are read. */
	async readNow(): Promise<void> {
		await this.#readAll();
	}

	/** All drafts, most recently saved first. */
	all(): readonly Draft<Key, Body>[] {
		return this.#known.all();
	}

	get(key: Key): Draft<Key, Body> | undefined {
		return this.#known.get(this.nameOf(key));
	}

	/** The file name of the draft for a key. */
	nameOf(key: Key): string {
		return createHash('sha256').update(this.#options.format.spell(key)).digest('hex').slice(0, 32);
	}

	/**
	 * Saves a draft. Resolves when this draft, or a newer one, is written; after a pause in typing it is also flushed to disk. An empty
	 * draft is removed.
	 */
	async save(unsaved: UnsavedDraft<Key, Body>): Promise<Draft<Key, Body>> {
		const draft = { ...unsaved, saved: this.#now() };
		if (this.#options.format.isEmpty(draft.body)) {
			await this.remove(draft.key);
			await this.sendRecord(draft.key).forgetUnsent();
			return draft;
		}
		const name = this.#putInMemory(draft);
		await this.#writes.of(name).put(() => this.#write(name, draft));
		return draft;
	}

	/** Removes a draft that was sent or emptied. */
	async remove(key: Key): Promise<void> {
		const name = this.nameOf(key);
		this.#known.touch(name);
		if (this.#known.delete(name)) this.#events.changed(name, key);
		await this.#writes.of(name).putNow(() => this.#clear(name));
	}

	/** Discards a draft. `restore` can bring it back for thirty days. */
	async discard(key: Key): Promise<void> {
		const name = this.nameOf(key);
		const draft = this.#known.get(name);
		if (!draft) return;
		this.#discardedDrafts.beginUndo(name);
		await this.#discardedDrafts.keep(name, JSON.stringify(draft));
		// The user did not discard what was written in the meantime.
		if (this.#known.get(name) !== draft) return;
		await this.remove(key);
		await this.sendRecord(key).forgetUnsent();
	}

	/**
	 * Saves a draft, and runs `send` while no other window is sending it. Rejects if another window is sending it, or has sent or
	 * discarded it. A draft that cannot be written to disk is sent anyway.
	 */
	async sendAlone(
		unsaved: UnsavedDraft<Key, Body>,
		send: (record: SendRecord<Key, Body>) => Promise<void>,
	): Promise<void> {
		const { log } = this.#options;
		const name = this.nameOf(unsaved.key);
		const before = this.#files.seen(name);
		const given = { ...unsaved, saved: this.#now() };
		this.#putInMemory(given);
		this.#known.beginWait(name);
		const writeAndSend = async () => {
			this.#writes.of(name).skipPause();
			await Promise.allSettled([this.#writes.of(name).last]);
			if (before) await this.#files.checkForOtherWindow(name, before, given);
			// The user may have edited the draft while another window held the lock.
			const draft = this.#known.get(name);
			const written = draft && this.#writes.of(name).putNow(() => this.#write(name, draft));
			this.#known.endWait(name);
			await written?.catch((error: unknown) =>
				log.error('A draft could not be written before it was sent', error),
			);
			await this.settled();
			await send(this.sendRecord(unsaved.key));
		};
		try {
			await this.#sends.run(name, writeAndSend);
		} finally {
			this.#known.endWait(name);
			// Reads in the meantime have skipped this draft.
			this.#readSoon();
		}
	}

	/** Whether this window is sending the draft. */
	isSending(key: Key): boolean {
		return this.#sends.isRunning(this.nameOf(key));
	}

	/** Resolves when this window is not sending the draft. */
	whenNotSending(key: Key): Promise<void> {
		return this.#sends.whenEnded(this.nameOf(key));
	}

	/** Runs `work` while no window is sending the draft. If another window has not finished after a few seconds, runs it anyway. */
	runAfterSending(key: Key, work: () => Promise<void>): Promise<void> {
		return this.#sends.runAfter(this.nameOf(key), work);
	}

	/** The record of the last attempt to send a draft. */
	sendRecord(key: Key): SendRecord<Key, Body> {
		const { storage, format, log } = this.#options;
		return new SendRecord(storage, format, this.nameOf(key), log);
	}

	/** Whether the draft was discarded so recently that its page still offers Undo. */
	canUndoDiscard(key: Key): boolean {
		return this.#discardedDrafts.canUndo(this.nameOf(key));
	}

	/**
	 * Restores the draft that was discarded last, and discards the current one in its place. What the user types meanwhile stays, below the
	 * restored text. Undefined if there is none to restore.
	 */
	async restore(key: Key): Promise<Draft<Key, Body> | undefined> {
		const name = this.nameOf(key);
		const before = this.#known.get(name);
		const last = await this.#discardedDrafts.last(name);
		if (!last) return undefined;
		if (before && this.#known.get(name) === before) await this.discard(key);
		this.#discardedDrafts.endUndo(name);
		const typed = this.#known.get(name)?.body;
		const { body } = last.draft;
		const restoring = this.save({
			...last.draft,
			body: typed === undefined ? body : this.#options.format.withEarlier(typed, body),
		});
		this.#writes.of(name).skipPause();
		const restored = await restoring;
		await last.remove();
		return restored;
	}

	/** Writes all waiting drafts without a further pause. */
	writeNow(): void {
		this.#writes.skipPauses();
	}

	/** Resolves when all saved drafts are flushed to disk, flushing failed, or `signal` aborts. */
	async settled(signal?: AbortSignal): Promise<void> {
		this.writeNow();
		const settled = this.#writes.settled().then(() => this.#durable.finish());
		await (signal ? abortable(settled, signal).catch(() => {}) : settled);
	}

	/** Stops watching for changes. Pending saves still complete. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	async #write(name: string, draft: Draft<Key, Body>): Promise<void> {
		await this.#files.write(name, draft);
		this.#known.touch(name);
	}

	async #clear(name: string): Promise<void> {
		const isGone = await this.#files.clear(name);
		this.#known.touch(name);
		if (!isGone) this.#readSoon();
	}

	async #readAll(): Promise<void> {
		await this.#sync.read();
		this.#discardedDrafts.forgetOldTimes();
	}

	/** Stores a draft in memory and notifies listeners. */
	#putInMemory(draft: Draft<Key, Body>): string {
		const name = this.nameOf(draft.key);
		const isNew = this.#known.change(name, draft);
		if (isNew) this.#events.changed(name, draft.key);
		else this.#events.typed(name, draft.key);
		return name;
	}
}
