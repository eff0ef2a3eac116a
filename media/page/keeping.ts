import { type Draft, emptyDraft, isBlank, isDraft } from '../../src/protocol/draft.ts';

/** What the editor keeps of a page, over a reload too. The host reads `key` to know which page it was. */
interface Kept {
	readonly key: string;
	readonly draft: Draft | null;
	/** Whether the host has it, too. */
	readonly isSaved: boolean;
	readonly scroll: number;
}

export type Store = ReturnType<typeof acquireVsCodeApi>;

const pause = 150;
/** Somebody who does not pause loses no more than this. */
const longest = 1000;

/** Keeps a draft on both sides: here at once, and with the host when the writer pauses or leaves. */
export class Keeping {
	readonly #store: Store;
	readonly #save: (key: string, draft: Draft) => void;
	#kept: Kept = { key: '', draft: null, isSaved: true, scroll: 0 };
	#timer: ReturnType<typeof setTimeout> | undefined;
	#waiting: { readonly since: number; readonly draft: Draft } | undefined;

	constructor(store: Store, save: (key: string, draft: Draft) => void) {
		this.#store = store;
		this.#save = save;
	}

	/** Starts with a page: with the newer of the two drafts, and where it was scrolled to. */
	start(key: string, host: Draft | null): { readonly draft: Draft; readonly scroll: number } {
		const { draft: mine, isSaved, scroll } = read(this.#store.getState(), key);
		const draft = (isMine(mine, isSaved, host) ? mine : host) ?? emptyDraft(0);
		const isNews = draft === mine && (host !== null || !isBlank(mine));
		this.#put({ key, draft, isSaved: !isNews, scroll });
		if (isNews) this.#save(key, draft);
		return { draft, scroll };
	}

	saved(key: string, draft: Draft): void {
		if (key === this.#kept.key && draft === this.#kept.draft) this.#put({ ...this.#kept, isSaved: true });
	}

	changed(draft: Draft): void {
		this.#put({ ...this.#kept, draft, isSaved: false });
		this.#waiting = { since: this.#waiting?.since ?? Date.now(), draft };
		clearTimeout(this.#timer);
		const late = Date.now() - this.#waiting.since;
		this.#timer = setTimeout(() => this.flush(), Math.max(0, Math.min(pause, longest - late)));
	}

	/** Now, if anything waits. */
	flush(): void {
		const draft = this.#waiting?.draft;
		this.drop();
		if (draft) this.#save(this.#kept.key, draft);
	}

	/** It is sent or thrown away: nothing that waits may come after it. */
	emptied(draft: Draft): void {
		this.drop();
		this.#put({ ...this.#kept, draft, isSaved: true });
	}

	drop(): void {
		clearTimeout(this.#timer);
		this.#waiting = undefined;
	}

	scrolled(scroll: number): void {
		if (scroll !== this.#kept.scroll) this.#put({ ...this.#kept, scroll });
	}

	#put(kept: Kept): void {
		this.#kept = kept;
		this.#store.setState(kept);
	}
}

/**
 * What the host has had is compared by nobody's clock: the host may be another machine. What it has not had is the newer one by its time. Where
 * the host has nothing, nothing is thrown away.
 */
function isMine(mine: Draft | null, isSaved: boolean, host: Draft | null): mine is Draft {
	if (!mine || !host) return mine !== null;
	return !isSaved && mine.saved > host.saved;
}

function read(state: unknown, key: string): Omit<Kept, 'key'> {
	const of = (name: string): unknown =>
		typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;
	if (of('key') !== key) return { draft: null, isSaved: true, scroll: 0 };
	const [draft, scroll] = [of('draft'), of('scroll')];
	return {
		draft: isDraft(draft) ? draft : null,
		isSaved: of('isSaved') === true,
		scroll: typeof scroll === 'number' ? scroll : 0,
	};
}
