import type {
	CommentPlace,
	SendState,
	ShownComment,
} from '../../../src/patches/page/protocol/comment-protocol.ts';
import type { TextVersion } from '../../../src/platform/page/page-text.ts';
import { type Child, draw, h, type VirtualElement } from '../../page/draw.ts';
import { modifierKey } from '../../page/keys.ts';
import { avatar, icon, iconButton } from '../../page/page-elements.ts';
import { originMark, sendStateText } from './comment-marks.ts';
import { wordsOfPlace } from './place-words.ts';

/** `open`: the user writes it. `closed`: it can be read. `discarded`: it can be restored. */
export type BoxState = 'open' | 'closed' | 'discarded';

/** A comment of the user below what it is about: a box to write in, or its text. */
export class CommentBox {
	/** The element that is put into the page. */
	root: HTMLElement;
	id: string;
	text = '';
	state: BoxState;
	/** The key of its page. The panel may show another one. */
	page: string;
	/** The last version that the page has written, or that the host has sent. */
	revision = 0;
	/** The load of a page, or the window, that has written this version. */
	writer = '';
	/** The version of the host that it is based on; null for a new comment. */
	base: Omit<TextVersion, 'id'> | null = null;
	/** The time at which it was saved, as displayed; empty until it is. */
	saved = '';
	/** Where it was carried over from; empty if it was written here. */
	origin = '';
	/** The key of that version; empty if the page does not have it. */
	originVersion = '';
	/** What the page says about it after the user has sent it; null for a draft. */
	sendState: SendState | null = null;
	/** Why the list does not accept it; empty if it does. */
	replyProblem = '';
	/** Why it was not saved; empty if it was. */
	problem = '';
	/** Why something else that the user wanted was not done; empty if it was. */
	refusal = '';
	/** Whether the host takes long to save what was written last. */
	isSaving = false;
	/** What is selected in its field; null if the user is not in it. */
	selection: readonly [start: number, end: number] | null = null;
	/** How many versions the host has not answered yet. */
	unansweredCount = 0;
	/** Whether the host has not answered yet that it is discarded. */
	isBeingDiscarded = false;
	#at: CommentPlace;

	constructor(id: string, page: string, at: CommentPlace, state: BoxState) {
		this.id = id;
		this.page = page;
		this.#at = at;
		this.state = state;
		this.root = rootAt(at);
	}

	/** What it is about. */
	get at(): CommentPlace {
		return this.#at;
	}

