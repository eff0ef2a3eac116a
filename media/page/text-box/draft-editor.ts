import type { DraftOfPage, DraftRules, DraftSnapshot } from '../../../src/platform/page/draft-rules.ts';
import type { Answer } from '../../../src/platform/page/requests.ts';
import { background } from '../background.ts';
import type { ScrollPosition } from '../scroll.ts';
import { Composition } from './composition.ts';
import { type DraftState, type ShownRefusal, sendRefusal } from './draft-status.ts';
import { DraftStore, type RemovedDraft, type StateStore } from './draft-store.ts';
import { type FieldTexts, fieldsOf, fill, fillWithRest } from './fields.ts';
import type { TextBox } from './text-box.ts';

const savedText = (time: string) => `Draft saved ${time}`.trim();

/** Milliseconds to wait for a save before the page shows that it is saving. */
const savingMs = 400;

/** The part of a snapshot that the draft needs. */
interface DraftPage<Draft> extends DraftSnapshot<Draft> {
	readonly key: string;
	readonly version: string;
}

type SendResult = 'sent' | 'waiting';

const sentStates: Readonly<Record<SendResult, DraftState>> = {
	sent: { kind: 'message', text: 'Sent.' },
	waiting: { kind: 'message', text: 'Waiting to be sent.' },
};

/** The page's requests to the host about its draft. */
interface DraftRequests<Draft> {
	/** Answers with the time to display. */
	readonly save: (key: string, draft: Draft) => Promise<Answer<{ readonly saved: string }>>;
	readonly send: (draft: Draft, version: string) => Promise<Answer<{ readonly kind: SendResult }>>;
	readonly discard: () => Promise<Answer<unknown>>;
	/** Restores the draft that was discarded last. */
	readonly restore: () => Promise<Answer<{ readonly draft: Draft }>>;
}

interface DraftEditorOptions<Draft extends DraftOfPage> {
	readonly store: StateStore;
	readonly rules: DraftRules<Draft>;
	readonly requests: DraftRequests<Draft>;
	/** The texts of a draft in the fields of the page. */
	readonly textsOf: (draft: Draft) => FieldTexts;
	readonly boxes: () => readonly TextBox[];
	readonly redraw: () => void;
}

/** The draft of a page: what the user writes, and the outcome of saving and sending it. */
export class DraftEditor<Draft extends DraftOfPage> {
	draft: Draft;
	isSending = false;
	refusal: ShownRefusal | null = null;
	state: DraftState = { kind: 'none' };
	readonly store: DraftStore<Draft>;
	readonly #options: DraftEditorOptions<Draft>;
	readonly #composition: Composition;
	#page: DraftPage<Draft> | undefined;
	#key: string | undefined;
	/** The fields that already have their text. */
	#filled: ReadonlySet<Element> = new Set();
	#savingTimer: ReturnType<typeof setTimeout> | undefined;
	/** The draft that this page has asked the host to send, until the host answers. */
	#beingSent: Draft | undefined;
	/** A sent draft that is still in the fields because the user is composing text there. */
	#unremoved: { readonly sent: Draft; readonly result: SendResult } | undefined;
	/** What the page has asked the host to do with the whole draft. The host's draft changes before its answer arrives. */
	#pending: 'discard' | 'restore' | undefined;

