import { fieldOf } from '../../../src/base/field-of.ts';
import type {
	HostText,
	PageText,
	TextRules,
	TextSnapshot,
	TextVersion,
} from '../../../src/platform/page/page-text.ts';
import { atStart, type ScrollPosition } from '../scroll.ts';

/** A text that is no longer in the box but can be restored: discarded here, or removed elsewhere. */
export interface RemovedText<Body> {
	readonly kind: 'discarded' | 'removed-elsewhere';
	readonly text: PageText<Body>;
}

/** The page state that VS Code keeps, also across a reload. The host reads `key` to restore the right page. */
interface StoredState<Body> {
	readonly key: string;
	/** The text in the box; null if it is empty. */
	readonly text: PageText<Body> | null;
	/** Whether the host has the text. */
	readonly isSaved: boolean;
	/** Texts that left the box, until the host confirms that it has them. */
	readonly unacknowledged: readonly PageText<Body>[];
	readonly removed: RemovedText<Body> | null;
	readonly scroll: ScrollPosition;
}

/** What the box of a page contains at first. */
interface InitialText<Body> {
	readonly text: PageText<Body> | null;
	readonly removed: RemovedText<Body> | null;
	readonly scroll: ScrollPosition;
}

/** The part of VS Code's API that keeps the state of the page. */
export type StateStore = Pick<ReturnType<typeof acquireVsCodeApi>, 'getState' | 'setState'>;

/** Turns a text of the host into one that the page can edit. */
export const fromHost = <Body>({ saved: _, ...text }: HostText<Body>): PageText<Body> => ({
	...text,
	base: { revision: text.revision, writer: text.writer },
});

/** Keeps what the user writes both in the page's state and with the host, at each keystroke: the page may be closed at any time. */
export class DraftStore<Body> {
	readonly #store: StateStore;
	readonly #rules: TextRules<Body>;
	readonly #isText: (value: unknown) => value is PageText<Body>;
	readonly #save: (key: string, text: PageText<Body>) => void;
	/** The versions that the host has not confirmed yet, by id, also of pages shown before: a snapshot may be older than these. */
	readonly #saving = new Map<string, { readonly key: string; readonly text: PageText<Body> }>();
	#stored: StoredState<Body>;