	isAt(place: CommentPlace): boolean {
		const identity = (at: CommentPlace) => JSON.stringify({ ...at, quoted: '' });
		return identity(this.#at) === identity(place);
	}

	/** The page shows in another place what the comment is about. */
	moveTo(at: CommentPlace): void {
		const isOtherKind = (at.kind === 'lines') !== (this.#at.kind === 'lines');
		this.#at = at;
		if (!isOtherKind) return;
		this.root.remove();
		this.root = rootAt(at);
	}

	get field(): HTMLTextAreaElement | null {
		return this.root.querySelector('textarea');
	}

	get isBlank(): boolean {
		return this.text.trim() === '';
	}

	/** Whether the host has all that the user has written. */
	get isSaved(): boolean {
		return this.unansweredCount === 0 && this.problem === '';
	}

	/** Whether it is kept when the panel shows another page, or when the page is loaded again. */
	get isStored(): boolean {
		return this.state !== 'discarded' && (!this.isSaved || (this.state === 'open' && !this.isBlank));
	}

	/** Takes over what the host has. */
	adopt({ revision, writer, body, saved, origin, originVersion }: ShownComment): void {
		this.revision = revision;
		this.writer = writer;
		this.base = { revision, writer };
		this.text = body.text;
		this.saved = saved;
		this.origin = origin;
		this.originVersion = originVersion;
		const { field } = this;
		if (field && field.value !== body.text) field.value = body.text;
	}

	noteSelection({ selectionStart, selectionEnd }: HTMLTextAreaElement): void {
		this.selection = [selectionStart, selectionEnd];
	}

	draw(): void {
		const hadField = this.field !== null;
		draw(this.root, [this.#article()]);
		const { field } = this;
		if (field && !hadField) field.value = this.text;
	}

	#article(): VirtualElement {
		if (this.state === 'discarded')
			return h(
				'p',
				{ class: 'comment-draft muted', role: 'status' },
				'Draft discarded. ',
				h(
					'button',
					{ class: 'text-button', type: 'button', 'data-do': 'restore-comment', 'data-comment': this.id },
					'Undo',
				),
			);
		const words = wordsOfPlace(this.at);
		const { quoted = '' } = this.at.kind === 'text' ? this.at : {};
		return h(
			'article',
			{
				// The host may give it another id while the user writes in its field.
				key: 'comment',
				class: 'comment-draft',
				tabindex: '-1',
				'data-comment': this.id,
				'aria-label': `Your ${this.sendState ? '' : 'draft '}comment on ${words}`,
			},
			h(
				'div',
				{ class: 'by' },
				avatar({ kind: 'unknown', name: 'You' }, 'small'),
				h('b', {}, 'You'),
				!this.sendState && h('span', { class: 'mark' }, icon('comment-draft'), ' draft'),
				h('span', {}, `on ${words}`),
				this.origin !== '' && originMark(this.origin, this.originVersion),
				this.state === 'closed' && !this.sendState && this.#buttons(),
			),
			quoted !== '' && h('p', { class: 'quoted-line clip muted', dir: 'auto' }, quoted.split('\n')[0]),
			this.state === 'open'
				? this.#form(words)
				: h('div', { class: 'plain-mail' }, h('p', { dir: 'auto' }, this.text)),
			this.sendState && sendStateText(this.sendState),
			this.state === 'closed' &&
				(this.problem !== '' || this.refusal !== '' || this.isSaving) &&
				h('p', { class: 'aside-text row', role: 'status' }, ...this.#status()),
		);
	}

	#buttons(): VirtualElement {
		return h(
			'span',
			{ class: 'actions push' },
			iconButton('Edit draft', 'edit', {
				isTipAtEnd: true,
				'data-do': 'edit-comment',
				'data-comment': this.id,
			}),
			iconButton('Discard draft', 'trash', {
				isTipAtEnd: true,
				'data-do': 'discard-comment',
				'data-comment': this.id,
			}),
		);
	}

	#form(words: string): VirtualElement {
		return h(
			'div',
			{ key: 'form', class: 'edit' },
			h('textarea', { key: 'text', 'aria-label': `Comment on ${words}`, rows: 3 }),
			h(
				'div',
				{ class: 'row' },
				h('span', { class: 'aside-text row', role: 'status' }, ...this.#status()),
				h(
					'span',
					{ class: 'row push' },
					this.at.kind === 'lines' &&
						h(
							'button',
							{
								key: 'suggest',
								class: 'button',
								type: 'button',
								'data-do': 'suggest-change',
								'data-comment': this.id,
							},
							'Suggest a Change',
						),
					!this.isBlank &&
						h(
							'button',
							{
								key: 'discard',
								class: 'button',
								type: 'button',
								'data-do': 'discard-comment',
								'data-comment': this.id,
							},
							'Discard',
						),
					h(
						'button',
						{
							key: 'done',
							class: 'button tip-end',
							type: 'button',
							'aria-keyshortcuts': 'Escape Control+Enter Meta+Enter',
							'data-tip': `Close, and keep the draft (Esc or ${modifierKey}+Enter)`,
							'data-do': 'close-comment',
							'data-comment': this.id,
						},
						'Done',
					),
				),
			),
		);
	}

	#status(): readonly Child[] {
		if (this.problem !== '')
			return [
				icon('error', 'bad'),
				h('span', {}, `Not saved: ${this.problem}`),
				h(
					'button',
					{ class: 'text-button', type: 'button', 'data-do': 'save-comment', 'data-comment': this.id },
					'Try Again',
				),
			];
		if (this.refusal !== '') return [icon('error', 'bad'), h('span', {}, this.refusal)];
		if (this.isBlank && this.replyProblem !== '')
			return [icon('warning', 'warn'), h('span', {}, this.replyProblem)];
		if (this.isBlank) return ['Sent only when you finish the review'];
		if (this.isSaving || this.saved === '') return ['Saving…'];
		return [icon('check'), h('span', {}, `Draft saved ${this.saved}, sent only when you finish the review`)];
	}
}

/** In a diff, it is an item of the list of lines. */
function rootAt({ kind }: CommentPlace): HTMLElement {
	const root = document.createElement(kind === 'lines' ? 'li' : 'div');
	root.className = kind === 'lines' ? 'thread own' : 'text-thread own';
	return root;
}
