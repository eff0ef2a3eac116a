import type {
	HostText,
	PageText,
	PageTextVersion,
	PastText,
	TextRules,
	TextSnapshot,
} from '../../../src/platform/page/page-text.ts';
import type { RequestAnswer } from '../../../src/platform/page/requests.ts';
import { background } from '../background.ts';
import { Draft, readDraft, type StoredDraft, storedDraft } from './draft.ts';

/** In milliseconds. */
const saveAgainMs = 2000;
/** Milliseconds to wait for a save before the page says that a draft is being saved. */
const savingMs = 400;

interface DraftsOptions<Body, Place> {
	readonly rules: TextRules<Body, Place>;
	/** The page's requests to the host about its texts. */
	readonly requests: {
		/** Answers with the id of the text, and the time to display. */
		readonly save: (
			page: string,
			at: Place,
			text: PageText<Body>,
		) => Promise<RequestAnswer<{ readonly id: string; readonly saved: string }>>;
		readonly discard: (id: string) => Promise<RequestAnswer<unknown>>;
		readonly restore: (id: string) => Promise<RequestAnswer<unknown>>;
	};
	/** What an earlier load of the page has given to `store`. */
	readonly stored: readonly unknown[];
	readonly store: (drafts: readonly StoredDraft<Body, Place>[]) => void;
	/** Called when what the page shows of a draft changes, or when a draft is removed. `receive` does not call it for what it changes. */
	readonly changed: (draft: Draft<Body, Place>) => void;
}

const newTextId = (): string => crypto.getRandomValues(new Uint32Array(3)).join('-');

/**
 * What the user writes on a page, in one box or in many. The page may be closed at any time, so each letter is stored in the page's state and sent
 * to the host. What the host does not have is sent again, even after the panel shows another page.
 */
export class Drafts<Body, Place> {
	readonly #options: DraftsOptions<Body, Place>;
	/** Names this load of the page as the writer of texts. */
	readonly #writer = newTextId();
	#page = '';
	#all: readonly Draft<Body, Place>[];
	/** The drafts of an earlier load of the page that the host may not have. Empty after the first snapshot. */
	#unsaved: readonly Draft<Body, Place>[];
	/** What was stored last, as JSON. */
	#stored = '';
	readonly #timers = new WeakMap<Draft<Body, Place>, ReturnType<typeof setTimeout>>();

	constructor(options: DraftsOptions<Body, Place>) {
		this.#options = options;
		this.#all = options.stored.flatMap((one) => readDraft(options.rules, one) ?? []);
		this.#unsaved = this.#all.filter(({ isSaved, isRemoved }) => !isSaved && !isRemoved);
	}

	/** The key of the page that the panel shows. */
	get page(): string {
		return this.#page;
	}

	/** The drafts of the page. */
	get shown(): readonly Draft<Body, Place>[] {
		return this.#all.filter(({ page }) => page === this.#page);
	}

	/** The draft whose field the user is in, or was in before the page was loaded again. */
	get selected(): Draft<Body, Place> | undefined {
		return this.#all.find(({ selection }) => selection !== null);
	}

	of(id: string): Draft<Body, Place> | undefined {
		return this.#all.find((draft) => draft.id === id);
	}

	has(draft: Draft<Body, Place>): boolean {
		return this.#all.includes(draft);
	}

	/**
	 * Takes over what the host has of the page with this key. `isWhole`: whether the host knows all texts of the page yet. What was written here and
	 * is not saved yet stays.
	 */
	receive(page: string, { editing, past }: TextSnapshot<Body, Place>, isWhole = true): void {
		if (page !== this.#page) {
			this.#page = page;
			const isForgotten = (draft: Draft<Body, Place>) => draft.isRemoved && draft.askedCount === 0;
			this.#keep((draft) => draft.page === page || (this.#isStored(draft) && !isForgotten(draft)));
		}
		for (const draft of this.shown) this.#followOwnVersion(draft, editing);
		for (const text of editing) this.#receiveText(page, text);
		const existing = new Set(editing.map(({ id }) => id));
		for (const draft of this.shown) if (isWhole && !existing.has(draft.id)) this.#didVanish(draft, past);
		for (const draft of this.#unsaved) {
			// The user has emptied a text that another window has changed or removed since.
			const isOld = draft.page === page && this.#isBlank(draft) && !existing.has(draft.id);
			if (isOld) this.#keep((one) => one !== draft);
			else if (!draft.isSaved && this.has(draft)) background(this.save(draft));
		}
		this.#unsaved = [];
		this.put();
	}

	/** Begins a draft. The host does not have it before it is changed. */
	begin(at: Place): Draft<Body, Place> {
		return this.#add(new Draft(newTextId(), this.#page, at, this.#options.rules.empty, 'open'));
	}

