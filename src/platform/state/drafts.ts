import { abortable } from '../../base/abort.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { ForgeError } from '../../forge/errors.ts';
import { DiscardedDrafts } from './discarded-drafts.ts';
import { type Draft, type DraftKey, draftName, goesOn, isEmpty } from './draft.ts';
import { DraftReader } from './draft-reader.ts';
import { DurableWrites } from './durable-writes.ts';
import { lockIfPossible } from './lock-if-possible.ts';
import { sendAlone } from './send-alone.ts';
import { SendRecord, sendRecords } from './send-record.ts';
import type { Name, Storage } from './storage.ts';
import { WriteQueue } from './write-queue.ts';

interface DraftsOptions {
	/** Storage for drafts only. It is kept when an account signs out. */
	readonly storage: Storage;
	readonly log: Log;
	readonly now?: () => number;
}

/** Interval at which listeners other than the page are notified while the user types. */
const paceMs = 1000;
/** How long a page stays open for Undo after its draft was discarded. */
const undoMs = 60_000;

/** How long the record of a sent draft is kept. By then, any page that still showed the draft has been told that it was sent. */
const recordMs = 24 * 60 * 60_000;

const at = (name: string): Name => ['drafts', name];

/** A draft's file as this window last saw it. */
interface Seen {
	readonly text: string;
	/** Whether this window wrote it. */
	readonly isOurs: boolean;
}

/**
 * Unsent drafts, including those of other windows. Each file holds either the old draft or the new one, even if the program is killed. A
 * draft is removed only when it is sent, discarded or emptied. If two windows write the same draft, the last write wins, and the
 * overwritten draft is kept as if it had been discarded.
 */
