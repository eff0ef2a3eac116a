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
	/** A place of their own, which stays when an account signs out. */
	readonly storage: Storage;
	readonly log: Log;
	readonly now?: () => number;
}

/** How often listeners other than the page are told while the user types. */
const paceMs = 1000;
/** How long a page stays open for Undo after its draft was discarded. */
const undoMs = 60_000;

/** Milliseconds. By then a page that still had a sent draft has been told. */
const recordMs = 24 * 60 * 60_000;

const at = (name: string): Name => ['drafts', name];

/** A draft's file as this window knows it. */
interface Seen {
	readonly text: string;
	/** Whether it has written that itself. */
	readonly isOurs: boolean;
}

/**
 * What was written and not sent yet, in files of which each is the old draft or the new one, whenever the program ends.
 * A draft goes only when it is sent, discarded or emptied. The other windows' drafts are here, too. Where two windows write the
 * same draft, the last one counts, and what it writes over is put aside as if it had been discarded.
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
	/** Size and time of each file when it was last read. */
	readonly #read = new Map<string, string>();
	readonly #seen = new Map<string, Seen>();
	/** Those that are being written, of which only pages were told. */
	readonly #typed = new Map<string, DraftKey>();
	#readSoon = () => {};
	readonly #tellTyped = coalesce(this.#lifetime, paceMs, () => {
		for (const key of this.#typed.values()) this.#changes.fire(key);
		this.#typed.clear();
	});
	readonly #discardedDrafts: DiscardedDrafts;
	readonly #durable: DurableWrites;
	/** Counts what this window does, so that a file that was read before does not undo it. */
	#moment = 0;
	readonly #touched = new Map<string, number>();
	/** The moment at which the reading before this one began. */
	#lastRead = 0;
	/** When each was discarded in this window. */
	readonly #discarded = new Map<string, number>();

	constructor(options: DraftsOptions) {
		const { storage, log, now = Date.now } = options;
		this.#options = options;
		this.#now = now;
		const failed = (failure: unknown) => log.error('A draft was not taken in', failure);
		this.#changes = this.#lifetime.add(new Emitter<DraftKey>(failed));
		this.#written = this.#lifetime.add(new Emitter<DraftKey>(failed));
		this.reader = new DraftReader({ storage, lifetime: this.#lifetime, log, now });
		this.#durable = new DurableWrites(storage, this.#lifetime, log);
		this.#discardedDrafts = new DiscardedDrafts(storage, now);
	}

	/** Fires with the key of a draft that was added, changed or removed in any window; while the user types, at most once a second. */
	get onDidChange(): Event<DraftKey> {
		return this.#changes.event;
	}

	/** The same, and each letter that is typed. */
	get onDidWrite(): Event<DraftKey> {
		return this.#written.event;
	}

	/** Reads what is there, and watches it from then on. */
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

	/** Looks for what other windows have written: a watcher may have missed it, for instance while the machine slept. */
	look(): void {
		this.#readSoon();
	}

	/** All there are, the latest first. */
	all(): readonly Draft[] {
		return [...this.#known.values()].sort((a, b) => b.saved - a.saved);
	}

	get(key: DraftKey): Draft | undefined {
		return this.#known.get(draftName(key));
	}

	/** Settled when it, or a newer one, is written; after a pause also through to the disk. An empty one is none. */
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

	/** It was sent. */
	async remove(key: DraftKey): Promise<void> {
		const name = this.#touch(key);
		if (this.#known.delete(name)) this.#tell(key);
		await this.#writesOf(name).put(() => this.#clear(name));
	}

	/** Puts it aside; `restore` has it back for thirty days. */
	async discard(key: DraftKey): Promise<void> {
		const name = draftName(key);
		const draft = this.#known.get(name);
		if (!draft) return;
		this.#discarded.set(name, this.#now());
		await this.#discardedDrafts.keep(name, JSON.stringify(draft));
		// What was written meanwhile is not what was to be discarded.
		if (this.#known.get(name) !== draft) return;
		await this.remove(key);
		await this.#forgetUnsent(key);
	}

	/**
	 * Keeps a draft, and runs `send` while no other window sends the same one. Fails if one does, or has sent or discarded it. A draft that cannot
	 * be written to disk is sent all the same.
	 */
	sendAlone(given: Omit<Draft, 'saved'>, send: (record: SendRecord) => Promise<void>): Promise<void> {
		const { storage, log } = this.#options;
		const name = draftName(given.key);
		const before = this.#seen.get(name);
		this.#take({ ...given, saved: this.#now() });
		const keepAndSend = async () => {
			await Promise.allSettled([this.#writesOf(name).last]);
			if (before) await this.#refuseOther(name, before, given);
			// It may have been written on while another window had the lock.
			const draft = this.#known.get(name);
			const kept = draft && this.#writesOf(name).put(() => this.#write(name, draft));
			await kept?.catch((error: unknown) => log.error('A draft could not be kept as it is', error));
			await this.settled();
			await send(this.sendRecord(given.key));
		};
		return sendAlone(storage, name, keepAndSend, log);
	}

	/** The record of the last time that a draft was sent. */
	sendRecord(key: DraftKey): SendRecord {
		const { storage, log } = this.#options;
		return new SendRecord(storage, draftName(key), log);
	}

	/** Whether it was discarded a moment ago, and somebody may want it back. */
	isRegrettable(key: DraftKey): boolean {
		return this.#now() - (this.#discarded.get(draftName(key)) ?? Number.NEGATIVE_INFINITY) < undoMs;
	}

	/** What was discarded last; what has been written since is discarded in its place. Undefined when there is nothing. */
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

	/** All that was saved is written through to the disk, or cannot be, or the signal does not let it wait any longer. */
	async settled(signal?: AbortSignal): Promise<void> {
		const writes = [...this.#writes.values()].filter(({ busy }) => busy).map((one) => one.last);
		const settled = Promise.allSettled(writes).then(() => this.#durable.finish());
		await (signal ? abortable(settled, signal).catch(() => {}) : settled);
	}

	/** Ends the watching. What is being saved is saved all the same. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	/** The user has given up a draft: the next one is another, even with the same words. */
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

	/** No other window writes or removes the draft meanwhile. */
	async #alone(name: string, work: () => Promise<void>): Promise<void> {
		const { storage, log } = this.#options;
		await lockIfPossible({ storage, name: ['writing', name], log }, work);
		// What was read before that is out of date.
		this.#moment += 1;
		this.#touched.set(name, this.#moment);
	}

	#write(name: string, draft: Draft): Promise<void> {
		return this.#alone(name, () => this.#writeAlone(name, draft));
	}

	#clear(name: string): Promise<void> {
		return this.#alone(name, () => this.#clearAlone(name));
	}

	/** What another window has written is put aside before something else takes its place, unless it goes on there. */
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

	/** Fails if another window has sent, discarded or replaced a draft since this window knew it as `before`. */
	async #refuseOther(name: string, before: Seen, given: Omit<Draft, 'saved'>): Promise<void> {
		const now = this.#seen.get(name);
		let there: string | undefined;
		try {
			there = await this.#options.storage.read(at(name));
		} catch {
			// A file that cannot be read is there, and is put aside when the draft is written.
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

	/** Keeps a file that another window has changed since this window last read it. */
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

	/** Forgets drafts that were sent or discarded before the last read began: no later read can bring them back. */
	#forgetDone(): void {
		for (const [name, writes] of this.#writes) {
			if (this.#known.has(name) || writes.busy || (this.#touched.get(name) ?? 0) > this.#lastRead) continue;
			for (const about of [this.#writes, this.#touched, this.#read, this.#seen]) about.delete(name);
		}
		for (const [name, when] of this.#discarded)
			if (this.#now() - when >= undoMs) this.#discarded.delete(name);
	}

	/** Knows a draft, and tells of it. */
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
