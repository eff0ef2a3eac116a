import { randomBytes } from 'node:crypto';
import { abortable } from '../../../base/abort.ts';
import { coalesce } from '../../../base/coalesce.ts';
import type { Disposable } from '../../../base/disposable.ts';
import type { Event } from '../../../base/emitter.ts';
import { type HeldLock, ownLock } from '../../../base/files/held-lock.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { Storage } from '../store/storage.ts';
import { oldTexts } from './old-texts.ts';
import {
	isSameVersion,
	type Text,
	type TextAccount,
	type TextEntry,
	type TextFormat,
	type TextVersion,
} from './text.ts';
import { TextEvents } from './text-events.ts';
import { TextFolder } from './text-folder.ts';
import { isSameStored, TextMemory } from './text-memory.ts';
import { WriteQueues } from './write-queues.ts';

interface TextsOptions<Key, Body, Entry extends TextEntry> {
	/** Storage for texts of this format only. It is kept when an account signs out. */
	readonly storage: Storage;
	readonly format: TextFormat<Key, Body, Entry>;
	readonly log: Log;
	readonly now?: () => number;
	/** The time between two writes of a text while the user types. */
	readonly pauseMs?: number;
}

/** What the user has written in a text. */
export interface WrittenText<Key, Body> extends TextVersion {
	readonly id: string;
	readonly account: TextAccount;
	readonly key: Key;
	readonly body: Body;
	/** The version that it is based on; null if the text is new. */
	readonly base: TextVersion | null;
}

/** The id of the part of a text that is edited again while the rest is on its way. It is the same if a killed window has begun this. */
export const splitTextId = (id: string, entry: string): string => `${id}-${entry}`;

export const newTextId = (): string => randomBytes(8).toString('hex');

/**
 * What the user writes and sends, in all windows. A text keeps its file while its state changes, so it is never in two places. If it is
 * written in two places at once, both versions are kept.
 */
export class Texts<Key, Body, Entry extends TextEntry> implements Disposable {
	/** Names this window as the writer of texts. */
	readonly writer = newTextId();
	readonly folder: TextFolder<Key, Body, Entry>;
	readonly #format: TextFormat<Key, Body, Entry>;
	readonly #log: Log;
	readonly #now: () => number;
	readonly #lifetime = new Lifetime();
	readonly #events: TextEvents<Key>;
	readonly #writes: WriteQueues;
	readonly #memory: TextMemory<Key, Body, Entry>;
	/** Versions that another writer has replaced, until they are on the disk as texts of their own. */
	readonly #others = new Set<Text<Key, Body, Entry>>();
	readonly #readSoon: () => void;

	constructor({ storage, format, log, now = Date.now, pauseMs = 250 }: TextsOptions<Key, Body, Entry>) {
		const lifetime = this.#lifetime;
		this.#format = format;
		this.#log = log;
		this.#now = now;
		this.#events = new TextEvents(lifetime, log);
		this.#memory = new TextMemory(format, this.#events);
		this.folder = new TextFolder({ storage, format, lifetime, log, now });
		this.#writes = new WriteQueues(pauseMs);
		this.#readSoon = coalesce(lifetime, 50, () => this.readNow(), this.#logFailure);
	}

	/** Fires with the key of a text that was added, changed or removed in any window; at most once a second while the user types. */
	get onDidChange(): Event<Key> {
		return this.#events.onDidChange;
	}

	/** Like `onDidChange`, but also fires for each keystroke. */
	get onDidWrite(): Event<Key> {
		return this.#events.onDidWrite;
	}

