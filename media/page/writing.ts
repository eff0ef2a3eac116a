import { changes, isEmpty, obstacle } from '../../src/protocol/choices.ts';
import { type Draft, emptyDraft, isBlank } from '../../src/protocol/draft.ts';
import type { Composer, Snapshot, TicketAsks } from '../../src/protocol/ticket.ts';
import type { Ask } from './asking.ts';
import { begun, take, write } from './completion.ts';
import type { Box } from './composer.ts';
import { Keeping, type Store } from './keeping.ts';

type Writable = Snapshot & { readonly composer: Composer };

const savedWords = (time: string) => `Draft saved ${time}`.trim();

const freshBox = (draft: Draft): Box => ({
	draft,
	tab: 'write',
	preview: { words: '' },
	isSending: false,
	refusal: null,
	state: { kind: 'quiet' },
	suggestions: [],
	chosen: 0,
});

/** The box at the end of the page: what is written and chosen, and where it goes. A snapshot never changes any of it. */
export class Writing {
	box = freshBox(emptyDraft(0));
	readonly keeping: Keeping;
	readonly #ask: Ask<TicketAsks>;
	readonly #redraw: () => void;
	#page: Writable | undefined;
	#key: string | undefined;
	#thrown: Draft | undefined;
	/** Counts what was asked as one typed: of answers to the same question the newest counts. */
	#typed = 0;
	#previewed = 0;