	constructor(options: DraftEditorOptions<Draft>) {
		this.#options = options;
		const { store, rules } = options;
		this.draft = rules.empty(0);
		const key = document.body.dataset.key ?? '';
		this.store = new DraftStore(store, rules, (key, draft) => background(this.#save(key, draft)), key);
		this.#composition = new Composition(() => {
			if (this.#unremoved) this.#removeSent(this.#unremoved.sent, this.#unremoved.result);
		});
	}

	/** The key of the page that the draft belongs to. */
	get key(): string | undefined {
		return this.#key;
	}

	get isBlank(): boolean {
		return this.#options.rules.isBlank(this.draft);
	}

	/** What the user wrote after they asked to send the draft. Undefined if no answer is pending. */
	get writtenSinceSend(): Draft | undefined {
		return this.#beingSent && this.#options.rules.withoutSent(this.draft, this.#beingSent);
	}

	/**
	 * Shows the draft of a snapshot; `page` is undefined while the user cannot write. Returns the scroll position to restore if it is the
	 * first snapshot of its page.
	 */
	show(page: DraftPage<Draft> | undefined): ScrollPosition | undefined {
		this.#page = page;
		if (!page) return undefined;
		const isFirst = page.key !== this.#key;
		const scroll = isFirst ? this.#start(page) : undefined;
		this.#showSending(page, isFirst);
		if (!isFirst) this.#adopt(page);
		return scroll;
	}

	#start(page: DraftPage<Draft>): ScrollPosition {
		this.#key = page.key;
		this.#beingSent = undefined;
		this.#unremoved = undefined;
		const { draft, removed, scroll } = this.store.start(page.key, page);
		this.#reset(draft);
		for (const box of this.#options.boxes()) box.reset();
		if (removed) this.state = { kind: removed.kind };
		if (draft === page.draft && !this.isBlank) this.state = { kind: 'saved', text: savedText(page.saved) };
		return scroll;
	}

	#reset(draft: Draft): void {
		this.draft = draft;
		this.isSending = false;
		this.refusal = null;
		this.state = { kind: 'none' };
	}

	/** Shows the state of a send by the host, which may have been requested by a page that was closed. */
	#showSending({ sending, sent }: DraftPage<Draft>, isFirst: boolean): void {
		if (this.#beingSent) return;
		if (this.state === sentStates.waiting && sending?.kind !== 'waiting') this.state = { kind: 'none' };
		const isNewToPage = isFirst || this.isSending;
		this.isSending = sending?.kind === 'sending';
		if (isNewToPage && sending?.kind === 'refused') this.refusal = sendRefusal(sending.refusal);
		const result = sending?.kind === 'waiting' ? 'waiting' : 'sent';
		if (sent && sent.saved !== this.draft.after) this.#removeSent(sent, result);
		else if (isFirst && sending?.kind === result && this.isBlank) this.#empty(sentStates[result]);
	}

