import type { Draft } from './draft.ts';

/**
 * The drafts that this window knows, by file name. Counts this window's changes, so that the result of a read that began earlier
 * does not undo a later change.
 */
export class DraftMemory<Key, Body> {
	readonly #drafts = new Map<string, Draft<Key, Body>>();
	#changes = 0;
	/** The number of the change with which this window last changed each draft. */
	readonly #changed = new Map<string, number>();
	/** Drafts that wait for a lock before they are written and sent. They are newer than their files. */
	readonly #waitingToSend = new Set<string>();

	/** All drafts, most recently saved first. */
	all(): readonly Draft<Key, Body>[] {
		return [...this.#drafts.values()].sort((a, b) => b.saved - a.saved);
	}

	get(name: string): Draft<Key, Body> | undefined {
		return this.#drafts.get(name);
	}

	/** The names of all drafts, with their keys. */
	names(): readonly (readonly [name: string, key: Key])[] {
		return [...this.#drafts].map(([name, { key }]) => [name, key]);
	}

	/** Stores a draft that the user has changed in this window. Returns whether there was none. */
	change(name: string, draft: Draft<Key, Body>): boolean {
		this.touch(name);
		const isNew = !this.#drafts.has(name);
		this.#drafts.set(name, draft);
		return isNew;
	}

	/** Stores a draft as read from its file. */
	setFromFile(name: string, draft: Draft<Key, Body>): void {
		this.#drafts.set(name, draft);
	}

	/** Returns whether there was a draft. */
	delete(name: string): boolean {
		return this.#drafts.delete(name);
	}

	/** Marks reads of the draft that began earlier as out of date. */
	touch(name: string): void {
		this.#changes += 1;
		this.#changed.set(name, this.#changes);
	}

	/** Call before reading files. Pass the result to `isNewer`. */
	beginRead(): number {
		return this.#changes;
	}

	/** Whether this window has changed the draft since a read began, or is about to write it. */
	isNewer(name: string, began: number): boolean {
		return this.#waitingToSend.has(name) || this.isChangedSince(name, began);
	}

	/** Whether this window has changed the draft since a read began. */
	isChangedSince(name: string, began: number): boolean {
		return (this.#changed.get(name) ?? 0) > began;
	}

	/** The draft is newer than its file until `endWait`. */
	beginWait(name: string): void {
		this.#waitingToSend.add(name);
	}

	endWait(name: string): void {
		this.#waitingToSend.delete(name);
	}

	/** Forgets the last change of a draft that no longer exists. */
	forgetChange(name: string): void {
		this.#changed.delete(name);
	}
}
