import { continues, isBlank, isSame } from '../../src/tickets/model/ticket-draft.ts';
import { emptyDraft, isShownDraft, type ShownDraft, withoutSent } from '../../src/tickets/page/draft.ts';
import type { Snapshot } from '../../src/tickets/page/protocol.ts';

/** A removed draft that can be restored: discarded here, or sent or discarded elsewhere. */
export interface Over {
	readonly kind: 'discarded' | 'gone';
	readonly draft: ShownDraft;
}

/** The page state that VS Code keeps, also across a reload. The host reads `key` to know which page it was. */
interface Kept {
	readonly key: string;
	readonly draft: ShownDraft | null;
	/** Whether the host has the draft. */
	readonly isSaved: boolean;
	readonly over: Over | null;
	readonly scroll: number;
}

interface Start {
	readonly draft: ShownDraft;
	readonly over: Over | null;
	readonly scroll: number;
}

export type Store = ReturnType<typeof acquireVsCodeApi>;

/** Keeps a draft both in the page's state and with the host, at each keystroke: the page may be closed at any time. */
export class Keeping {
	readonly #store: Store;
	readonly #save: (key: string, draft: ShownDraft) => void;
	#kept: Kept = { key: '', draft: null, isSaved: true, over: null, scroll: 0 };

	/** `key` is the key from the page's HTML. The stored key takes precedence, as the panel may have turned to another page since. */
	constructor(store: Store, save: (key: string, draft: ShownDraft) => void, key: string) {
		this.#store = store;
		this.#save = save;
		const kept = store.getState();
		const before = partOf(kept, 'key');
		const own = typeof before === 'string' && before !== '' ? before : key;
		this.#put({ key: own, ...read(kept, own) });
	}

	/**
	 * Chooses the draft to start a page with. A draft from this page that never reached the host always wins. Otherwise the host's draft
	 * wins; a draft that the host no longer has was sent or discarded, and can be restored.
	 */
	start({ key, draft: host, heard, sent }: Pick<Snapshot, 'key' | 'draft' | 'heard' | 'sent'>): Start {
		const { draft: mine, isSaved, over: before, scroll } = read(this.#store.getState(), key);
		const theirs = host ?? { ...emptyDraft(0), after: sent?.saved ?? null };
		// The host may have received the draft although its answer never reached a page.
		const wasHeard =
			isSaved ||
			(mine !== null && heard !== null && mine.saved <= heard) ||
			[host, sent].some((later) => mine && later && isBeginningOf(mine, later));
		if (mine && !wasHeard && !isSame(mine, theirs)) {
			this.#put({ key, draft: mine, isSaved: false, over: null, scroll });
			this.#save(key, mine);
			return { draft: mine, over: null, scroll };
		}
		// Sent parts need not be restored.
		const left = mine && sent ? withoutSent(mine, sent) : mine;
		const gone = left && !isBlank(left) ? ({ kind: 'gone', draft: left } as const) : before;
		const over = isBlank(theirs) ? gone : null;
		this.#put({ key, draft: theirs, isSaved: true, over, scroll });
		return { draft: theirs, over, scroll };
	}

	/** Whether the host has all that was written here. */
	get isSaved(): boolean {
		return this.#kept.isSaved;
	}

	get over(): Over | null {
		return this.#kept.over;
	}

	saved(key: string, draft: ShownDraft): void {
		if (key === this.#kept.key && draft === this.#kept.draft) this.#put({ ...this.#kept, isSaved: true });
	}

	changed(draft: ShownDraft): void {
		this.#put({ ...this.#kept, draft, isSaved: false, over: null });
		this.#save(this.#kept.key, draft);
	}

	/** Stores a draft that needs no saving: it came from the host, the host is sending it, or it is the empty one after a removal. */
	settled(draft: ShownDraft, over: Over | null = null): void {
		this.#put({ ...this.#kept, draft, isSaved: true, over });
	}

	scrolled(scroll: number): void {
		if (scroll !== this.#kept.scroll) this.#put({ ...this.#kept, scroll });
	}

	#put(kept: Kept): void {
		this.#kept = kept;
		this.#store.setState(kept);
	}
}

/** Whether `later` continues `draft`. VS Code may restore a page's state from some seconds before. */
const isBeginningOf = (draft: ShownDraft, later: ShownDraft): boolean =>
	draft.saved <= later.saved && continues(later, draft);

const partOf = (state: unknown, name: string): unknown =>
	typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;

function read(state: unknown, key: string): Omit<Kept, 'key'> {
	if (partOf(state, 'key') !== key) return { draft: null, isSaved: true, over: null, scroll: 0 };
	const [draft, over, scroll] = ['draft', 'over', 'scroll'].map((name) => partOf(state, name));
	const [gone, kind] = [partOf(over, 'draft'), partOf(over, 'kind')];
	return {
		draft: isShownDraft(draft) ? draft : null,
		isSaved: partOf(state, 'isSaved') === true,
		over: isShownDraft(gone) && (kind === 'discarded' || kind === 'gone') ? { kind, draft: gone } : null,
		scroll: typeof scroll === 'number' ? scroll : 0,
	};
}