	/** Reads the stored texts and watches for changes. */
	async open(): Promise<void> {
		this.#lifetime.add(this.folder.watch(() => this.#readSoon()));
		await this.readNow().catch(this.#logFailure);
		await this.#trim().catch((error: unknown) => this.#log.warn('Old drafts could not be removed', error));
	}

	/** Reads what other windows have written. The watcher may have missed some, for instance while the machine was asleep. */
	readChanges(): void {
		this.#readSoon();
	}

	/** Like `readChanges`, but resolves when they are read. */
	async readNow(): Promise<void> {
		const began = this.#memory.changes;
		const isNewer = (id: string) => this.#memory.isChangedSince(id, began) || this.#writes.isBusy(id);
		const read = await this.folder.list();
		this.#memory.accept(read, isNewer);
		const existing = new Set(read.map(({ id }) => id));
		for (const { id } of this.#memory.all) {
			// What could not be written yet is only in memory. A file that cannot be read may be readable again soon.
			const isOnDisk = existing.has(id) || this.folder.isFailing(id);
			if (isOnDisk || !this.#memory.storedOf(id) || isNewer(id)) continue;
			this.#memory.remove(id);
			this.#writes.forget(id);
		}
	}

	get(id: string): Text<Key, Body, Entry> | undefined {
		return this.#memory.get(id);
	}

	/** The texts that the user writes, the one that was changed last first. */
	get editing(): readonly Text<Key, Body, Entry>[] {
		return this.#memory.all.filter(({ state }) => state === 'editing');
	}

	/** The texts that were sent and are still kept. */
	get sent(): readonly Text<Key, Body, Entry>[] {
		return this.#memory.all.filter(({ state }) => state === 'sent');
	}

	/** All texts for a key, in any state, the one that was changed last first. */
	of(key: Key): readonly Text<Key, Body, Entry>[] {
		return this.#memory.of(key);
	}

	/** The text that the user writes for a key; if there are several, the one that was changed last. */
	editingOf(key: Key): Text<Key, Body, Entry> | undefined {
		return this.of(key).find(({ state }) => state === 'editing');
	}

	/**
	 * Keeps what the user has written. Resolves when this version, or a newer one, is on the disk; after a pause in typing it is also flushed.
	 * A text of which nothing is left is removed. If the written version is not based on the current one, both are kept. The result has another
	 * id if the text was sent or discarded meanwhile.
	 */
	async write({ base, ...written }: WrittenText<Key, Body>): Promise<Text<Key, Body, Entry>> {
		const { continues } = this.#format;
		const { id } = written;
		const current = this.#memory.get(id);
		const isFrozen = current !== undefined && current.state !== 'editing';
		if (current && isKnownVersion(current, written))
			return this.#memory.isUnwritten(id) && !isFrozen ? this.#store(current) : current;
		if (isFrozen)
			return continues(current.body, written.body)
				? current
				: this.write({ ...written, base, id: successorId(written) });
		const text = { ...written, saved: this.#now(), state: 'editing', entries: [] } as const;
		const isBased =
			!current || current.writer === written.writer || (base !== null && isSameVersion(current, base));
		const other = isBased || continues(written.body, current.body) ? undefined : current;
		this.#memory.put(text);
		if (other) {
			const copy = { ...other, id: newTextId() };
			this.#others.add(copy);
			this.#memory.put(copy);
		}
		return this.#store(text);
	}

	/** Discards a text that the user writes. `restore` can bring it back for thirty days. Fails if it was sent. */
	async discard(id: string): Promise<void> {
		await this.#changeState(id, 'editing', 'discarded');
		const state = this.#memory.get(id)?.state;
		if (state === 'queued' || state === 'sent')
			throw new ForgeError('refused', 'This draft was sent in the meantime.');
	}

	/** Brings a discarded text back. Undefined if it is gone. */
	restore(id: string): Promise<Text<Key, Body, Entry> | undefined> {
		return this.#changeState(id, 'discarded', 'editing');
	}

	/** Whether a text for the key was discarded within the last minute, so that its page still offers Undo. */
	canUndoDiscard(key: Key): boolean {
		return this.of(key).some(({ state, saved }) => state === 'discarded' && this.#now() - saved < 60_000);
	}

	watch(changed: () => void): Disposable {
		return this.folder.watch(changed);
	}

	/** The entries of all queued texts as they are on the disk. */
	async readEntries(): Promise<readonly Entry[]> {
		return (await this.folder.list()).flatMap(({ entries }) => entries);
	}

	/**
	 * Replaces the entries of a text, durably. With its first entries it is on its way, and can no longer be written. `stateAfter` is the
	 * state of the text without its last entries. If it is to be edited for some of its items only, that becomes a text of its own. Fails if another
	 * window has changed, sent or discarded the text. Call it with the lock of the queue.
	 */
	async setEntries(
		id: string,
		entries: readonly Entry[],
		stateAfter: 'sent' | 'editing',
		confirm: HeldLock['confirm'] = ownLock.confirm,
	): Promise<void> {
		this.#writes.of(id).skipPause();
		await Promise.allSettled([this.#writes.of(id).last]);
		const change = async (onDisk: Text<Key, Body, Entry> | undefined) => {
			// This window may have hung while it waited for the file.
			await confirm();
			const text = onDisk?.state === 'queued' ? onDisk : this.#checkedToSend(id, onDisk);
			const saved = this.#now();
			const gone = text.entries.filter((entry) => !entries.some((one) => one.id === entry.id));
			const unsent = stateAfter === 'editing' ? this.#unsentOf(text, gone) : undefined;
			if (entries.length > 0) {
				if (unsent) await this.#splitOff(text, gone, unsent);
				return { ...text, saved, state: 'queued', entries } as const;
			}
			if (!unsent) return { ...text, saved, state: 'sent', entries } as const;
			const version = { revision: text.revision + 1, writer: this.writer };
			return { ...text, ...version, ...unsent, saved, state: 'editing', entries } as const;
		};
		const changed = await this.folder.change(id, change, { isDurable: true });
		if (changed) this.#memory.putStored(changed);
	}

	/** A text was sent without entries in the outbox, and can no longer be written. If `sent` is given, only that version of it was sent. */
	async markSent(id: string, sent?: TextVersion & { readonly body: Body }): Promise<void> {
		const known = this.#memory.get(id);
		if (sent && known && !isSameVersion(known, sent)) return;
		try {
			await this.#changeState(id, 'editing', 'sent', sent?.body);
		} catch (error) {
			this.#log.error('A text that was sent could not be marked as sent', error);
			if (known) await this.#removeSent(known).catch(this.#logFailure);
		}
	}

	/** Unlike a change of the state, this needs no space on the disk. */
	async #removeSent(text: Text<Key, Body, Entry>): Promise<void> {
		this.#memory.forgetUnwritten(text.id);
		this.#memory.put({ ...text, saved: this.#now(), state: 'sent' });
		await this.folder.change(text.id, (onDisk) =>
			onDisk?.state === 'editing' && this.#isReplacedBy(onDisk, text) ? undefined : onDisk,
		);
		// This window still knows that it was sent.
		this.#memory.forgetStored(text.id);
	}

	/** Writes all waiting texts without a further pause. */
	writeNow(): void {
		this.#writes.skipPauses();
	}

	/** Resolves when all texts are flushed to disk, flushing failed, or `signal` aborts. */
	async settled(signal?: AbortSignal): Promise<void> {
		this.writeNow();
		const settled = this.#writes
			.settled()
			.then(() => {
				const unwritten = this.#memory.unwritten.map((text) => this.#store(text));
				return Promise.allSettled([this.#keepOthers(), ...unwritten]);
			})
			.then(() => this.folder.flush());
		await (signal ? abortable(settled, signal).catch(() => {}) : settled);
	}

	/** Stops watching for changes. Pending writes still complete. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	readonly #logFailure = (error: unknown): void => this.#log.warn('The drafts could not be read', error);

	async #store(text: Text<Key, Body, Entry>): Promise<Text<Key, Body, Entry>> {
		const { id } = text;
		this.#memory.willWrite(text);
		let kept = text;
		await this.#writes.of(id).put(async () => {
			kept = await this.#writeEdited(text);
		});
		// The write of a newer version may have moved on to a successor.
		return this.#memory.get(this.#editableId(kept)) ?? kept;
	}

	/** Writes what the user has written, unless another window has sent or discarded the text: then its successor has it. */
	async #writeEdited(text: Text<Key, Body, Entry>): Promise<Text<Key, Body, Entry>> {
		const { isEmpty, continues } = this.#format;
		const { id } = text;
		let frozen: Text<Key, Body, Entry> | undefined;
		await this.#keepOthers();
		await this.folder.change(id, async (onDisk) => {
			const after = isEmpty(text.body) ? undefined : text;
			if (!onDisk) return after;
			if (onDisk.state !== 'editing') {
				frozen = onDisk;
				return onDisk;
			}
			if (!this.#isReplacedBy(onDisk, text)) await this.#keepOther(onDisk);
			return after;
		});
		if (frozen) {
			this.#memory.putStored(frozen);
			return continues(frozen.body, text.body) ? frozen : this.write({ ...text, base: null });
		}
		this.#memory.didWrite(text);
		return text;
	}

	/** The id of the text, or, if that was sent or discarded, of what its writer has added since. */
	#editableId({ id, writer }: TextOfWriter): string {
		const text = this.#memory.get(id);
		const isFrozen = text !== undefined && text.state !== 'editing';
		return isFrozen ? this.#editableId({ id: successorId({ id, writer }), writer }) : id;
	}

	async #keepOthers(): Promise<void> {
		for (const other of this.#others) {
			await this.#create(other);
			this.#others.delete(other);
		}
	}

	/** Keeps a version of a text that another writer replaces as a text of its own. */
	async #keepOther(other: Text<Key, Body, Entry>): Promise<void> {
		this.#log.warn('A draft was written in two places at once. Both versions are kept');
		await this.#create({ ...other, id: newTextId() });
	}

	/** What the forge does not have of a text, and what that is for. Undefined if it has all. */
	#unsentOf(
		{ body }: Text<Key, Body, Entry>,
		gone: readonly Entry[],
	): { readonly key: Key; readonly body: Body } | undefined {
		const { isEmpty, keyOf, unsent = (all: Body) => all } = this.#format;
		const whole = gone.filter((entry) => unsent(body, entry) === body);
		const [first] = gone;
		if (whole.length > 0) return { key: keyOf(whole), body };
		const part = first && unsent(body, first);
		return part === undefined || isEmpty(part) ? undefined : { key: keyOf(gone), body: part };
	}

	/** The part of a text that some of its entries are for becomes a text of its own. */
	async #splitOff(
		text: Text<Key, Body, Entry>,
		[first]: readonly Entry[],
		unsent: { readonly key: Key; readonly body: Body },
	): Promise<void> {
		const id = splitTextId(text.id, first?.id ?? '');
		const part = { ...text, ...unsent, id, saved: this.#now(), state: 'editing', entries: [] } as const;
		// The user may have edited it since a killed window has begun this.
		const stored = await this.#create(part);
		if (stored.state !== 'editing' || !this.#format.continues(stored.body, part.body))
			await this.#create({ ...part, id: newTextId() });
	}

	/** Resolves with the text that is there already, which it leaves as it is, or with the new one. */
	async #create(text: Text<Key, Body, Entry>): Promise<Text<Key, Body, Entry>> {
		let stored = text;
		const change = (onDisk?: Text<Key, Body, Entry>) => {
			stored = onDisk ?? text;
			return stored;
		};
		await this.folder.change(text.id, change, { isDurable: true });
		this.#memory.didCreate(stored);
		return stored;
	}

	/** Whether this window knew what is on the disk, or `text` has all of it, so that nothing is lost if it is replaced. */
	#isReplacedBy(onDisk: Text<Key, Body, Entry>, text: Text<Key, Body, Entry>): boolean {
		const seen = this.#memory.storedOf(text.id);
		return (seen && isSameVersion(onDisk, seen)) || this.#format.continues(text.body, onDisk.body);
	}

	/** The text as the user saw it when they sent it. */
	#checkedToSend(id: string, onDisk: Text<Key, Body, Entry> | undefined): Text<Key, Body, Entry> {
		const known = this.#memory.get(id);
		const isGone = onDisk ? onDisk.state !== 'editing' : this.#memory.storedOf(id) !== undefined;
		if (isGone || !known || known.state !== 'editing')
			throw new ForgeError('refused', 'Another window has sent or discarded this draft.');
		const isCurrent = !onDisk || isSameVersion(onDisk, known) || this.#isReplacedBy(onDisk, known);
		if (!isCurrent) throw new ForgeError('refused', 'This draft was changed in another window.');
		return known;
	}

	/** Undefined if the text has another state by now. */
	async #changeState(
		id: string,
		from: 'editing' | 'discarded',
		state: 'editing' | 'discarded' | 'sent',
		body?: Body,
	): Promise<Text<Key, Body, Entry> | undefined> {
		const known = this.#memory.get(id);
		if (known?.state !== from) return undefined;
		const saved = this.#now();
		const changed = { ...known, saved, state, ...(body !== undefined && { body }) };
		this.#memory.put(changed);
		let result: Text<Key, Body, Entry> | undefined = changed;
		await this.#writes.of(id).putNow(async () => {
			const change = (onDisk?: Text<Key, Body, Entry>) => {
				if (onDisk && onDisk.state !== from) return onDisk;
				if (onDisk && from === 'discarded') return { ...onDisk, saved, state };
				// The user has not seen a version of another window, so it stays.
				return onDisk && !this.#isReplacedBy(onDisk, known) ? onDisk : changed;
			};
			try {
				result = await this.folder.change(id, change, { isDurable: true });
			} catch (error) {
				this.#memory.put(known);
				throw error;
			}
			if (result) this.#memory.putStored(result);
		});
		return result?.state === state ? result : undefined;
	}

	async #trim(): Promise<void> {
		for (const text of oldTexts(this.#memory.all, this.#now(), this.#format.keptSentMs)) {
			// Another window may have restored it meanwhile.
			const left = await this.folder.change(text.id, (onDisk) =>
				onDisk && isSameStored(onDisk, text) ? undefined : onDisk,
			);
			if (left) this.#memory.putStored(left);
			else this.#memory.remove(text.id);
		}
	}
}

interface TextOfWriter {
	readonly id: string;
	readonly writer: string;
}

/** The id of what a writer adds to a text that was sent or discarded. */
const successorId = ({ id, writer }: TextOfWriter): string => `${id}.${writer}`;

/** Whether the writer of a text has already written this version or a later one. */
const isKnownVersion = (text: TextVersion, written: TextVersion): boolean =>
	text.writer === written.writer && written.revision <= text.revision;
