import type { ErrorMessage } from '../../src/platform/page/requests.ts';
import { isBlank, isSame } from '../../src/tickets/model/ticket-draft.ts';
import { changesOf, findObstacle, isEmpty, isTitleShort } from '../../src/tickets/page/choices.ts';
import { emptyDraft, type ShownDraft, withoutSent } from '../../src/tickets/page/draft.ts';
import type { Composer, Snapshot, TicketAsks } from '../../src/tickets/page/protocol.ts';
import type { Ask } from './asking.ts';
import { background } from './background.ts';
import { Completion } from './completion.ts';
import type { Box } from './composer.ts';
import { Keeping, type Over, type Store } from './draft-store.ts';
import { fieldsOfPage, textField } from './fields.ts';
import { insert } from './insert.ts';

type Writable = Snapshot & { readonly composer: Composer };

const savedWords = (time: string) => `Draft saved ${time}`.trim();

/** Milliseconds to wait for a save before the page shows that it is saving. */
const savingMs = 400;

const sentState = { kind: 'said', words: 'Sent.' } as const;

const freshBox = (draft: ShownDraft): Box => ({
	draft,
	tab: 'write',
	preview: { words: '' },
	isSending: false,
	refusal: null,
	state: { kind: 'quiet' },
});

/** State and behavior of the comment box at the end of the page. */
export class Writing {
	box = freshBox(emptyDraft(0));
	readonly keeping: Keeping;
	readonly completion: Completion;
	readonly #ask: Ask<TicketAsks>;
	readonly #redraw: () => void;
	#page: Writable | undefined;
	#key: string | undefined;
	#late: ReturnType<typeof setTimeout> | undefined;
	/** The draft that this page has asked the host to send, until the host answers. */
	#asked: ShownDraft | undefined;
	/** The field in which the user is composing text with an input method. */
	#composing: EventTarget | null = null;
	/** A sent draft that is still in the field because the user is composing text there. */
	#unremoved: ShownDraft | undefined;
	/** Whether a discard is pending: the host may still have the draft. */
	#isLeaving = false;
	/** Counts preview requests, so that only the answer to the latest one is shown. */
	#previewed = 0;