export class Drafts implements Disposable {
	readonly reader: DraftReader;
	readonly #options: DraftsOptions;
	readonly #now: () => number;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<DraftKey>;
	readonly #written: Emitter<DraftKey>;
	readonly #known = new Map<string, Draft>();
	readonly #writes = new Map<string, WriteQueue>();
	/** Size and modification time of each file when it was last read. */
	readonly #read = new Map<string, string>();
	readonly #seen = new Map<string, Seen>();
	/** Drafts that the user is typing, of which only pages have been notified so far. */
	readonly #typed = new Map<string, DraftKey>();
	#readSoon = () => {};
	readonly #tellTyped = coalesce(this.#lifetime, paceMs, () => {
		for (const key of this.#typed.values()) this.#changes.fire(key);
		this.#typed.clear();
	});
	readonly #discardedDrafts: DiscardedDrafts;
	readonly #durable: DurableWrites;
	/** Counts this window's changes, so that the result of an earlier read does not undo a later change. */
	#moment = 0;
	readonly #touched = new Map<string, number>();
	/** The moment at which the last completed read began. */
	#lastRead = 0;
	/** When each draft was discarded in this window. */
	readonly #discarded = new Map<string, number>();

	constructor(options: DraftsOptions) {
		const { storage, log, now = Date.now } = options;
		this.#options = options;
		this.#now = now;
		const failed = (failure: unknown) => log.error('A listener for drafts failed', failure);
		this.#changes = this.#lifetime.add(new Emitter<DraftKey>(failed));
		this.#written = this.#lifetime.add(new Emitter<DraftKey>(failed));
		this.reader = new DraftReader({ storage, lifetime: this.#lifetime, log, now });
		this.#durable = new DurableWrites(storage, this.#lifetime, log);
		this.#discardedDrafts = new DiscardedDrafts(storage, now);
	}

	/** Fires with the key of a draft that was added, changed or removed in any window; at most once a second while the user types. */
	get onDidChange(): Event<DraftKey> {
		return this.#changes.event;
	}

	/** Like `onDidChange`, but also fires for each keystroke. */
	get onDidWrite(): Event<DraftKey> {
		return this.#written.event;
	}

	/** Reads the stored drafts and watches for changes. */
	async open(): Promise<void> {
		const { storage, log } = this.#options;
		const failed = (error: unknown) => log.warn('The drafts could not be read', error);
		this.#readSoon = coalesce(this.#lifetime, 50, () => this.#readAll(), failed);
		this.#lifetime.add(storage.watch(['drafts'], () => this.#readSoon()));
		await this.#readAll().catch(failed);
		await Promise.all([this.#discardedDrafts.trim(), this.#trimRecords()]).catch((error: unknown) =>
			log.warn('Old drafts could not be removed', error),
		);
	}

	/** Reads drafts that other windows have written. The watcher may have missed some, for instance while the machine was asleep. */
	look(): void {
		this.#readSoon();
	}

	/** All drafts, most recently saved first. */
	all(): readonly Draft[] {
		return [...this.#known.values()].sort((a, b) => b.saved - a.saved);
	}

	get(key: DraftKey): Draft | undefined {
		return this.#known.get(draftName(key));
	}

	/**
	 * Saves a draft. Resolves when this draft, or a newer one, is written; after a pause in typing it is also flushed to disk. An empty
	 * draft is removed.
	 */
	async save(given: Omit<Draft, 'saved'>): Promise<Draft> {
		const draft = { ...given, saved: this.#now() };
		if (isEmpty(draft)) {
			await this.remove(draft.key);
			await this.#forgetUnsent(draft.key);
			return draft;
		}
		const name = this.#take(draft);
		await this.#writesOf(name).put(() => this.#write(name, draft));
		return draft;
	}

	/** Removes a draft that was sent or emptied. */
	async remove(key: DraftKey): Promise<void> {
		const name = this.#touch(key);
		if (this.#known.delete(name)) this.#tell(key);
		await this.#writesOf(name).put(() => this.#clear(name));
	}

	/** Discards a draft. `restore` can bring it back for thirty days. */
	async discard(key: DraftKey): Promise<void> {
		const name = draftName(key);
		const draft = this.#known.get(name);
		if (!draft) return;
		this.#discarded.set(name, this.#now());
		await this.#discardedDrafts.keep(name, JSON.stringify(draft));
		// The user did not discard what was written in the meantime.
		if (this.#known.get(name) !== draft) return;
		await this.remove(key);
		await this.#forgetUnsent(key);
	}

	/**
	 * Saves a draft, and runs `send` while no other window sends the same one. Rejects if another window is sending it, or has sent or
	 * discarded it. A draft that cannot be written to disk is sent anyway.
	 */
	sendAlone(given: Omit<Draft, 'saved'>, send: (record: SendRecord) => Promise<void>): Promise<void> {
		const { storage, log } = this.#options;
		const name = draftName(given.key);
		const before = this.#seen.get(name);
		this.#take({ ...given, saved: this.#now() });
		const keepAndSend = async () => {
			await Promise.allSettled([this.#writesOf(name).last]);
			if (before) await this.#refuseOther(name, before, given);
			// The user may have edited the draft while another window held the lock.
			const draft = this.#known.get(name);
			const kept = draft && this.#writesOf(name).put(() => this.#write(name, draft));
			await kept?.catch((error: unknown) => log.error('A draft could not be kept as it is', error));
			await this.settled();
			await send(this.sendRecord(given.key));
		};
		return sendAlone(storage, name, keepAndSend, log);
	}

	/** The record of the last attempt to send a draft. */
	sendRecord(key: DraftKey): SendRecord {
		const { storage, log } = this.#options;
		return new SendRecord(storage, draftName(key), log);
	}

	/** Whether the draft was discarded a moment ago, so that the user may still want to undo that. */
	isRegrettable(key: DraftKey): boolean {
		return this.#now() - (this.#discarded.get(draftName(key)) ?? Number.NEGATIVE_INFINITY) < undoMs;
	}

	/** Restores the draft that was discarded last, and discards the current one in its place. Undefined if there is none to restore. */
	async restore(key: DraftKey): Promise<Draft | undefined> {
		const name = draftName(key);
		const last = await this.#discardedDrafts.last(name);
		if (!last) return undefined;
		await this.discard(key);
		this.#discarded.delete(name);
		const restored = await this.save(last.draft);
		await last.remove();
		return restored;
	}

	/** Resolves when all saved drafts are flushed to disk, flushing failed, or `signal` aborts. */
	async settled(signal?: AbortSignal): Promise<void> {
		const writes = [...this.#writes.values()].filter(({ busy }) => busy).map((one) => one.last);
		const settled = Promise.allSettled(writes).then(() => this.#durable.finish());
		await (signal ? abortable(settled, signal).catch(() => {}) : settled);
	}

	/** Stops watching. Saves that are under way still complete. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Forgets an unconfirmed send. The user gave up that draft, so the next one is a new draft, even with the same text. */
	async #forgetUnsent(key: DraftKey): Promise<void> {
		const record = this.sendRecord(key);
		const last = await record.read();
		if (last && !last.isSent) await record.remove();
	}

	/** Removes the records of drafts that were sent a while ago. */
	async #trimRecords(): Promise<void> {
		const { storage } = this.#options;
		const oldest = Date.now() - recordMs;
		for (const { name, written } of await storage.list(sendRecords))
			if (written < oldest && !this.#known.has(name)) await storage.remove([...sendRecords, name]);
	}

	#tell(key: DraftKey): void {
		this.#typed.delete(draftName(key));
		this.#written.fire(key);
		this.#changes.fire(key);
	}

	#tellOfTyping(name: string, key: DraftKey): void {
		this.#typed.set(name, key);
		this.#written.fire(key);
		this.#tellTyped();
	}

	/** Runs `work` while no other window writes or removes the draft. */
	async #alone(name: string, work: () => Promise<void>): Promise<void> {
		const { storage, log } = this.#options;
		await lockIfPossible({ storage, name: ['writing', name], log }, work);
		// Reads that began earlier are out of date.
		this.#moment += 1;
		this.#touched.set(name, this.#moment);
	}

	#write(name: string, draft: Draft): Promise<void> {
		return this.#alone(name, () => this.#writeAlone(name, draft));
	}

	#clear(name: string): Promise<void> {
		return this.#alone(name, () => this.#clearAlone(name));
	}

	/** Keeps another window's text with the discarded drafts before overwriting it, unless `draft` continues it. */
	async #writeAlone(name: string, draft: Draft): Promise<void> {
		const { storage, log } = this.#options;
		const there = await this.reader.takeOver(at(name));
		const seen = this.#seen.get(name);
		const isOurs = there === undefined || (there === seen?.text && seen.isOurs);
		if (!isOurs && !goesOn(there, draft)) {
			await this.#discardedDrafts.keep(name, there);
			log.warn(
				'A draft took the place of one that was not written in this window. That one is kept with those that were discarded',
			);
		}
		const text = JSON.stringify(draft);
		await storage.replace(at(name), text);
		this.#seen.set(name, { text, isOurs: true });
		this.#durable.add(at(name));
	}

	/** Rejects if another window has sent, discarded or replaced the draft since this window saw it as `before`. */
	async #refuseOther(name: string, before: Seen, given: Omit<Draft, 'saved'>): Promise<void> {
		const now = this.#seen.get(name);
		let there: string | undefined;
		try {
			there = await this.#options.storage.read(at(name));
		} catch {
			// The file exists, although it cannot be read. Writing the draft sets it aside.
			return;
		}
		const isKnown = there === before.text || (now?.isOurs && there === now.text);
		if (there !== undefined && (isKnown || goesOn(there, given))) return;
		this.#readSoon();
		if (there === undefined)
			throw new ForgeError('refused', 'Another window has sent or discarded this draft.');
		await this.#discardedDrafts.keep(name, JSON.stringify({ ...given, saved: this.#now() }));
		throw new ForgeError('refused', 'Another window has written something else here.');
	}

	/** Removes the file, unless another window has changed it since this window last read it. */
	async #clearAlone(name: string): Promise<void> {
		const there = await this.reader.takeOver(at(name));
		const isNews = there !== undefined && there !== this.#seen.get(name)?.text;
		this.#seen.delete(name);
		if (!isNews) this.#durable.forget(at(name));
		if (isNews) this.#readSoon();
		else await this.#options.storage.remove(at(name));
	}

	async #readAll(): Promise<void> {
		const began = this.#moment;
		const isBusy = (name: string) => this.#writes.get(name)?.busy === true;
		const isTouched = (name: string) => (this.#touched.get(name) ?? 0) > began || isBusy(name);
		const stored = await this.#options.storage.list(['drafts']);
		for (const one of stored) {
			const mark = `${one.size} ${one.written}`;
			if (this.#read.get(one.name) === mark || isTouched(one.name)) continue;
			const { text = '', draft } = (await this.reader.read(at(one.name))) ?? {};
			if (!draft || isTouched(one.name)) continue;
			this.#read.set(one.name, mark);
			if (this.#seen.get(one.name)?.text === text) continue;
			this.#seen.set(one.name, { text, isOurs: false });
			if (JSON.stringify(this.#known.get(one.name)) === JSON.stringify(draft)) continue;
			this.#known.set(one.name, draft);
			this.#tell(draft.key);
		}
		const there = new Set(stored.map(({ name }) => name));
		for (const [name, { key }] of this.#known) {
			if (there.has(name) || isTouched(name)) continue;
			this.#known.delete(name);
			this.#read.delete(name);
			this.#seen.delete(name);
			this.#tell(key);
		}

		this.#forgetDone();
		this.#lastRead = began;
		await this.reader.recount(stored.map(({ name }) => at(name)));
	}

	/** Forgets drafts that were sent or discarded before the previous read began: no later read can bring them back. */
	#forgetDone(): void {
		for (const [name, writes] of this.#writes) {
			if (this.#known.has(name) || writes.busy || (this.#touched.get(name) ?? 0) > this.#lastRead) continue;
			for (const about of [this.#writes, this.#touched, this.#read, this.#seen]) about.delete(name);
		}
		for (const [name, when] of this.#discarded)
			if (this.#now() - when >= undoMs) this.#discarded.delete(name);
	}

	/** Stores a draft in memory and notifies listeners. */
	#take(draft: Draft): string {
		const name = this.#touch(draft.key);
		const isNew = !this.#known.has(name);
		this.#known.set(name, draft);
		if (isNew) this.#tell(draft.key);
		else this.#tellOfTyping(name, draft.key);
		return name;
	}

	#touch(key: DraftKey): string {
		const name = draftName(key);
		this.#moment += 1;
		this.#touched.set(name, this.#moment);
		return name;
	}

	#writesOf(name: string): WriteQueue {
		const known = this.#writes.get(name);
		if (known) return known;
		const made = new WriteQueue();
		this.#writes.set(name, made);
		return made;
	}
}
