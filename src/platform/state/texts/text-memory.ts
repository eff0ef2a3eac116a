import { ForgeError } from '../../../forge/contract/errors.ts';
import { isSameVersion, successorId, type Text, type TextFormat } from './text.ts';
import type { TextEvents } from './text-events.ts';

/** What this window knows of texts: as the user has written them here, and as they were last seen on the disk. Notifies of changes. */
export class TextMemory<Key, Body> {
	readonly #format: TextFormat<Key, Body>;
	readonly #events: TextEvents<Key>;
	readonly #texts = new Map<string, Text<Key, Body>>();
	/** Each text as this window last saw it on the disk. */
	readonly #stored = new Map<string, Text<Key, Body>>();
	/** What the user has written, until it is on the disk. If that fails, it stays here until it is written again. */
	readonly #unwritten = new Map<string, Text<Key, Body>>();
	/** Counts this window's changes, so that the result of a read that began earlier does not undo a later change. */
	#changes = 0;
	readonly #changed = new Map<string, number>();

	constructor(format: TextFormat<Key, Body>, events: TextEvents<Key>) {
		this.#format = format;
		this.#events = events;
	}

	/** How many changes of texts this window has made. */
	get changes(): number {
		return this.#changes;
	}

	/** All texts, in any state, the one that was changed last first. */
	get all(): readonly Text<Key, Body>[] {
		return [...this.#texts.values()].sort((one, other) => other.saved - one.saved);
	}

	get(id: string): Text<Key, Body> | undefined {
		return this.#texts.get(id);
	}

	/** All texts for a key, in any state, the one that was changed last first. */
	of(key: Key): readonly Text<Key, Body>[] {
		const { idOf } = this.#format;
		const name = idOf(key);
		return this.all.filter((text) => idOf(text.key) === name);
	}

	/** A text as this window last saw it on the disk. */
	storedOf(id: string): Text<Key, Body> | undefined {
		return this.#stored.get(id);
	}

	/** The id of the text, or, if that was sent or discarded, of what its writer has added since. */
	editableId({ id, writer }: { readonly id: string; readonly writer: string }): string {
		const text = this.#texts.get(id);
		const isFrozen = text !== undefined && text.state !== 'editing';
		return isFrozen ? this.editableId({ id: successorId({ id, writer }), writer }) : id;
	}

	/** What is not on the disk yet. */
	get unwritten(): readonly Text<Key, Body>[] {
		return [...this.#unwritten.values()];
	}

	isUnwritten(id: string): boolean {
		return this.#unwritten.has(id);
	}

	/** The user has changed a text in this window. */
	put(text: Text<Key, Body>): void {
		const { id, key, state, body } = text;
		const before = this.#texts.get(id);
		this.#touch(id);
		if (this.#format.isEmpty(body)) this.#texts.delete(id);
		else this.#texts.set(id, text);
		if (before?.state === state && this.#texts.has(id)) this.#events.typed(id, key);
		else this.#events.changed(id, key);
	}

	/** What the user has written is to be written to the disk. */
	willWrite(text: Text<Key, Body>): void {
		this.#unwritten.set(text.id, text);
	}

	/** What the user has written is on the disk. They may have written more since. */
	didWrite(text: Text<Key, Body>): void {
		const { id, body } = text;
		this.#touch(id);
		if (this.#unwritten.get(id) === text) this.#unwritten.delete(id);
		if (this.#format.isEmpty(body)) this.#stored.delete(id);
		else this.#stored.set(id, text);
	}

	/** A text was stored on the disk. What the user has written since is still to be written. */
	didStore(text: Text<Key, Body>): void {
		const unwritten = this.#unwritten.get(text.id);
		if (unwritten && !isSameVersion(unwritten, text)) this.#stored.set(text.id, text);
		else this.putStored(text);
	}

	/** The text is as it is on the disk. */
	putStored(text: Text<Key, Body>): void {
		const { id, key } = text;
		this.#stored.set(id, text);
		this.#unwritten.delete(id);
		this.#touch(id);
		this.#texts.set(id, text);
		this.#events.changed(id, key);
	}

	/** Accepts what was read from the disk. `isNewer` tells for which texts this window has something newer. */
	accept(read: readonly Text<Key, Body>[], isNewer: (id: string) => boolean): void {
		for (const text of read) {
			const { id, key } = text;
			const before = this.#stored.get(id);
			if (isNewer(id) || (before && isSameStored(before, text))) continue;
			this.#stored.set(id, text);
			this.#texts.set(id, text);
			this.#events.changed(id, key);
		}
	}

	/** Whether this window has changed a text after its first `changes` changes, or has yet to write it. */
	isChangedSince(id: string, changes: number): boolean {
		return (this.#changed.get(id) ?? 0) > changes || this.#unwritten.has(id);
	}

	/** The text is no longer on the disk. */
	remove(id: string): void {
		const text = this.#texts.get(id);
		this.#texts.delete(id);
		this.#stored.delete(id);
		this.#changed.delete(id);
		if (text) this.#events.changed(id, text.key);
	}

	/** Whether nothing is lost if `text` replaces what is on the disk: this window knew the stored text, or `text` contains it. */
	canReplace(onDisk: Text<Key, Body>, text: Text<Key, Body>): boolean {
		const seen = this.#stored.get(text.id);
		return (seen && isSameVersion(onDisk, seen)) || this.#format.continues(text.body, onDisk.body);
	}

	/** Fails if another window has changed, sent or discarded a text that the user sends. */
	checkToSend(id: string, onDisk: Text<Key, Body> | undefined): void {
		const known = this.#texts.get(id);
		const isGone = onDisk ? onDisk.state !== 'editing' : this.#stored.has(id);
		if (isGone || !known || known.state !== 'editing')
			throw new ForgeError('refused', 'Another window has sent or discarded this draft.');
		const isCurrent = !onDisk || isSameVersion(onDisk, known) || this.canReplace(onDisk, known);
		if (!isCurrent) throw new ForgeError('refused', 'This draft was changed in another window.');
	}

	/** A text is no longer to be written. */
	forgetUnwritten(id: string): void {
		this.#unwritten.delete(id);
	}

	/** The file of a text was removed, but this window still knows the text. */
	forgetStored(id: string): void {
		this.#stored.delete(id);
	}

	#touch(id: string): void {
		this.#changes += 1;
		this.#changed.set(id, this.#changes);
	}
}

/** Whether a text is the same on the disk: each change of a text has another time, state or version. */
export const isSameStored = (one: Text<unknown, unknown>, other: Text<unknown, unknown>): boolean =>
	isSameVersion(one, other) && one.state === other.state && one.saved === other.saved;
