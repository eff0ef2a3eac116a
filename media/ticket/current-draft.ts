import type { PastText } from '../../src/platform/page/page-text.ts';
import type { DraftBody, Snapshot, TicketRequests } from '../../src/tickets/page/protocol.ts';
import { ticketTextRules } from '../../src/tickets/page/protocol.ts';
import { background } from '../kit/background.ts';
import type { Ask } from '../kit/host-messages.ts';
import type { PageState } from '../kit/page-state.ts';
import type { Draft } from '../kit/text-box/draft.ts';
import { type DraftStatus, type ShownRefusal, sendRefusal, statusOf } from '../kit/text-box/draft-status.ts';
import { Drafts } from '../kit/text-box/drafts.ts';
import type { MarkdownBox } from '../kit/text-box/text-box.ts';

type TicketDraft = Draft<DraftBody, null>;

const { empty, isBlank } = ticketTextRules;
const nothing: DraftStatus = { kind: 'none', text: '', id: '' };
const message = (text: string): DraftStatus => ({ ...nothing, kind: 'message', text });
const sentTexts: Partial<Record<PastText['state'], string>> = {
	sending: 'Sending…',
	waiting: 'Waiting to be sent.',
	sent: 'Sent.',
};

/** Which of the drafts of a ticket is in the box, and what has happened to the one that was there before. */
export class CurrentDraft {
	readonly #ask: Ask<TicketRequests>;
	readonly #drafts: Drafts<DraftBody, null>;
	readonly #box: MarkdownBox;
	readonly #redraw: () => void;
	#page: Snapshot | undefined;
	/** The draft in the box. Undefined until the user writes something. */
	#draft: TicketDraft | undefined;
	#refusal: ShownRefusal | null = null;
	/** What the page says about a text that was sent. */
	#message = nothing;
	/** The id of the text that was sent last. */
	#sent: string | undefined;
	/** The id of the text to put into the box as soon as the host has it as a draft, and what to change in it then. */
	#wanted: { readonly id: string; readonly change: Partial<DraftBody> } | undefined;