	/** Removes the sent parts. What the user has written since becomes the next draft. */
	#removeSent(sent: Draft, result: SendResult): void {
		const { rules, textsOf, redraw } = this.#options;
		if (this.#composition.isIn(fieldsOf(textsOf(this.draft)).map(([field]) => field))) {
			this.#unremoved = { sent, result };
			redraw();
			return;
		}
		this.#unremoved = undefined;
		const rest = rules.withoutSent(this.draft, sent);
		if (rules.isBlank(rest)) {
			this.draft = rest;
			this.#empty(sentStates[result]);
			return;
		}
		this.#reset({ ...rest, base: this.#page?.version ?? null });
		this.#closeSuggestions();
		this.change({});
		fillWithRest(textsOf(this.draft));
	}

	/**
	 * Adopts a draft that was changed elsewhere: in another window, or by a command. This is safe only while the host has everything that
	 * was written here. A draft that is removed this way can be restored.
	 */
	#adopt({ draft, saved }: DraftPage<Draft>): void {
		const { rules, textsOf } = this.#options;
		const isBusy = this.isSending || this.#pending !== undefined || this.#unremoved !== undefined;
		if (!draft || isBusy || !this.store.isSaved || rules.isSame(draft, this.draft)) return;
		if (rules.isBlank(draft)) {
			this.#empty({ kind: 'removed-elsewhere' }, { kind: 'removed-elsewhere', draft: this.draft });
			return;
		}
		this.draft = draft;
		this.state = { kind: 'saved', text: savedText(saved) };
		this.store.replace(draft);
		fill(textsOf(draft));
	}

	/** Fills the fields that are new on the page. In a field that existed before, the user may have typed. */
	fillNew(): void {
		const fields = fieldsOf(this.#options.textsOf(this.draft));
		for (const [field, text] of fields) {
			if (!this.#filled.has(field) && field.value !== text) field.value = text;
		}
		this.#filled = new Set(fields.map(([field]) => field));
	}

	change(part: Partial<Draft>): void {
		const { draft, state } = this;
		const base = this.isBlank ? (this.#page?.version ?? null) : draft.base;
		this.draft = { ...draft, base, ...part, saved: Date.now() };
		const keepsState = state.kind === 'saving' || state.kind === 'unsaved';
		if (!keepsState) this.state = { kind: 'writing', text: state.kind === 'saved' ? state.text : '' };
		this.#savingTimer ??= setTimeout(() => this.#showSaving(), savingMs);
		this.store.change(this.draft);
		this.#options.redraw();
	}

	#showSaving(): void {
		const { state } = this;
		this.#savingTimer = undefined;
		if (state.kind !== 'writing') return;
		this.state = { ...state, kind: 'saving' };
		this.#options.redraw();
	}

	async #save(key: string, draft: Draft): Promise<void> {
		const answer = await this.#options.requests.save(key, draft);
		if ('ok' in answer) this.store.markSaved(key, draft);
		clearTimeout(this.#savingTimer);
		this.#savingTimer = undefined;
		// If the draft was edited, sent or discarded meanwhile, the page already shows that.
		const { kind } = this.state;
		if (key !== this.#key || kind === 'discarded' || kind === 'removed-elsewhere') return;
		if (draft !== this.draft) this.#savingTimer = setTimeout(() => this.#showSaving(), savingMs);
		else if ('problem' in answer) this.state = { kind: 'unsaved', text: `Not saved: ${answer.problem}` };
		else if (this.isBlank) this.state = { kind: 'none' };
		else this.state = { kind: 'saved', text: savedText(answer.ok.saved) };
		this.#options.redraw();
	}

	async send(): Promise<void> {
		const page = this.#page;
		if (!page || this.isSending) return;
		const { draft } = this;
		this.#closeSuggestions();
		this.isSending = true;
		this.refusal = null;
		this.#beingSent = draft;
		// From here on the host has the draft, even if this page is closed.
		this.store.replace(draft);
		this.#options.redraw();
		const { key, version } = page;
		const answer = await this.#options.requests.send(draft, version);
		if (key !== this.#key) return;
		this.#beingSent = undefined;
		this.isSending = false;
		if ('problem' in answer) {
			// Meanwhile, the host has saved only what was written after the sent part.
			this.store.change(this.draft);
			return this.refuse(sendRefusal(answer));
		}
		this.#removeSent(draft, answer.ok.kind);
	}

	/** Shows a refusal; null removes it. */
	refuse(refusal: ShownRefusal | null): void {
		this.refusal = refusal;
		this.#options.redraw();
	}

	#closeSuggestions(): void {
		for (const { completion } of this.#options.boxes()) completion.close();
	}

	#empty(state: DraftState, removed: RemovedDraft<Draft> | null = null): void {
		const { rules, textsOf, boxes, redraw } = this.#options;
		this.#reset({ ...rules.empty(Date.now()), after: this.draft.after });
		this.store.replace(this.draft, removed);
		this.state = state;
		for (const box of boxes()) box.reset();
		fill(textsOf(this.draft));
		redraw();
	}

	async discard(): Promise<void> {
		const { draft, isSending } = this;
		const key = this.#key;
		if (isSending || key === undefined) return;
		this.#pending = 'discard';
		this.#empty({ kind: 'discarded' }, { kind: 'discarded', draft });
		const answer = await this.#options.requests.discard();
		if (this.#pending === 'discard') this.#pending = undefined;
		if ('ok' in answer || key !== this.#key) return;
		if (this.isBlank) this.replace(draft);
		this.refuse({ problem: `The draft was not discarded. ${answer.problem}` });
	}

	async undoDiscard(): Promise<void> {
		const { removed } = this.store;
		const key = this.#key;
		if (key === undefined || !removed || this.#pending === 'restore') return;
		// A draft that was removed elsewhere may have been sent: the host would restore one that was discarded before it.
		if (removed.kind === 'removed-elsewhere') return this.replace(removed.draft);
		const before = this.draft;
		this.#pending = 'restore';
		const answer = await this.#options.requests.restore();
		this.#pending = undefined;
		if (key !== this.#key) return;
		if (this.draft !== before && !this.isBlank)
			// The user has typed meanwhile.
			this.replace(this.#options.rules.withEarlier(this.draft, removed.draft));
		else this.replace('ok' in answer ? answer.ok.draft : removed.draft);
	}

	replace(draft: Draft): void {
		this.change({ ...draft, after: this.draft.after });
		fill(this.#options.textsOf(this.draft));
	}
}