	/** Adds a text that the host has discarded, and that only the host has. */
	addDiscarded(id: string, at: Place): void {
		this.remove(this.of(id));
		this.#add(new Draft(id, this.#page, at, this.#options.rules.empty, 'discarded'));
		this.put();
	}

	/** The user has changed a draft. */
	change(draft: Draft<Body, Place>, body: Body): void {
		draft.body = body;
		draft.refusal = '';
		this.#saveNext(draft);
	}

	/** Asks the host to keep the last version of a draft, and again until it does. */
	async save(draft: Draft<Body, Place>): Promise<void> {
		const { requests, changed } = this.#options;
		const { id, page, at, text } = draft;
		const { revision, writer } = text;
		// The last version counts: it has the whole text.
		const isLast = () => revision === draft.revision && writer === draft.writer;
		draft.isSaved = false;
		const timer = setTimeout(() => {
			draft.isSaving = isLast();
			changed(draft);
		}, savingMs);
		const answer = await requests.save(page, at, text);
		clearTimeout(timer);
		if ('ok' in answer) {
			// An earlier answer may have replaced it already.
			if (draft.id === id) draft.id = answer.ok.id;
			draft.saved = answer.ok.saved;
			// A snapshot may have shown it under its new id before the answer came.
			this.#drop((one) => one !== draft && one.id === draft.id);
		}
		if (isLast()) {
			draft.isSaving = false;
			draft.isSaved = 'ok' in answer;
			draft.problem = 'problem' in answer ? answer.problem : '';
			if (!draft.isSaved) this.#saveAgainLater(draft);
		}
		changed(draft);
		this.put();
	}

	open(draft: Draft<Body, Place>): void {
		draft.state = 'open';
		this.put();
	}

	/** Closes a draft, and keeps what is written in it. A blank draft is removed. */
	close(draft: Draft<Body, Place>): void {
		draft.state = 'closed';
		if (this.#isBlank(draft)) this.remove(draft);
		else this.put();
	}

	remove(draft: Draft<Body, Place> | undefined): void {
		this.#drop((one) => one === draft);
		this.put();
	}

	/** Asks the host to send a draft with `send`. It is gone at once, and closed again if the host refuses. */
	async send(
		draft: Draft<Body, Place>,
		send: (text: PageText<Body>) => Promise<RequestAnswer<unknown>>,
	): Promise<RequestAnswer<unknown>> {
		draft.state = 'sending';
		const answer = await this.#ask(draft, () => send(draft.text));
		if ('ok' in answer) this.remove(draft);
		else {
			draft.state = 'closed';
			background(this.save(draft));
		}
		return answer;
	}

	/** Discards a draft, which can be restored until the panel shows another page, or until `forgetRemoved`. */
	async discard(draft: Draft<Body, Place>): Promise<void> {
		const { state } = draft;
		draft.state = 'discarded';
		const answer = await this.#ask(draft, () => this.#options.requests.discard(draft.id));
		if ('problem' in answer) {
			draft.state = state;
			draft.refusal = `The draft was not discarded. ${answer.problem}`;
			if (!draft.isSaved) this.#saveAgainLater(draft);
		}
		this.#options.changed(draft);
		this.put();
	}

	/**
	 * Restores a draft. If the host cannot restore it, the page saves its text again. If only the host had the text (`addDiscarded`), the draft
	 * is removed, and the answer says why.
	 */
	async restore(draft: Draft<Body, Place>): Promise<RequestAnswer<unknown>> {
		// A second click does nothing.
		if (!draft.isRemoved) return { ok: null };
		draft.state = 'closed';
		const answer = await this.#ask(draft, () => this.#options.requests.restore(draft.id));
		if ('ok' in answer) {
			if (!draft.isSaved) background(this.save(draft));
		} else if (this.#isBlank(draft)) this.remove(draft);
		else this.#saveNext(draft);
		return answer;
	}

	/** Forgets the drafts of the page that could be restored. */
	forgetRemoved(): void {
		this.#drop(({ page, isRemoved, askedCount }) => page === this.#page && isRemoved && askedCount === 0);
	}

	/** The user is in no field of a draft. */
	leaveFields(): void {
		for (const draft of this.#all) draft.selection = null;
	}

	/** Stores the drafts that the page needs when it is loaded again, or when the panel shows their page again. */
	put(): void {
		const drafts = this.#all.filter((draft) => this.#isStored(draft)).map(storedDraft);
		const stored = JSON.stringify(drafts);
		if (stored === this.#stored) return;
		this.#stored = stored;
		this.#options.store(drafts);
	}

	#isBlank({ body }: Draft<Body, Place>): boolean {
		return this.#options.rules.isBlank(body);
	}

	#isStored(draft: Draft<Body, Place>): boolean {
		const { state, isSaved, isRemoved } = draft;
		return !isSaved || isRemoved || state === 'sending' || (state === 'open' && !this.#isBlank(draft));
	}

	#add(draft: Draft<Body, Place>): Draft<Body, Place> {
		this.#all = [...this.#all, draft];
		return draft;
	}

	#keep(isKept: (draft: Draft<Body, Place>) => boolean): void {
		this.#all = this.#all.filter(isKept);
	}

	/** Removes drafts, and tells the page of each. `#keep` tells it nothing. */
	#drop(isDropped: (draft: Draft<Body, Place>) => boolean): void {
		const dropped = this.#all.filter(isDropped);
		this.#keep((draft) => !dropped.includes(draft));
		for (const draft of dropped) this.#options.changed(draft);
	}

