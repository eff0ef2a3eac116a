import { abortable } from '../../../base/abort.ts';
import { timeOfDay } from '../../../base/clock.ts';
import { coalesce } from '../../../base/coalesce.ts';
import type { Disposable } from '../../../base/disposable.ts';
import type { Event } from '../../../base/emitter.ts';
import type { HeldLock } from '../../../base/files/held-lock.ts';
import type { Storage } from '../../../base/files/storage.ts';
import { Jobs } from '../../../base/jobs.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { removeOldTexts } from './old-texts.ts';
import {
	isKnownVersion,
	isSameVersion,
	newTextId,
	successorId,
	type Text,
	type TextContent,
	type TextFormat,
	type TextVersion,
	type WrittenText,
} from './text.ts';
import { TextCopies } from './text-copies.ts';
import { TextEvents } from './text-events.ts';
import { TextFolder } from './text-folder.ts';
import { TextMemory } from './text-memory.ts';

interface TextsOptions<Key, Body> {
	/** Storage for texts of this format only. It is kept when an account signs out. */
	readonly storage: Storage;
	readonly format: TextFormat<Key, Body>;
	readonly log: Log;
	/** The time between two writes of a text while the user types. */
	readonly pauseMs?: number;
}

/**
 * What the user writes and sends, in all windows. A text keeps its file while its state changes, so it is never in two places. If it is
 * written in two places at once, both versions are kept. Reasons: docs/decisions/texts.md.
 */
export class Texts<Key, Body> implements Disposable {
	/** Names this window as the writer of texts. */
	readonly writer = newTextId();
	readonly folder: TextFolder<Key, Body>;
	readonly #format: TextFormat<Key, Body>;
	readonly #log: Log;
	readonly #lifetime = new Lifetime();
	readonly #events: TextEvents<Key>;
	/** The writes of each text. */
	readonly #writes = new Jobs();
	readonly #pauseMs: number;
	readonly #memory: TextMemory<Key, Body>;
	readonly #copies: TextCopies<Key, Body>;
	readonly #readSoon: () => void;

	constructor({ storage, format, log, pauseMs = 250 }: TextsOptions<Key, Body>) {
		const lifetime = this.#lifetime;
		this.#format = format;
		this.#log = log;
		this.#events = new TextEvents(lifetime, log);
		this.#memory = new TextMemory(format, this.#events);
		this.#pauseMs = pauseMs;
		this.folder = new TextFolder({ storage, format, lifetime, log });
		this.#copies = new TextCopies(this.folder, this.#memory, log);
		this.#readSoon = coalesce(lifetime, 50, () => this.readNow(), { onError: this.#logFailure });
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
		await removeOldTexts(this.folder, this.#memory, timeOfDay(), this.#format.keptSentMs, this.#log);
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
		}
	}

	get(id: string): Text<Key, Body> | undefined {
		return this.#memory.get(id);
	}

	/** All texts, in any state, the one that was changed last first. */
	get all(): readonly Text<Key, Body>[] {
		return this.#memory.all;
	}

	/** The texts that the user writes, the one that was changed last first. */
	get editing(): readonly Text<Key, Body>[] {
		return this.#memory.all.filter(({ state }) => state === 'editing');
	}

	/** The texts that were sent and are still kept. */
	get sent(): readonly Text<Key, Body>[] {
		return this.#memory.all.filter(({ state }) => state === 'sent');
	}

	/** All texts for a key, in any state, the one that was changed last first. */
	of(key: Key): readonly Text<Key, Body>[] {
		return this.#memory.of(key);
	}

	/** The text that the user writes for a key; if there are several, the one that was changed last. */
	editingOf(key: Key): Text<Key, Body> | undefined {
		return this.of(key).find(({ state }) => state === 'editing');
	}

	/**
	 * Keeps what the user has written. Resolves when this version, or a newer one, is on the disk; after a pause in typing it is also flushed.
	 * A text of which nothing is left is removed. If the written version is not based on the current one, both are kept. The result has another
	 * id if the text was sent or discarded meanwhile.
	 */
	async write({ base, ...written }: WrittenText<Key, Body>): Promise<Text<Key, Body>> {
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
		const text = { ...written, saved: timeOfDay(), state: 'editing' } as const;
		const isBasedOn = (before: Text<Key, Body>) =>
			before.writer === written.writer || (base !== null && isSameVersion(before, base));
		const losesCurrent = current && !isBasedOn(current) && !continues(written.body, current.body);
		this.#memory.put(text);
		if (losesCurrent) this.#copies.addReplaced(current);
		return this.#store(text);
	}

