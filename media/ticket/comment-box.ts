import type { BodyOf } from '../../src/platform/page/requests.ts';
import {
	type Composer,
	changesOf,
	type Snapshot,
	type TicketRequests,
} from '../../src/tickets/page/protocol.ts';
import type { Ask } from '../kit/host-messages.ts';
import { isField } from '../kit/keys.ts';
import type { PageState } from '../kit/page-state.ts';
import { sendRefusal } from '../kit/text-box/draft-status.ts';
import { fillField } from '../kit/text-box/fill-field.ts';
import { MarkdownBox } from '../kit/text-box/text-box.ts';
import { CurrentDraft } from './current-draft.ts';
import { findObstacle, isEmpty, isTitleTooShort } from './send-button.ts';

export type Writable = Snapshot & { readonly composer: Composer };

/** The box at the end of the page: for a comment with changes to the ticket, or for a new ticket. */
export class CommentBox {
	readonly text: MarkdownBox;
	readonly editor: CurrentDraft;
	readonly #ask: Ask<TicketRequests>;
	#page: Writable | undefined;

	constructor(state: PageState<unknown>, ask: Ask<TicketRequests>, redraw: () => void) {
		this.#ask = ask;
		this.text = new MarkdownBox({
			preview: (text) => ask('preview', { text }),
			complete: (partial) => ask('complete', partial),
			changed: (text) => this.editor.change({ text }),
			redraw,
		});
		this.editor = new CurrentDraft(ask, state, this.text, redraw);
	}

	/** Call before a snapshot is drawn. */
	receive(page: Snapshot): void {
		const { composer } = page;
		this.#page = composer ? { ...page, composer } : undefined;
		this.editor.receive(page);
	}

	/** Call after each drawing. */
	didDraw(): void {
		const { title, text } = this.editor.body;
		fillField(document.querySelector('#title'), title);
		fillField(this.text.field, text);
	}

	/** Puts a chosen status or resolution into the draft. */
	choose(what: string, value: string): void {
		if (!this.#page) return;
		const { status, resolution } = this.#page.composer;
		const isCurrentResolution = this.editor.body.status === null && value === resolution;
		if (what === 'status')
			this.editor.change({ status: value === status.value ? null : value, resolution: null });
		else if (what === 'resolution') this.editor.change({ resolution: isCurrentResolution ? null : value });
	}

	/** Requests in the draft that a label is removed, or no longer requests to add or remove it. */
	changeLabel(name: string, what: 'keep' | 'remove'): void {
		const { addLabels, removeLabels } = this.editor.body;
		const without = (all: readonly string[]) => all.filter((one) => one !== name);
		if (what === 'remove') this.editor.change({ removeLabels: [...without(removeLabels), name] });
		else this.editor.change({ addLabels: without(addLabels), removeLabels: without(removeLabels) });
	}

	async chooseLabels(): Promise<void> {
		if (!this.#page) return;
		const change = changesOf(this.editor.body, this.#page.composer);
		const before = this.#page.composer.labels.map(({ name }) => name);
		const wanted = [...before.filter((name) => !change.removeLabels.includes(name)), ...change.addLabels];
		const { key } = this.editor;
		const answer = await this.#ask('pickLabels', { labels: wanted });
		if (key !== this.editor.key) return;
		if ('problem' in answer) return this.editor.refuse(answer);
		const picked = answer.ok.labels;
		if (!picked || !this.#page) return;
		// The ticket may have gained or lost some of the labels in the meantime.
		const has = (name: string) => this.#page?.composer.labels.some((label) => label.name === name);
		this.editor.change({
			addLabels: picked.filter((name) => !before.includes(name) && !has(name)),
			removeLabels: before.filter((name) => !picked.includes(name) && has(name)),
		});
	}

	/** Inserts a comment template that the user picks. */
	async insertTemplate(): Promise<void> {
		const { key } = this.editor;
		const answer = await this.#ask('pickCommentTemplate', {});
		if (key !== this.editor.key) return;
		if ('problem' in answer) return this.editor.refuse(answer);
		if (answer.ok.text !== null) await this.text.insertAfterCaret(answer.ok.text);
	}

	async send(): Promise<void> {
		const page = this.#page;
		const { body } = this.editor;
		if (!page) return;
		const change = changesOf(body, page.composer);
		const isNew = page.page === 'new';
		// A second click, or a key that is held down, sends nothing more.
		const wasSent = this.editor.isBlank && this.editor.isOnItsWay;
		if (wasSent || (!isNew && isEmpty(change))) return;
		const problem = findObstacle(page.page, body, change);
		if (problem === null) {
			// The letters that follow are keys of the page, such as that for the next ticket.
			if (document.activeElement instanceof HTMLElement && isField(document.activeElement))
				document.activeElement.blur();
			return this.editor.send();
		}
		this.editor.refuse(sendRefusal({ problem }));
		if (isNew && isTitleTooShort(body.title)) document.querySelector<HTMLElement>('#title')?.focus();
	}

	/** Runs the action of a button of a text that is on its way or was refused. Returns whether the text can be edited or restored here now. */
	async act(entry: string, act: BodyOf<TicketRequests['actOnText']>['act']): Promise<boolean> {
		const { key } = this.editor;
		const answer = await this.#ask('actOnText', { entry, act });
		if (key !== this.editor.key) return false;
		if ('problem' in answer) {
			this.editor.refuse(answer);
			return false;
		}
		const { id } = answer.ok;
		if (id === null) return false;
		if (act === 'discard') this.editor.didDiscardText(id);
		else {
			const noChoices = { status: null, resolution: null, addLabels: [], removeLabels: [] };
			this.editor.editNext(id, act === 'only-comment' ? noChoices : {});
		}
		return true;
	}

	/** Quotes an entry of the timeline, or what is selected in it, below the text. */
	async quote(entry: string, selected: string): Promise<void> {
		const { key } = this.editor;
		const answer = await this.#ask('quote', { entry, selected });
		if (key !== this.editor.key) return;
		if ('problem' in answer) return this.editor.refuse(answer);
		await this.text.append(answer.ok.text);
	}
}
