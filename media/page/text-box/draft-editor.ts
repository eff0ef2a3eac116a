import { type HostText, isPageText, type PageText } from '../../../src/platform/page/page-text.ts';
import { background } from '../background.ts';
import type { ScrollPosition } from '../scroll.ts';
import type { DraftEditorOptions, DraftPage } from './draft-editor-options.ts';
import type { DraftState, ShownRefusal } from './draft-status.ts';
import {
	discardRefusal,
	savedState,
	sendRefusal,
	sentState,
	unsavedState,
	writingState,
} from './draft-status.ts';
import { DraftStore, fromHost, type RemovedText } from './draft-store.ts';
import { DraftFields } from './fields.ts';
import { PageTexts } from './page-texts.ts';
import { newTextId } from './text-id.ts';

/** Milliseconds to wait for a save before the page shows that it is saving. */
const savingMs = 400;

/** What the user writes in the box of a page, and the outcome of saving and sending it. */
export class DraftEditor<Body> {
	body: Body;
	refusal: ShownRefusal | null = null;
	state: DraftState = { kind: 'none' };
	readonly store: DraftStore<Body>;
	readonly #options: DraftEditorOptions<Body>;
	/** Names this load of the page as the writer of texts. */
	readonly #writer = newTextId();
	/** The text in the box. Undefined until the user writes something. */
	#text: PageText<Body> | undefined;
	readonly #texts = new PageTexts<Body>();
	#key: string | undefined;
	readonly #fields = new DraftFields();
	#savingTimer: ReturnType<typeof setTimeout> | undefined;
	/** The text that was sent last. */
	#sent: string | undefined;
	/** The text that goes into the box as soon as the host has it there, and how it changes. */
	#wanted: { readonly id: string; readonly change: Partial<Body> } | undefined;