	/** `key` is the key from the page's HTML. The stored key takes precedence, as the panel may have shown another page since. */
	constructor(
		store: StateStore,
		rules: TextRules<Body>,
		isText: (value: unknown) => value is PageText<Body>,
		save: (key: string, text: PageText<Body>) => void,
		key: string,
	) {
		this.#store = store;
		this.#rules = rules;
		this.#isText = isText;
		this.#save = (key, text) => {
			this.#saving.set(text.id, { key, text });
			save(key, text);
		};
		const stored = store.getState();
		const storedKey = fieldOf(stored, 'key');
		const ownKey = typeof storedKey === 'string' && storedKey !== '' ? storedKey : key;
		this.#stored = { key: ownKey, ...this.#readState(ownKey) };
		this.#put(this.#stored);
	}

	/** The panel shows this page. If it has shown another one, the state of that is forgotten, except for what the host has not confirmed. */
	show(key: string): void {
		if (key !== this.#stored.key) this.#put({ key, ...this.#readState(key) });
	}

	/**
	 * Chooses the text to start a page with. A text that the host does not have yet comes first, and is saved again. After that comes the text
	 * that the page has shown before, as the host has it now, and then the one that was changed last.
	 */
	start(key: string, host: TextSnapshot<Body>): InitialText<Body> {
		const { text: mine, isSaved, unacknowledged, removed: removedBefore, scroll } = this.#readState(key);
		const unsaved = [...unacknowledged, ...(mine && !isSaved ? [mine] : [])].filter(
			(text) => (!this.#rules.isBlank(text.body) || hasPredecessor(text, host)) && !this.#isKnown(text, host),
		);
		const last = unsaved.at(-1);
		if (last) {
			const others = unsaved.slice(0, -1);
			this.#put({ key, text: last, isSaved: false, unacknowledged: others, removed: null, scroll });
			for (const text of unsaved) this.#save(key, text);
			return { text: last, removed: null, scroll };
		}
		const shown = host.editing.find(({ id }) => id === mine?.id) ?? host.editing[0];
		const text = shown ? fromHost(shown) : null;
		const wasSent = host.past.some(({ id, state }) => id === mine?.id && state !== 'discarded');
		const isRemoved = mine !== null && !this.#rules.isBlank(mine.body) && !wasSent;
		const restorable = isRemoved ? ({ kind: 'removed-elsewhere', text: mine } as const) : removedBefore;
		const removed = text ? null : restorable;
		this.#put({ key, text, isSaved: true, unacknowledged: [], removed, scroll });
		return { text, removed, scroll };
	}

	/** Whether the host has all that was written here. */
	get isSaved(): boolean {
		return this.#stored.isSaved;
	}

	get removed(): RemovedText<Body> | null {
		return this.#stored.removed;
	}

	/** The host has saved this version of a text under `newId`, which replaces its id. An earlier answer may have replaced it already. */
	markSaved(key: string, { id, revision }: PageText<Body>, newId: string): void {
		if (this.#saving.get(id)?.text.revision === revision) this.#saving.delete(id);
		if (key !== this.#stored.key) return;
		this.acknowledge(id, revision);
		const { text } = this.#stored;
		if (text?.id !== id && text?.id !== newId) return;
		this.#put({ ...this.#stored, text: { ...text, id: newId }, isSaved: revision === text.revision });
	}

	change(text: PageText<Body>): void {
		this.#put({ ...this.#stored, text, isSaved: false, removed: null });
		this.#save(this.#stored.key, text);
	}

	/** Keeps a removed text, so that the page can offer to restore it. */
	storeRemoved(removed: RemovedText<Body>): void {
		this.#put({ ...this.#stored, removed });
	}

	/** Stores what needs no saving: a text of the host, or an empty box. */
	replace(text: PageText<Body> | null, removed: RemovedText<Body> | null = null): void {
		if (removed) this.#saving.delete(removed.text.id);
		this.#put({ ...this.#stored, text, isSaved: true, removed });
	}

	/** Empties the box, because the page asks the host to send its text. */
	beginSending(sending: PageText<Body>): void {
		this.#saving.delete(sending.id);
		const others = this.#stored.unacknowledged.filter(({ id }) => id !== sending.id);
		const unacknowledged = [...others, sending];
		this.#put({ ...this.#stored, text: null, isSaved: true, unacknowledged, removed: null });
	}

	/** The host has this version of a text that is no longer in the box, or it is in the box again. */
	acknowledge(id: string, revision: number): void {
		const { unacknowledged } = this.#stored;
		const remaining = unacknowledged.filter((text) => text.id !== id || text.revision > revision);
		if (remaining.length < unacknowledged.length) this.#put({ ...this.#stored, unacknowledged: remaining });
	}

	storeScroll(scroll: ScrollPosition): void {
		const { y, part, top } = this.#stored.scroll;
		if (scroll.y !== y || scroll.part !== part || scroll.top !== top) this.#put({ ...this.#stored, scroll });
	}

	/**
	 * Whether the host has this version or a later one: VS Code may restore a state that is some seconds old. Revisions count per writer, so a
	 * version of another writer says nothing about this one.
	 */
	#isKnown(text: PageText<Body>, { editing, past }: TextSnapshot<Body>): boolean {
		const isLater = ({ id, writer, revision }: TextVersion) =>
			id === text.id && writer === text.writer && revision >= text.revision;
		const edited = editing.find(({ id }) => id === text.id);
		if (edited && this.#rules.isSame(edited.body, text.body)) return true;
		return [...editing, ...past].some(isLater);
	}

	#put(state: StoredState<Body>): void {
		this.#stored = state;
		this.#store.setState(state);
	}

	#readState(key: string): Omit<StoredState<Body>, 'key'> {
		const state = this.#store.getState();
		const saving = [...this.#saving.values()].filter((one) => one.key === key).map(({ text }) => text);
		const none = { text: null, isSaved: true, unacknowledged: saving, removed: null, scroll: atStart };
		if (fieldOf(state, 'key') !== key) return none;
		const textIn = (value: unknown) => (this.#isText(value) ? value : null);
		const removed = fieldOf(state, 'removed');
		const unacknowledged = fieldOf(state, 'unacknowledged');
		const removedText = textIn(fieldOf(removed, 'text'));
		const kind = fieldOf(removed, 'kind');
		return {
			text: textIn(fieldOf(state, 'text')),
			isSaved: fieldOf(state, 'isSaved') === true,
			unacknowledged: Array.isArray(unacknowledged) ? unacknowledged.filter(this.#isText) : [],
			removed:
				removedText && (kind === 'discarded' || kind === 'removed-elsewhere')
					? { kind, text: removedText }
					: null,
			scroll: readPosition(fieldOf(state, 'scroll')),
		};
	}
}

/** Whether the host has the version that this text was changed from. It does not if another window has written since. */
const hasPredecessor = <Body>(
	{ id, writer, base }: PageText<Body>,
	{ editing }: TextSnapshot<Body>,
): boolean =>
	editing.some(
		(known) =>
			known.id === id &&
			(known.writer === writer || (known.writer === base?.writer && known.revision === base.revision)),
	);

function readPosition(stored: unknown): ScrollPosition {
	const y = fieldOf(stored, 'y');
	const part = fieldOf(stored, 'part');
	const top = fieldOf(stored, 'top');
	if (typeof y !== 'number' || typeof part !== 'string' || typeof top !== 'number') return atStart;
	return { y, part, top };
}
