import type { Name, Storage, StoredFile } from '../store/storage.ts';
import { type Draft, type DraftFormat, readDraftText } from './draft.ts';

/** How long a discarded draft can be restored, unless the limits below remove it earlier. */
const keptMs = 30 * 24 * 60 * 60_000;
const mostDrafts = 100;
const mostPerDraft = 10;

/** How long a page stays open for Undo after its draft was discarded. */
const undoMs = 60_000;

const folder: Name = ['discarded'];

/** Drafts that were discarded or overwritten by another window. Each is a file named after the time and the draft. */
export class DraftTrash<Key, Body> {
	readonly #storage: Storage;
	readonly #format: DraftFormat<Key, Body>;
	readonly #now: () => number;
	/** When each draft was discarded in this window. */
	readonly #times = new Map<string, number>();

	constructor(storage: Storage, format: DraftFormat<Key, Body>, now: () => number) {
		this.#storage = storage;
		this.#format = format;
		this.#now = now;
	}

	async keep(name: string, text: string): Promise<void> {
		await this.#storage.replace([...folder, `${this.#now()}-${name}`], text, { isDurable: true });
		await this.trim();
	}

	/** The user discards a draft in this window. */
	beginUndo(name: string): void {
		this.#times.set(name, this.#now());
	}

	/** Whether the draft was discarded so recently that its page still offers Undo. */
	canUndo(name: string): boolean {
		return this.#now() - (this.#times.get(name) ?? Number.NEGATIVE_INFINITY) < undoMs;
	}

	/** The draft was restored. */
	endUndo(name: string): void {
		this.#times.delete(name);
	}

	/** Forgets the times of drafts that were discarded too long ago for Undo. */
	forgetOldTimes(): void {
		for (const name of this.#times.keys()) if (!this.canUndo(name)) this.#times.delete(name);
	}

	/** The most recent discarded draft of this name; undefined if there is none or it cannot be read. */
	async last(
		name: string,
	): Promise<{ readonly draft: Draft<Key, Body>; remove(): Promise<void> } | undefined> {
		const last = (await this.#latestFirst()).find((one) => draftNameOf(one) === name);
		if (!last) return undefined;
		const draft = readDraftText(this.#format, await this.#storage.read([...folder, last.name]));
		return draft && { draft, remove: () => this.#storage.remove([...folder, last.name]) };
	}

	/** Removes drafts that are too old, and the oldest ones beyond the limits. */
	async trim(): Promise<void> {
		const oldest = this.#now() - keptMs;
		const counts = new Map<string, number>();
		for (const [nth, one] of (await this.#latestFirst()).entries()) {
			const name = draftNameOf(one);
			const count = (counts.get(name) ?? 0) + 1;
			counts.set(name, count);
			if (nth < mostDrafts && count <= mostPerDraft && whenOf(one) >= oldest) continue;
			await this.#storage.remove([...folder, one.name]);
		}
	}

	async #latestFirst(): Promise<readonly StoredFile[]> {
		return [...(await this.#storage.list(folder))].sort((a, b) => whenOf(b) - whenOf(a));
	}
}

/** When a draft was discarded. The name is used because copying a file can change its own time. */
const whenOf = ({ name, written }: StoredFile): number => Number(/^(\d+)-/.exec(name)?.[1] ?? written);
const draftNameOf = ({ name }: StoredFile): string => name.replace(/^\d+-/, '');