	/**
	 * If two windows have written on the same text, the host keeps the version of the first one under another id. An open draft goes on with the
	 * version that it shows.
	 */
	#followOwnVersion(draft: Draft<Body, Place>, editing: readonly HostText<Body, Place>[]): void {
		const { id, state, isSaved } = draft;
		const isOwn = (text: HostText<Body, Place>) =>
			text.writer === draft.writer &&
			text.revision === draft.revision &&
			this.#options.rules.isSame(text.body, draft.body);
		const current = editing.find((text) => text.id === id);
		const own = editing.find((text) => text.id !== id && isOwn(text));
		if (state !== 'open' || !isSaved || !own || !current || isOwn(current)) return;
		this.#keep((one) => one.id !== own.id);
		draft.id = own.id;
		draft.refusal = 'Another window has changed this text, too. Both versions are kept.';
	}

	#receiveText(page: string, text: HostText<Body, Place>): void {
		const known = this.of(text.id);
		const draft = known ?? this.#add(new Draft(text.id, page, text.at, text.body, 'closed'));
		// The host may have made this snapshot before it was asked.
		if (draft.askedCount > 0 && (draft.isRemoved || draft.state === 'sending')) return;
		// The draft may have been carried over to another page.
		draft.page = page;
		draft.at = text.at;
		if (draft.isRemoved) draft.state = 'closed';
		const isOfEarlierLoad = draft.writer !== this.#writer;
		if (draft.isSaved || (isOfEarlierLoad && this.#isKnown(draft, text))) draft.adopt(text);
	}

	/** Whether the host has the version of a draft of an earlier load, or a later one: VS Code may have restored a state that is some seconds old. */
	#isKnown(draft: Draft<Body, Place>, text: HostText<Body, Place>): boolean {
		const { base, body } = draft;
		const isBase = text.writer === base?.writer && text.revision === base.revision;
		const isReplaced = this.#isBlank(draft) && text.writer !== draft.writer && !isBase;
		return isReplaced || isSameOrLater(text, draft) || this.#options.rules.isSame(text.body, body);
	}

	/** Handles a draft that is no longer among those that the host has: it was sent, discarded or moved, perhaps outside of this page. */
	#didVanish(draft: Draft<Body, Place>, past: readonly PastText[]): void {
		const known = past.find(({ id }) => id === draft.id);
		const isEmptyBox = draft.state === 'open' && this.#isBlank(draft);
		const wasKept = draft.isSaved || (known !== undefined && isSameOrLater(known, draft));
		if (draft.askedCount > 0 || draft.isRemoved || !wasKept || isEmptyBox) return;
		const isSent = known && known.state !== 'discarded';
		if (isSent || draft.state !== 'open') this.#keep((one) => one !== draft);
		else {
			draft.state = 'removed-elsewhere';
			draft.isSaved = true;
		}
	}

	/** Saves what was changed as a new version. The host gets the versions in this order. */
	#saveNext(draft: Draft<Body, Place>): void {
		const { revision, writer } = draft;
		if (writer !== this.#writer && revision > 0) draft.base = { revision, writer };
		draft.writer = this.#writer;
		draft.revision += 1;
		background(this.save(draft));
		this.#options.changed(draft);
		this.put();
	}

	#saveAgainLater(draft: Draft<Body, Place>): void {
		clearTimeout(this.#timers.get(draft));
		const timer = setTimeout(() => {
			const isIdle = draft.askedCount === 0 && !draft.isRemoved;
			if (!draft.isSaved && isIdle) background(this.save(draft));
		}, saveAgainMs);
		this.#timers.set(draft, timer);
	}

	/** Asks the host to send, discard or restore a draft. */
	async #ask(
		draft: Draft<Body, Place>,
		request: () => Promise<RequestAnswer<unknown>>,
	): Promise<RequestAnswer<unknown>> {
		draft.askedCount += 1;
		const answered = request();
		this.#options.changed(draft);
		this.put();
		const answer = await answered;
		draft.askedCount -= 1;
		return answer;
	}
}

const isSameOrLater = (one: PageTextVersion, { id, writer, revision }: PageTextVersion): boolean =>
	one.id === id && one.writer === writer && one.revision >= revision;