	/** Discards a text that the user writes. `restore` can bring it back for at least thirty days. Fails if it was sent. */
	async discard(id: string): Promise<void> {
		await this.#changeState(id, 'editing', 'discarded');
		const state = this.#memory.get(id)?.state;
		if (state === 'sent') throw new ForgeError('refused', 'This draft was sent in the meantime.');
	}

	/** Brings a discarded text back. Undefined if it is gone. */
	restore(id: string): Promise<Text<Key, Body> | undefined> {
		return this.#changeState(id, 'discarded', 'editing');
	}

	/** Turns a text that was sent into a draft again, with another body. */
	async takeBack(id: string, body: Body): Promise<void> {
		await this.#changeState(id, 'sent', 'editing', body);
	}

	/** Fails if another window has changed, sent or discarded a text that the user sends. */
	async checkToSend(id: string): Promise<void> {
		this.#writes.pause(id, 0);
		await Promise.allSettled([this.#writes.last(id)]);
		await this.folder.change(id, (onDisk) => {
			this.#memory.checkToSend(id, onDisk);
			return onDisk;
		});
	}

	/**
	 * Makes what the outbox no longer sends a draft again: a whole text (`isWhole`), or a part of one, which has a separate id. If a killed window
	 * has begun this, replaces nothing that the user has written since.
	 */
	async editAgain(
		draft: TextContent<Key, Body>,
		isWhole: boolean,
		confirm: HeldLock['confirm'],
	): Promise<void> {
		const { id, body } = draft;
		const change = async (onDisk: Text<Key, Body> | undefined) => {
			// This window may have hung while it waited for the file.
			await confirm();
			if (onDisk && !(isWhole && onDisk.state === 'sent')) return onDisk;
			const version = { revision: (onDisk?.revision ?? 0) + 1, writer: this.writer };
			return { ...draft, ...version, saved: timeOfDay(), state: 'editing' } as const;
		};
		const stored = await this.folder.change(id, change, { isDurable: true });
		if (!stored) return;
		this.#memory.didStore(stored);
		if (stored.state !== 'editing' || !this.#format.continues(stored.body, body))
			await this.editAgain({ ...draft, id: newTextId() }, false, confirm);
	}

	/** Whether a text for the key was discarded within the last minute, so that its page still offers Undo. */
	canUndoDiscard(key: Key): boolean {
		return this.of(key).some(({ state, saved }) => state === 'discarded' && timeOfDay() - saved < 60_000);
	}

	/**
	 * Records that a version of a text, by default the one that this window knows, is in the outbox or was sent. `sentBody` returns its body from
	 * then on. That version is no longer a draft in any window; a later one still is. Never rejects.
	 */
	async markSent(
		id: string,
		sent: TextVersion | undefined = this.#memory.get(id),
		sentBody = (body: Body): Body => body,
	): Promise<void> {
		const isDraft = (text: Text<Key, Body>) =>
			sent !== undefined && text.state === 'editing' && isSameVersion(text, sent);
		const change = (onDisk: Text<Key, Body> | undefined) => {
			const text = onDisk ?? this.#memory.get(id);
			if (!text || !(isDraft(text) || text.entries)) return onDisk;
			const { entries: _, ...rest } = text;
			return { ...rest, body: sentBody(text.body), saved: timeOfDay(), state: 'sent' } as const;
		};
		try {
			const stored = await this.folder.change(id, change, { isDurable: true });
			if (stored) this.#memory.didStore(stored);
		} catch (error) {
			this.#log.error('A text that was sent could not be marked as sent', error);
			const known = this.#memory.get(id);
			if (known && isDraft(known)) await this.#removeSent(known).catch(this.#logFailure);
		}
	}

	/** Unlike a change of the state, this needs no space on the disk. */
	async #removeSent(text: Text<Key, Body>): Promise<void> {
		this.#memory.forgetUnwritten(text.id);
		this.#memory.put({ ...text, saved: timeOfDay(), state: 'sent' });
		await this.folder.change(text.id, (onDisk) =>
			onDisk?.state === 'editing' && this.#memory.canReplace(onDisk, text) ? undefined : onDisk,
		);
		// The text stays in memory, so this window still knows that it was sent.
		this.#memory.forgetStored(text.id);
	}

	/** Writes all waiting texts without a further pause. */
	writeNow(): void {
		this.#writes.resume();
	}

	/** Resolves when all texts are flushed to disk, flushing failed, or `signal` aborts. */
	async settled(signal?: AbortSignal): Promise<void> {
		this.writeNow();
		const settled = this.#writes
			.settled()
			.then(() => {
				const unwritten = this.#memory.unwritten.map((text) => this.#store(text));
				return Promise.allSettled([this.#copies.write(), ...unwritten]);
			})
			.then(() => this.folder.flush());
		await (signal ? abortable(settled, signal).catch(() => {}) : settled);
	}

	/** Stops watching for changes. Pending writes still complete. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	readonly #logFailure = (error: unknown): void => this.#log.warn('The drafts could not be read', error);

	/** Writes a text after the write and the pause that it waits for, unless a later call replaces this one. Resolves when this or a later one is done. */
	#put(id: string, write: () => Promise<void>, waitMs?: number): Promise<void> {
		// A pause after a slow write would let the next letters wait for that write, too.
		const writeAndPause = () => {
			this.#writes.pause(id, this.#pauseMs);
			return write();
		};
		return this.#writes.request(id, writeAndPause, waitMs);
	}

	async #store(text: Text<Key, Body>): Promise<Text<Key, Body>> {
		const { id } = text;
		this.#memory.willWrite(text);
		let kept = text;
		await this.#put(id, async () => {
			kept = await this.#writeEdited(text);
		});
		// The write of a newer version may have moved on to a successor.
		return this.#memory.get(this.#memory.editableId(kept)) ?? kept;
	}