	constructor(ask: Ask<TicketRequests>, state: PageState<unknown>, box: MarkdownBox, redraw: () => void) {
		this.#ask = ask;
		this.#box = box;
		this.#redraw = redraw;
		this.#drafts = new Drafts({
			rules: ticketTextRules,
			requests: {
				save: (page, at, text) => ask('draft', { page, at, text }),
				discard: (id) => ask('discard', { id }),
				restore: (id) => ask('restoreDraft', { id }),
			},
			stored: state.value.boxes,
			store: (boxes) => state.change({ boxes }),
			changed: () => {
				this.#editWanted();
				redraw();
			},
		});
	}

	get body(): DraftBody {
		return this.#draft?.body ?? empty;
	}

	get isBlank(): boolean {
		return isBlank(this.body);
	}

	/** The key of the page that it belongs to. */
	get key(): string {
		return this.#drafts.page;
	}

	/** Whether a text of this page is being sent. */
	get isSending(): boolean {
		const isAskingToSend = this.#drafts.shown.some(({ state }) => state === 'sending');
		return isAskingToSend || this.#page?.past.some(({ state }) => state === 'sending') === true;
	}

	/** Whether a text of this page is being sent, or waits to be. */
	get isOnItsWay(): boolean {
		return this.isSending || this.#page?.past.some(({ state }) => state === 'waiting') === true;
	}

	/** The drafts that the user could write instead: other versions, or texts that they edit again. */
	get others(): readonly TicketDraft[] {
		return this.#drafts.shown.filter(
			(draft) =>
				draft !== this.#draft && !isBlank(draft.body) && !draft.isRemoved && draft.state !== 'sending',
		);
	}

	get status(): DraftStatus {
		const draft = this.#draft;
		const removed = this.#removed;
		if (removed && (this.isBlank || removed.askedCount === 0)) return statusOf(removed, false);
		const status = draft ? statusOf(draft, this.isBlank) : nothing;
		return status.kind === 'none' ? this.#message : status;
	}

	get refusal(): ShownRefusal | null {
		const problem = this.#draft?.refusal ?? '';
		return this.#refusal ?? (problem === '' ? null : { problem });
	}

	refuse(refusal: ShownRefusal): void {
		this.#refusal = refusal;
		this.#redraw();
	}

	/** Call before a snapshot is drawn. */
	receive(snapshot: Snapshot): void {
		const isFirst = snapshot.key !== this.#drafts.page;
		const before = this.others;
		this.#page = snapshot;
		this.#drafts.receive(snapshot.key, snapshot);
		if (isFirst) this.#start(snapshot);
		else this.#follow(snapshot, before);
		const sent = snapshot.past.find(({ id }) => id === this.#sent);
		if (sent && this.isBlank && !this.#removed) this.#message = message(sentTexts[sent.state] ?? '');
	}

	/** Chooses the draft that a page begins with: first one that the host does not have yet, and then the one that was in the box. */
	#start({ past }: Snapshot): void {
		const { others } = this;
		this.#draft = undefined;
		this.#wanted = undefined;
		this.#sent = past.find(({ state }) => state === 'sending')?.id;
		this.#box.reset();
		const unsaved = others.findLast(({ isSaved }) => !isSaved);
		this.#put(unsaved ?? others.find(({ state }) => state === 'open') ?? others[0]);
	}

	/** Follows what has happened elsewhere. `before`: the drafts that were above the box. */
	#follow({ past }: Snapshot, before: readonly TicketDraft[]): void {
		const draft = this.#draft;
		if (draft && (draft.isRemoved || !this.#drafts.has(draft))) {
			this.#put(undefined);
			if (past.some(({ id }) => id === draft.id) && !draft.isRemoved)
				this.#message = message('Sent from another window.');
		}
		this.#editWanted();
		const isBusy = this.#drafts.shown.some(({ askedCount }) => askedCount > 0);
		if (!this.isBlank || this.#draft?.isSaved === false || isBusy) return;
		// What was above the box stays there: a second click or key would send or discard it.
		const added = this.others.find((other) => !before.includes(other));
		if (added) this.#put(added);
	}

	/** Puts a draft into the box. The draft that was there moves above the box, unless nothing is written in it. */
	#put(draft: TicketDraft | undefined): void {
		const before = this.#draft;
		this.#draft = draft;
		this.#refusal = null;
		this.#message = nothing;
		if (draft) this.#drafts.open(draft);
		else this.#box.reset();
		if (before?.state === 'open' && before !== draft) this.#drafts.close(before);
	}

	/** Empties the box. Unlike with `#put`, its draft is not closed, because it is sent or discarded next. */
	#emptyBox(): void {
		this.#draft = undefined;
		this.#put(undefined);
	}

	/** Puts the wanted draft into the box, unless what is there is not saved. */
	#editWanted(): void {
		const { id = '', change = {} } = this.#wanted ?? {};
		const wanted = this.others.find((other) => other.id === id);
		if (!wanted || !(this.isBlank || this.#draft?.isSaved)) return;
		this.#wanted = undefined;
		this.#put(wanted);
		if (Object.keys(change).length > 0) this.change(change);
	}

	change(part: Partial<DraftBody>): void {
		this.#drafts.forgetRemoved();
		this.#message = nothing;
		const begun = this.isBlank ? { ...empty, base: this.#page?.version ?? null } : this.body;
		this.#draft ??= this.#drafts.begin(null);
		this.#drafts.change(this.#draft, { ...begun, ...part });
	}

	/** Tries to save the draft now. */
	save(): void {
		if (this.#draft) background(this.#drafts.save(this.#draft));
	}

	/** Sends the draft. The box is empty at once, for the next one. If it cannot be sent, it is there again, with the reason. */
	async send(): Promise<void> {
		const draft = this.#draft;
		const page = this.#page;
		if (!draft || !page) return;
		this.#sent = draft.id;
		this.#drafts.forgetRemoved();
		this.#emptyBox();
		this.#message = message('Sending…');
		const { version } = page;
		const answer = await this.#drafts.send(draft, (text) => this.#ask('send', { text, version }));
		if (page.key !== this.key || 'ok' in answer) return;
		// The user may have begun the next text, which then stays in the box.
		if (this.isBlank) this.#put(draft);
		this.refuse(sendRefusal(answer));
	}

	async discard(): Promise<void> {
		const draft = this.#draft;
		if (!draft) return;
		this.#sent = undefined;
		this.#emptyBox();
		await this.#drafts.discard(draft);
		if (draft.isRemoved) return;
		if (draft.page === this.key && this.isBlank) this.#put(draft);
		else this.#drafts.close(draft);
		if (draft.page === this.key) this.refuse({ problem: draft.refusal });
	}

	/** Discards one of the drafts above the box. */
	async discardOther(id: string): Promise<void> {
		const other = this.others.find((one) => one.id === id);
		if (!other) return;
		await this.#drafts.discard(other);
		if (!other.isRemoved && other.page === this.key) this.refuse({ problem: other.refusal });
	}

	/** Offers to restore a text that the page only shows and the host has discarded. */
	didDiscardText(id: string): void {
		this.#drafts.addDiscarded(id, null);
		this.#redraw();
	}

	async undoDiscard(): Promise<void> {
		const removed = this.#removed;
		if (!removed) return;
		const { key } = this;
		this.#wanted = { id: removed.id, change: {} };
		const answer = await this.#drafts.restore(removed);
		if (key !== this.key || 'ok' in answer || this.#drafts.has(removed)) return;
		this.#wanted = undefined;
		this.refuse(answer);
	}

	/** Puts a text into the box, with a change, as soon as the host has it as a draft. */
	editNext(id: string, change: Partial<DraftBody> = {}): void {
		this.#wanted = { id, change };
		this.#editWanted();
		this.#redraw();
	}

	get #removed(): TicketDraft | undefined {
		return this.#drafts.shown.findLast(({ isRemoved }) => isRemoved);
	}
}
