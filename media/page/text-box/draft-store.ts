import type { DraftOfPage, DraftRules, DraftSnapshot } from '../../../src/platform/page/draft-rules.ts';
import { atStart, type ScrollPosition } from '../scroll.ts';

/** A removed draft that can be restored: discarded here, or sent or discarded elsewhere. */
export interface RemovedDraft<Draft> {
	readonly kind: 'discarded' | 'removed-elsewhere';
	readonly draft: Draft;
}

/** The page state that VS Code keeps, also across a reload. The host reads `key` to restore the right page. */
interface StoredState<Draft> {
	readonly key: string;
	readonly draft: Draft | null;
	/** Whether the host has the draft. */
	readonly isSaved: boolean;
	readonly removed: RemovedDraft<Draft> | null;
	readonly scroll: ScrollPosition;
}

/** What a page starts with. */
interface StartedDraft<Draft> {
	readonly draft: Draft;
	readonly removed: RemovedDraft<Draft> | null;
	readonly scroll: ScrollPosition;
}

/** The state of the page that VS Code keeps. */
export type StateStore = Pick<ReturnType<typeof acquireVsCodeApi>, 'getState' | 'setState'>;

/** Keeps a draft both in the page's state and with the host, at each keystroke: the page may be closed at any time. */
export class DraftStore<Draft extends DraftOfPage> {
	readonly #store: StateStore;
	readonly #rules: DraftRules<Draft>;
	readonly #save: (key: string, draft: Draft) => void;
	#stored: StoredState<Draft> = { key: '', draft: null, isSaved: true, removed: null, scroll: atStart };

	/** `key` is the key from the page's HTML. The stored key takes precedence, as the panel may have shown another page since. */
	constructor(
		store: StateStore,
		rules: DraftRules<Draft>,
		save: (key: string, draft: Draft) => void,
		key: string,
	) {
		this.#store = store;
		this.#rules = rules;
		this.#save = save;
		const stored = store.getState();
		const storedKey = fieldOf(stored, 'key');
		const ownKey = typeof storedKey === 'string' && storedKey !== '' ? storedKey : key;
		this.#put({ key: ownKey, ...readState(rules, stored, ownKey) });
	}

	/**
	 * Chooses the draft to start a page with. A draft from this page that never reached the host always wins. Otherwise the host's draft
	 * wins; a draft that the host no longer has was sent or discarded, and can be restored.
	 */
	start(
		key: string,
		{ draft: host, lastReceived, sent }: Omit<DraftSnapshot<Draft>, 'saved' | 'sending'>,
	): StartedDraft<Draft> {
		const rules = this.#rules;
		const { draft: mine, isSaved, removed: before, scroll } = readState(rules, this.#store.getState(), key);
		const theirs = host ?? { ...rules.empty(0), after: sent?.saved ?? null };
		// The host may have received the draft although its answer never reached a page.
		const wasReceived =
			isSaved ||
			(mine !== null && lastReceived !== null && mine.saved <= lastReceived) ||
			[host, sent].some((later) => mine && later && isBeginningOf(rules, mine, later));
		if (mine && !wasReceived && !rules.isSame(mine, theirs)) {
			this.#put({ key, draft: mine, isSaved: false, removed: null, scroll });
			this.#save(key, mine);
			return { draft: mine, removed: null, scroll };
		}
		// Sent parts need not be restored.
		const unsent = mine && sent ? rules.withoutSent(mine, sent) : mine;
		const gone =
			unsent && !rules.isBlank(unsent) ? ({ kind: 'removed-elsewhere', draft: unsent } as const) : before;
		const removed = rules.isBlank(theirs) ? gone : null;
		this.#put({ key, draft: theirs, isSaved: true, removed, scroll });
		return { draft: theirs, removed, scroll };
	}

	/** Whether the host has all that was written here. */
	get isSaved(): boolean {
		return this.#stored.isSaved;
	}

	get removed(): RemovedDraft<Draft> | null {
		return this.#stored.removed;
	}

	markSaved(key: string, draft: Draft): void {
		if (key === this.#stored.key && draft === this.#stored.draft)
			this.#put({ ...this.#stored, isSaved: true });
	}

	change(draft: Draft): void {
		this.#put({ ...this.#stored, draft, isSaved: false, removed: null });
		this.#save(this.#stored.key, draft);
	}

	/** Stores a draft that needs no saving: it came from the host, the host is sending it, or it is the empty one after a removal. */
	replace(draft: Draft, removed: RemovedDraft<Draft> | null = null): void {
		this.#put({ ...this.#stored, draft, isSaved: true, removed });
	}

	storeScroll(scroll: ScrollPosition): void {
		const { y, part, top } = this.#stored.scroll;
		if (scroll.y !== y || scroll.part !== part || scroll.top !== top) this.#put({ ...this.#stored, scroll });
	}

	#put(state: StoredState<Draft>): void {
		this.#stored = state;
		this.#store.setState(state);
	}
}

/** Whether `later` continues `draft`. VS Code may restore a page's state as it was some seconds earlier. */
const isBeginningOf = <Draft extends DraftOfPage>(
	rules: DraftRules<Draft>,
	draft: Draft,
	later: Draft,
): boolean => draft.saved <= later.saved && rules.continues(later, draft);

const fieldOf = (state: unknown, name: string): unknown =>
	typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;

function readPosition(stored: unknown): ScrollPosition {
	const [y, part, top] = ['y', 'part', 'top'].map((name) => fieldOf(stored, name));
	if (typeof y !== 'number' || typeof part !== 'string' || typeof top !== 'number') return atStart;
	return { y, part, top };
}

function readState<Draft extends DraftOfPage>(
	{ isDraft }: DraftRules<Draft>,
	state: unknown,
	key: string,
): Omit<StoredState<Draft>, 'key'> {
	if (fieldOf(state, 'key') !== key) return { draft: null, isSaved: true, removed: null, scroll: atStart };
	const [draft, removed, scroll] = ['draft', 'removed', 'scroll'].map((name) => fieldOf(state, name));
	const [gone, storedKind] = [fieldOf(removed, 'draft'), fieldOf(removed, 'kind')];
	// Earlier versions stored `gone`.
	const kind = storedKind === 'gone' ? 'removed-elsewhere' : storedKind;
	return {
		draft: isDraft(draft) ? draft : null,
		isSaved: fieldOf(state, 'isSaved') === true,
		removed:
			isDraft(gone) && (kind === 'discarded' || kind === 'removed-elsewhere') ? { kind, draft: gone } : null,
		scroll: readPosition(scroll),
	};
}