	/** Writes what the user has written, unless another window has sent or discarded the text: then its successor has it. */
	async #writeEdited(text: Text<Key, Body>): Promise<Text<Key, Body>> {
		const { isEmpty, continues } = this.#format;
		const { id } = text;
		let frozen: Text<Key, Body> | undefined;
		await this.#copies.write();
		await this.folder.change(id, async (onDisk) => {
			const after = isEmpty(text.body) ? undefined : text;
			if (!onDisk) return after;
			if (onDisk.state !== 'editing') {
				frozen = onDisk;
				return onDisk;
			}
			if (!this.#memory.canReplace(onDisk, text)) await this.#copies.saveReplaced(onDisk);
			return after;
		});
		if (frozen) {
			this.#memory.putStored(frozen);
			return continues(frozen.body, text.body) ? frozen : this.write({ ...text, base: null });
		}
		this.#memory.didWrite(text);
		return text;
	}

	/** Undefined if the text has another state by now. */
	async #changeState(
		id: string,
		from: 'editing' | 'discarded' | 'sent',
		state: 'editing' | 'discarded' | 'sent',
		body?: Body,
	): Promise<Text<Key, Body> | undefined> {
		const known = this.#memory.get(id);
		if (known?.state !== from) return undefined;
		const saved = timeOfDay();
		const changed = { ...known, saved, state, ...(body !== undefined && { body }) };
		this.#memory.put(changed);
		let result: Text<Key, Body> | undefined = changed;
		const write = async () => {
			const change = (onDisk?: Text<Key, Body>) => {
				if (!onDisk) return changed;
				if (onDisk.state !== from) return onDisk;
				if (from !== 'editing') return { ...onDisk, saved, state, body: body ?? onDisk.body };
				// A version of another window, which the user has not seen, stays as it is.
				return this.#memory.canReplace(onDisk, known) ? changed : onDisk;
			};
			try {
				result = await this.folder.change(id, change, { isDurable: true });
			} catch (error) {
				this.#memory.put(known);
				throw error;
			}
			if (result) this.#memory.putStored(result);
		};
		await this.#put(id, write, 0);
		return result?.state === state ? result : undefined;
	}
}
