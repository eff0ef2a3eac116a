import * as v from 'valibot';
import { type Draft, DraftText } from './draft.ts';
import type { Name, Storage, Stored } from './storage.ts';

/** So long a discarded draft can be had back, if not too many have come since. */
const keptMs = 30 * 24 * 60 * 60_000;
const most = 100;
const mostOfOne = 10;

const folder: Name = ['discarded'];

/** Drafts that were discarded, or written over by another window, each in a file named for the moment and the draft. */
export class DiscardedDrafts {
	readonly #storage: Storage;
	readonly #now: () => number;

	constructor(storage: Storage, now: () => number) {
		this.#storage = storage;
		this.#now = now;
	}

	async keep(name: string, text: string): Promise<void> {
		await this.#storage.replace([...folder, `${this.#now()}-${name}`], text, { isDurable: true });
		await this.trim();
	}

	/** The last one of this name; undefined when there is none that can be read. */
	async last(name: string): Promise<{ readonly draft: Draft; remove(): Promise<void> } | undefined> {
		const last = (await this.#latestFirst()).find((one) => draftNameOf(one) === name);
		const found = v.safeParse(DraftText, last && (await this.#storage.read([...folder, last.name])));
		if (!last || !found.success) return undefined;
		return { draft: found.output, remove: () => this.#storage.remove([...folder, last.name]) };
	}

	/** Removes what is too old, and the oldest of what is too much. */
	async trim(): Promise<void> {
		const oldest = this.#now() - keptMs;
		const counts = new Map<string, number>();
		for (const [nth, one] of (await this.#latestFirst()).entries()) {
			const name = draftNameOf(one);
			const count = (counts.get(name) ?? 0) + 1;
			counts.set(name, count);
			if (nth < most && count <= mostOfOne && whenOf(one) >= oldest) continue;
			await this.#storage.remove([...folder, one.name]);
		}
	}

	async #latestFirst(): Promise<readonly Stored[]> {
		return [...(await this.#storage.list(folder))].sort((a, b) => whenOf(b) - whenOf(a));
	}
}

/** When a draft was discarded; its file's own time may be another one after a copy. */
const whenOf = ({ name, written }: Stored): number => Number(/^(\d+)-/.exec(name)?.[1] ?? written);
const draftNameOf = ({ name }: Stored): string => name.replace(/^\d+-/, '');