	constructor(store: Store, ask: Ask<TicketAsks>, redraw: () => void) {
		this.#ask = ask;
		this.#redraw = redraw;
		this.keeping = new Keeping(store, (key, draft) => void this.#save(key, draft));
	}

	/** A snapshot came. Says where the page was scrolled to, when it is the first of its page. */
	show(page: Snapshot): number | undefined {
		const { composer } = page;
		this.#page = composer ? { ...page, composer } : undefined;
		if (!composer || page.key === this.#key) return undefined;
		this.keeping.flush();
		this.#key = page.key;
		const { draft, scroll } = this.keeping.start(page.key, page.draft);
		this.box = freshBox(draft);
		if (draft === page.draft && !isBlank(draft))
			this.box.state = { kind: 'saved', words: savedWords(page.saved) };
		return scroll;
	}

	/** Puts the draft into fields that are new. */
	fill(fields: readonly (HTMLInputElement | HTMLTextAreaElement)[]): void {
		const { title, text } = this.box.draft;
		for (const field of fields) {
			const wanted = field.id === 'title' ? title : text;
			if (field.value !== wanted) field.value = wanted;
		}
	}

	change(part: Partial<Draft>): void {
		const { draft } = this.box;
		const base = isBlank(draft) ? (this.#page?.version ?? null) : draft.base;
		this.box.draft = { ...draft, base, ...part, saved: Date.now() };
		const { state } = this.box;
		this.box.state = { kind: 'saving', words: state.kind === 'saved' ? state.words : '' };
		this.keeping.changed(this.box.draft);
		this.#redraw();
	}

	async #save(key: string, draft: Draft): Promise<void> {
		const answer = await this.#ask('draft', { key, draft });
		if ('ok' in answer) this.keeping.saved(key, draft);
		// Written on, sent or thrown away meanwhile: that has a state of its own.
		if (key !== this.#key || draft !== this.box.draft || this.box.state.kind === 'discarded') return;
		if ('problem' in answer) this.box.state = { kind: 'unsaved', words: `Not saved: ${answer.problem}` };
		else if (isBlank(draft)) this.box.state = { kind: 'quiet' };
		else this.box.state = { kind: 'saved', words: savedWords(answer.ok.saved) };
		this.#redraw();
	}

	choose(what: string, value: string): void {
		const now = this.#page?.composer.status.value;
		if (what === 'status') this.change({ status: value === now ? null : value, resolution: null });
		if (what === 'resolution') this.change({ resolution: value });
	}

	label(name: string, what: 'keep' | 'remove'): void {
		if (this.box.isSending) return;
		const { addLabels, removeLabels } = this.box.draft;
		const without = (all: readonly string[]) => all.filter((one) => one !== name);
		if (what === 'remove') this.change({ removeLabels: [...without(removeLabels), name] });
		else this.change({ addLabels: without(addLabels), removeLabels: without(removeLabels) });
	}

	async chooseLabels(): Promise<void> {
		if (!this.#page || this.box.isSending) return;
		const change = changes(this.box.draft, this.#page.composer);
		const now = this.#page.composer.labels.map(({ name }) => name);
		const wanted = [...now.filter((name) => !change.removeLabels.includes(name)), ...change.addLabels];
		const answer = await this.#ask('pickLabels', { labels: wanted });
		const picked = 'ok' in answer ? answer.ok.labels : null;
		if (!picked) return;
		this.change({
			addLabels: picked.filter((name) => !now.includes(name)),
			removeLabels: now.filter((name) => !picked.includes(name)),
		});
	}

	async send(): Promise<void> {
		const page = this.#page;
		if (!page || this.box.isSending) return;
		const { draft } = this.box;
		const change = changes(draft, page.composer);
		if (page.page === 'new' ? draft.title.trim() === '' : isEmpty(change)) return;
		const problem = obstacle(page.page, draft, change);
		if (problem !== null) return this.#refuse({ problem });
		this.keeping.flush();
		this.box.isSending = true;
		this.box.refusal = null;
		this.#redraw();
		const { key, version } = page;
		const answer = await this.#ask('send', { key, draft, version });
		if (key !== this.#key) return;
		this.box.isSending = false;
		if ('problem' in answer) return this.#refuse(answer);
		this.#empty({ kind: 'said', words: 'Sent.' });
	}

	#refuse(refusal: Box['refusal']): void {
		this.box.refusal = refusal;
		this.#redraw();
	}

	#empty(state: Box['state']): void {
		this.box.draft = emptyDraft(Date.now());
		this.keeping.emptied(this.box.draft);
		this.box = { ...freshBox(this.box.draft), state };
		this.#redraw();
		this.fill(fieldsOfPage());
	}

	keepOnlyComment(): void {
		this.box.refusal = null;
		this.change({ status: null, resolution: null, addLabels: [], removeLabels: [] });
	}

	async discard(): Promise<void> {
		if (this.box.isSending || this.#key === undefined) return;
		this.#thrown = this.box.draft;
		this.keeping.flush();
		this.#empty({ kind: 'discarded' });
		const answer = await this.#ask('discard', { key: this.#key });
		if ('problem' in answer) this.#refuse(answer);
	}

	async undoDiscard(): Promise<void> {
		if (this.#key === undefined) return;
		const answer = await this.#ask('restoreDraft', { key: this.#key });
		const draft = 'ok' in answer ? answer.ok.draft : this.#thrown;
		if (draft) this.replace(draft);
	}

	replace(draft: Draft): void {
		this.change(draft);
		this.fill(fieldsOfPage());
	}

	async showTab(tab: Box['tab']): Promise<void> {
		this.box.tab = tab;
		const { text } = this.box.draft;
		this.#previewed += 1;
		const turn = this.#previewed;
		this.box.suggestions = [];
		if (tab === 'preview' && text.trim() === '') this.box.preview = { words: 'There is nothing to preview.' };
		this.#redraw();
		if (tab === 'write' || text.trim() === '') return;
		const answer = await this.#ask('preview', { text });
		if (turn !== this.#previewed) return;
		this.box.preview = 'ok' in answer ? answer.ok : { words: answer.problem };
		this.#redraw();
	}

	/** Looks at what stands before the caret. */
	async suggest(field: HTMLTextAreaElement): Promise<void> {
		const open = begun(field);
		this.#typed += 1;
		const turn = this.#typed;
		if (!open) return this.closeSuggestions();
		const answer = await this.#ask('complete', { prefix: open.prefix, word: open.word });
		if (turn !== this.#typed) return;
		this.box.suggestions = 'ok' in answer ? answer.ok.items : [];
		this.box.chosen = 0;
		this.#redraw();
	}

	closeSuggestions(): void {
		this.#typed += 1;
		if (this.box.suggestions.length === 0) return;
		this.box.suggestions = [];
		this.#redraw();
	}

	/** A key while suggestions are open; says whether it was theirs. */
	suggestionKey(key: string, field: HTMLTextAreaElement): boolean {
		const { suggestions, chosen } = this.box;
		if (suggestions.length === 0) return false;
		if (key === 'Escape') this.closeSuggestions();
		else if (key === 'Enter' || key === 'Tab') this.takeSuggestion(chosen, field);
		else if (key === 'ArrowDown' || key === 'ArrowUp') {
			const step = key === 'ArrowDown' ? 1 : suggestions.length - 1;
			this.box.chosen = (chosen + step) % suggestions.length;
			this.#redraw();
		} else return false;
		return true;
	}

	takeSuggestion(index: number, field: HTMLTextAreaElement): void {
		const suggestion = this.box.suggestions[index];
		this.closeSuggestions();
		if (suggestion) take(field, suggestion);
	}

	async quote(entry: string, selected: string, field: HTMLTextAreaElement): Promise<void> {
		const answer = await this.#ask('quote', { entry, selected });
		if ('problem' in answer) return this.#refuse(answer);
		if (this.box.tab === 'preview') await this.showTab('write');
		const end = field.value.length;
		const gap = field.value === '' ? '' : field.value.endsWith('\n') ? '\n' : '\n\n';
		write(field, `${gap}${answer.ok.text}\n\n`, end, end);
	}

	async takeBack(entry: string): Promise<void> {
		const answer = await this.#ask('takeBack', { entry });
		if ('problem' in answer) return this.#refuse(answer);
		const { draft } = answer.ok;
		const text = [draft.text, this.box.draft.text].filter((one) => one.trim() !== '').join('\n\n');
		this.replace(isBlank(this.box.draft) ? draft : { ...this.box.draft, text });
	}
}

export const textField = (): HTMLTextAreaElement | null =>
	document.querySelector<HTMLTextAreaElement>('#text');

export const fieldsOfPage = (): readonly (HTMLInputElement | HTMLTextAreaElement)[] => [
	...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('#title, #text'),
];