	constructor(store: Store, ask: Ask<TicketAsks>, redraw: () => void) {
		this.#ask = ask;
		this.#redraw = redraw;
		this.completion = new Completion(ask, redraw);
		const key = document.body.dataset.key ?? '';
		this.keeping = new Keeping(store, (key, draft) => background(this.#save(key, draft)), key);
		addEventListener('compositionstart', ({ target }) => {
			this.#composing = target;
		});
		addEventListener(
			'compositionend',
			() => {
				this.#composing = null;
				if (this.#unremoved) this.#removeSent(this.#unremoved);
			},
			true,
		);
	}

	/** Shows a snapshot. Returns the scroll position to restore if it is the first snapshot of its page. */
	show(page: Snapshot): number | undefined {
		const { composer } = page;
		const before = this.#page;
		this.#page = composer ? { ...page, composer } : undefined;
		if (!composer) return undefined;
		const isFirst = page.key !== this.#key;
		const added = isFirst && before?.page === 'new' ? this.#addedToNewTicket() : undefined;
		const scroll = isFirst ? this.#start(page) : undefined;
		this.#follow(page, isFirst);
		if (!isFirst) this.#adopt(page);
		if (before && added && isBlank(this.box.draft)) this.#carryOver(before.key, added);
		return scroll;
	}

	/** What the user wrote while the ticket was being created. */
	#addedToNewTicket(): ShownDraft | undefined {
		return this.#asked && withoutSent(this.box.draft, this.#asked);
	}

	/** The ticket was created from everything but `added`. Its text becomes a comment on the ticket. */
	#carryOver(newTicket: string, added: ShownDraft): void {
		if (added.text === '') return;
		const { text, ...rest } = added;
		background(this.#ask('draft', { key: newTicket, draft: { ...rest, text: '' } }));
		this.replace({ ...this.box.draft, text });
	}

	#start(page: Snapshot): number {
		this.#key = page.key;
		this.#asked = undefined;
		this.#unremoved = undefined;
		const { draft, over, scroll } = this.keeping.start(page);
		this.box = freshBox(draft);
		this.completion.close();
		if (over) this.box.state = { kind: over.kind };
		if (draft === page.draft && !isBlank(draft))
			this.box.state = { kind: 'saved', words: savedWords(page.saved) };
		return scroll;
	}

	/** Follows a send by the host. The page that requested it may be gone; this page then shows the outcome. */
	#follow({ sending, sent }: Snapshot, isFirst: boolean): void {
		if (this.#asked) return;
		const { box } = this;
		const isNews = isFirst || box.isSending;
		box.isSending = sending?.kind === 'sending';
		if (isNews && sending?.kind === 'refused') box.refusal = unsent(sending.refusal);
		if (sent && sent.saved !== box.draft.after) this.#removeSent(sent);
		else if (isFirst && sending?.kind === 'sent' && isBlank(box.draft)) this.#empty(sentState);
	}

	/** Removes the sent parts. What the user has written since becomes the next draft. */
	#removeSent(sent: ShownDraft): void {
		const field = textField();
		// Changing the field would end the composition.
		if (field && field === this.#composing) {
			this.#unremoved = sent;
			this.#redraw();
			return;
		}
		this.#unremoved = undefined;
		const rest = withoutSent(this.box.draft, sent);
		if (isBlank(rest)) {
			this.box.draft = rest;
			this.#empty(sentState);
			return;
		}
		const { tab, preview } = this.box;
		this.box = { ...freshBox({ ...rest, base: this.#page?.version ?? null }), tab, preview };
		this.completion.close();
		const { selectionStart = 0, selectionEnd = 0 } = field ?? {};
		const gone = (field?.value.length ?? 0) - rest.text.length;
		this.change({});
		this.fill(fieldsOfPage());
		field?.setSelectionRange(Math.max(0, selectionStart - gone), Math.max(0, selectionEnd - gone));
	}

	/**
	 * Adopts a draft that was changed elsewhere: in another window, or by a command. This is safe only while the host has everything that
	 * was written here. A draft that is removed this way can be restored.
	 */
	#adopt({ draft, saved }: Snapshot): void {
		const { box } = this;
		const isBusy = box.isSending || this.#isLeaving || this.#unremoved !== undefined;
		if (!draft || isBusy || !this.keeping.isSaved || isSame(draft, box.draft)) return;
		if (isBlank(draft)) {
			this.#empty({ kind: 'gone' }, { kind: 'gone', draft: box.draft });
			return;
		}
		box.draft = draft;
		box.state = { kind: 'saved', words: savedWords(saved) };
		this.keeping.settled(draft);
		this.fill(fieldsOfPage());
	}

	/** Puts the draft into the given fields. */
	fill(fields: readonly (HTMLInputElement | HTMLTextAreaElement)[]): void {
		const { title, text } = this.box.draft;
		for (const field of fields) {
			const wanted = field.id === 'title' ? title : text;
			if (field.value !== wanted) field.value = wanted;
		}
	}

	change(part: Partial<ShownDraft>): void {
		const { draft, state } = this.box;
		const base = isBlank(draft) ? (this.#page?.version ?? null) : draft.base;
		this.box.draft = { ...draft, base, ...part, saved: Date.now() };
		const isKept = state.kind === 'saving' || state.kind === 'unsaved';
		if (!isKept) this.box.state = { kind: 'writing', words: state.kind === 'saved' ? state.words : '' };
		this.#late ??= setTimeout(() => this.#beLate(), savingMs);
		this.keeping.changed(this.box.draft);
		this.#redraw();
	}

	#beLate(): void {
		const { state } = this.box;
		this.#late = undefined;
		if (state.kind !== 'writing') return;
		this.box.state = { ...state, kind: 'saving' };
		this.#redraw();
	}

	async #save(key: string, draft: ShownDraft): Promise<void> {
		const answer = await this.#ask('draft', { key, draft });
		if ('ok' in answer) this.keeping.saved(key, draft);
		clearTimeout(this.#late);
		this.#late = undefined;
		// If the draft was edited, sent or discarded meanwhile, the box already shows that.
		const { kind } = this.box.state;
		if (key !== this.#key || kind === 'discarded' || kind === 'gone') return;
		if (draft !== this.box.draft) this.#late = setTimeout(() => this.#beLate(), savingMs);
		else if ('problem' in answer) this.box.state = { kind: 'unsaved', words: `Not saved: ${answer.problem}` };
		else if (isBlank(draft)) this.box.state = { kind: 'quiet' };
		else this.box.state = { kind: 'saved', words: savedWords(answer.ok.saved) };
		this.#redraw();
	}

	choose(what: string, value: string): void {
		if (!this.#page) return;
		const { status, resolution } = this.#page.composer;
		if (what === 'status') this.change({ status: value === status.value ? null : value, resolution: null });
		const isAsItWas = this.box.draft.status === null && value === resolution;
		if (what === 'resolution') this.change({ resolution: isAsItWas ? null : value });
	}

	label(name: string, what: 'keep' | 'remove'): void {
		const { addLabels, removeLabels } = this.box.draft;
		const without = (all: readonly string[]) => all.filter((one) => one !== name);
		if (what === 'remove') this.change({ removeLabels: [...without(removeLabels), name] });
		else this.change({ addLabels: without(addLabels), removeLabels: without(removeLabels) });
	}

	async chooseLabels(): Promise<void> {
		if (!this.#page) return;
		const change = changesOf(this.box.draft, this.#page.composer);
		const now = this.#page.composer.labels.map(({ name }) => name);
		const wanted = [...now.filter((name) => !change.removeLabels.includes(name)), ...change.addLabels];
		const answer = await this.#ask('pickLabels', { labels: wanted });
		const picked = 'ok' in answer ? answer.ok.labels : null;
		if (!picked || !this.#page) return;
		// The ticket may have gained or lost some of the labels in the meantime.
		const has = (name: string) => this.#page?.composer.labels.some((label) => label.name === name);
		this.change({
			addLabels: picked.filter((name) => !now.includes(name) && !has(name)),
			removeLabels: now.filter((name) => !picked.includes(name) && has(name)),
		});
	}

	async send(): Promise<void> {
		const page = this.#page;
		if (!page || this.box.isSending) return;
		const { draft } = this.box;
		const change = changesOf(draft, page.composer);
		const isNew = page.page === 'new';
		if (!isNew && isEmpty(change)) return;
		const problem = findObstacle(page.page, draft, change);
		if (problem !== null) {
			this.#refuse(unsent({ problem }));
			if (isNew && isTitleShort(draft)) document.querySelector<HTMLElement>('#title')?.focus();
			return;
		}
		this.completion.close();
		this.box.isSending = true;
		this.box.refusal = null;
		this.#asked = draft;
		// From here on the host has the draft, even if this page is closed.
		this.keeping.settled(draft);
		this.#redraw();
		const { key, version } = page;
		const answer = await this.#ask('send', { draft, version });
		if (key !== this.#key) return;
		this.#asked = undefined;
		this.box.isSending = false;
		if ('problem' in answer) return this.#refuse(unsent(answer));
		this.#removeSent(draft);
	}

	#refuse(refusal: Box['refusal']): void {
		this.box.refusal = refusal;
		this.#redraw();
	}

	#empty(state: Box['state'], over: Over | null = null): void {
		this.box.draft = { ...emptyDraft(Date.now()), after: this.box.draft.after };
		this.keeping.settled(this.box.draft, over);
		this.box = { ...freshBox(this.box.draft), state };
		this.completion.close();
		this.fill(fieldsOfPage());
		this.#redraw();
	}

	keepOnlyComment(): void {
		this.box.refusal = null;
		this.change({ status: null, resolution: null, addLabels: [], removeLabels: [] });
	}

	async discard(): Promise<void> {
		const { draft, isSending } = this.box;
		const key = this.#key;
		if (isSending || key === undefined) return;
		this.#isLeaving = true;
		this.#empty({ kind: 'discarded' }, { kind: 'discarded', draft });
		const answer = await this.#ask('discard', {});
		this.#isLeaving = false;
		if ('ok' in answer || key !== this.#key) return;
		if (isBlank(this.box.draft)) this.replace(draft);
		this.#refuse({ problem: `The draft was not discarded. ${answer.problem}` });
	}

	async undoDiscard(): Promise<void> {
		const { over } = this.keeping;
		const key = this.#key;
		if (key === undefined || !over) return;
		// A draft that was removed elsewhere may have been sent: the host would restore one that was discarded before it.
		if (over.kind === 'gone') return this.replace(over.draft);
		const answer = await this.#ask('restoreDraft', {});
		if (key === this.#key) this.replace('ok' in answer ? answer.ok.draft : over.draft);
	}

	replace(draft: ShownDraft): void {
		this.change({ ...draft, after: this.box.draft.after });
		this.fill(fieldsOfPage());
	}

	async showTab(tab: Box['tab']): Promise<void> {
		this.box.tab = tab;
		const { text } = this.box.draft;
		this.#previewed += 1;
		const turn = this.#previewed;
		this.completion.close();
		if (tab === 'preview' && text.trim() === '') this.box.preview = { words: 'Nothing to preview.' };
		this.#redraw();
		if (tab === 'write' || text.trim() === '') return;
		const answer = await this.#ask('preview', { text });
		if (turn !== this.#previewed) return;
		this.box.preview = 'ok' in answer ? answer.ok : { words: answer.problem };
		this.#redraw();
	}

	async quote(entry: string, selected: string, field: HTMLTextAreaElement): Promise<void> {
		const key = this.#key;
		const answer = await this.#ask('quote', { entry, selected });
		if (key !== this.#key) return;
		if ('problem' in answer) return this.#refuse(answer);
		if (this.box.tab === 'preview') await this.showTab('write');
		const end = field.value.length;
		const gap = field.value === '' ? '' : field.value.endsWith('\n') ? '\n' : '\n\n';
		insert(field, `${gap}${answer.ok.text}\n\n`, end, end);
	}
}

/** The refusal of a send. The heading claims that nothing was sent only if that is certain. */
const unsent = (refusal: ErrorMessage): Box['refusal'] => ({
	...refusal,
	...(!refusal.isUnsure && { head: 'Nothing was sent.' }),
});