	constructor(options: DraftEditorOptions<Body>) {
		this.#options = options;
		const { store, rules } = options;
		this.body = rules.empty;
		const key = document.body.dataset.key ?? '';
		const save = (key: string, text: PageText<Body>) => background(this.#save(key, text));
		this.store = new DraftStore(store, rules, isPageText(rules.isBody), save, key);
	}

	/** The key of the page that the text belongs to. */
	get key(): string | undefined {
		return this.#key;
	}

	get isBlank(): boolean {
		return this.#options.rules.isBlank(this.body);
	}

	/** Whether a text of this page is being sent. */
	get isSending(): boolean {
		const isAskingToSend = this.#texts.isEnding(this.#sent ?? '');
		return isAskingToSend || this.#texts.page?.past.some(({ state }) => state === 'sending') === true;
	}

	/** The texts that the user could write instead: other versions, or texts that they edit again. */
	get others(): readonly HostText<Body>[] {
		return this.#texts.editing.filter(({ id }) => id !== this.#text?.id);
	}

	/**
	 * Shows the texts of a snapshot; `page` is undefined while the user cannot write. Returns the scroll position to restore if it is the
	 * first snapshot of its page.
	 */
	show(key: string, page: DraftPage<Body> | undefined): ScrollPosition | undefined {
		const before = this.#texts.receive(page);
		this.store.show(key);
		if (!page) {
			// The answers about texts of the page before are no longer for this one.
			if (key !== this.#key) this.#key = undefined;
			return undefined;
		}
		const isFirst = page.key !== this.#key;
		const scroll = isFirst ? this.#start(page) : undefined;
		if (!isFirst) this.#adopt(page, before);
		this.#showSent(page);
		return scroll;
	}

	#start(page: DraftPage<Body>): ScrollPosition {
		this.#key = page.key;
		this.#wanted = undefined;
		this.#sent = page.past.find(({ state }) => state === 'sending')?.id;
		const { text, removed, scroll } = this.store.start(page.key, { ...page, editing: this.#texts.editing });
		this.#put(text ?? undefined);
		for (const box of this.#options.boxes()) box.reset();
		if (removed) this.state = { kind: removed.kind };
		if (text && this.store.isSaved) this.#showSaved(text.id);
		return scroll;
	}

	/** Says what happens to the text that was sent last. */
	#showSent({ past }: DraftPage<Body>): void {
		const sent = past.find(({ id }) => id === this.#sent);
		if (!sent || !this.isBlank || (this.state.kind !== 'none' && this.state.kind !== 'message')) return;
		this.state = sentState(sent.state);
	}

	/** Adopts what has happened elsewhere since `before`. This is safe only while the host has everything that was written here. */
	#adopt(page: DraftPage<Body>, before: DraftPage<Body> | undefined = page): void {
		const { rules } = this.#options;
		const wanted = this.#texts.editing.find(({ id }) => id === this.#wanted?.id);
		if (wanted && (this.store.isSaved || this.isBlank)) {
			this.#edit(wanted);
			return;
		}
		if (!this.store.isSaved || this.#texts.isAnyEnding) return;
		const text = this.#text;
		const edited = page.editing.find(({ id }) => id === text?.id);
		if (!text || (!edited && this.isBlank)) {
			const [newest] = page.editing;
			// What was above the box stays there: a second click or key would send or discard it.
			const wasShown = before?.editing.some(({ id }) => id === newest?.id);
			if (newest && newest.id !== this.#sent && !wasShown) this.#adoptText(newest);
			return;
		}
		if (edited) {
			if (!rules.isSame(edited.body, text.body)) this.#adoptText(edited);
			return;
		}
		const past = page.past.find(({ id }) => id === text.id);
		if (past?.state === 'discarded')
			this.#empty({ kind: 'removed-elsewhere' }, { kind: 'removed-elsewhere', text });
		else if (past) this.#empty({ kind: 'message', text: 'Sent from another window.' });
	}

	#adoptText(text: HostText<Body>): void {
		this.#put(fromHost(text));
		this.#showSaved(text.id);
		this.store.replace(fromHost(text));
		this.#fields.fill(this.#options.textsOf(this.body));
	}

	/** Puts the wanted text into the box. What is there now is saved, and shown above it. */
	#edit(text: HostText<Body>): void {
		const change = this.#wanted?.change ?? {};
		this.#wanted = undefined;
		this.#adoptText(text);
		if (Object.keys(change).length > 0) this.change(change);
	}

	#showSaved(id: string): void {
		const text = this.#texts.page?.editing.find((one) => one.id === id);
		if (text && !this.isBlank) this.state = savedState(text.saved);
	}

	#put(text: PageText<Body> | undefined): void {
		this.#text = text;
		this.body = text?.body ?? this.#options.rules.empty;
		this.refusal = null;
		this.state = { kind: 'none' };
	}

	/** Fills the fields that are new on the page. */
	fillNew(): void {
		this.#fields.fillNew(this.#options.textsOf(this.body));
	}

	change(part: Partial<Body>): void {
		const begun = this.isBlank ? this.#options.emptyAt(this.#texts.page?.version ?? null) : this.body;
		this.body = { ...begun, ...part };
		const { id, revision, base } = this.#text ?? { id: newTextId(), revision: 0, base: null };
		this.#text = { id, revision: revision + 1, base, writer: this.#writer, body: this.body };
		this.state = writingState(this.state);
		this.#savingTimer ??= setTimeout(() => this.#showSaving(), savingMs);
		this.store.change(this.#text);
		this.#options.redraw();
	}

	#showSaving(): void {
		const { state } = this;
		this.#savingTimer = undefined;
		if (state.kind !== 'writing') return;
		this.state = { ...state, kind: 'saving' };
		this.#options.redraw();
	}

	async #save(key: string, text: PageText<Body>): Promise<void> {
		const answer = await this.#options.requests.save(key, text);
		if ('ok' in answer) {
			const { id, saved } = answer.ok;
			this.store.markSaved(key, text, id);
			this.#texts.didSave({ ...text, id }, saved);
		}
		clearTimeout(this.#savingTimer);
		this.#savingTimer = undefined;
		const now = this.#text;
		// If the text was sent or discarded meanwhile, the page already shows that.
		const newId = 'ok' in answer ? answer.ok.id : text.id;
		if (key !== this.#key || (now?.id !== text.id && now?.id !== newId)) return;
		this.#text = { ...now, id: newId };
		const isPast = this.#texts.page?.past.some(({ id }) => id === newId);
		if (this.#texts.page && (this.#wanted || isPast)) this.#adopt(this.#texts.page);
		if (this.#text?.id !== newId) return this.#options.redraw();
		if (now.revision !== text.revision) this.#savingTimer = setTimeout(() => this.#showSaving(), savingMs);
		else if ('problem' in answer) this.state = unsavedState(answer.problem);
		else this.state = this.isBlank ? { kind: 'none' } : savedState(answer.ok.saved);
		this.#options.redraw();
	}

	/** Sends the text. The box is empty at once, for the next one. If it cannot be sent, it is there again, with the reason. */
	async send(): Promise<void> {
		const [page, text] = [this.#texts.page, this.#text];
		if (!page || !text) return;
		this.#sent = text.id;
		this.#texts.willEnd(text.id);
		this.#empty({ kind: 'message', text: 'Sending…' });
		this.store.beginSending(text);
		const answer = await this.#options.requests.send(text, page.version);
		this.#texts.didEnd(text.id, answer);
		if (page.key !== this.#key) return;
		const isRefused = 'problem' in answer;
		// The user may have begun the next text, which then stays in the box. The page keeps the refused one until the host has saved it.
		if (isRefused && !this.isBlank) background(this.#save(page.key, text));
		else this.store.acknowledge(text.id, text.revision);
		if (isRefused) {
			if (this.isBlank) {
				this.#put(text);
				this.store.change(text);
				this.#fields.fill(this.#options.textsOf(this.body));
			}
			return this.refuse(sendRefusal(answer));
		}
		this.#options.redraw();
	}

	/** Shows a refusal; null removes it. */
	refuse(refusal: ShownRefusal | null): void {
		this.refusal = refusal;
		this.#options.redraw();
	}

	#empty(state: DraftState, removed: RemovedText<Body> | null = null): void {
		const { textsOf, boxes, redraw } = this.#options;
		this.#put(undefined);
		this.store.replace(null, removed);
		this.state = state;
		for (const box of boxes()) box.reset();
		this.#fields.fill(textsOf(this.body));
		redraw();
	}

	async discard(): Promise<void> {
		const text = this.#text;
		const key = this.#key;
		if (!text || key === undefined) return;
		this.#sent = undefined;
		this.#texts.willEnd(text.id);
		this.#empty({ kind: 'discarded' }, { kind: 'discarded', text });
		const answer = await this.#options.requests.discard(text.id);
		this.#texts.didEnd(text.id, answer);
		if ('ok' in answer || key !== this.#key) return;
		if (this.isBlank) this.#restoreHere(text);
		this.refuse(discardRefusal(answer.problem));
	}

	/** Offers to restore a text that was not in the box. */
	didDiscardOther(text: PageText<Body>): void {
		this.store.storeRemoved({ kind: 'discarded', text });
		this.state = { kind: 'discarded' };
		this.#options.redraw();
	}

	async undoDiscard(): Promise<void> {
		const { removed } = this.store;
		const key = this.#key;
		if (key === undefined || !removed) return;
		this.editNext(removed.text.id);
		const answer = await this.#options.requests.restore(removed.text.id);
		if (key !== this.#key || 'ok' in answer) return;
		this.#wanted = undefined;
		if (this.#options.rules.isBlank(removed.text.body)) this.refuse(answer);
		else this.#restoreHere(removed.text);
	}

	/** A text goes into the box as soon as the host has it there, with a change. */
	editNext(id: string, change: Partial<Body> = {}): void {
		this.#wanted = { id, change };
		if (this.#texts.page) this.#adopt(this.#texts.page);
		this.#options.redraw();
	}

	/** The host does not have the text any longer, so it is a new one. */
	#restoreHere({ body }: PageText<Body>): void {
		if (!this.isBlank) return;
		this.#text = undefined;
		this.change(body);
		this.#fields.fill(this.#options.textsOf(this.body));
	}
}
