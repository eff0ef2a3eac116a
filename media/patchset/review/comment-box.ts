import type {
	CommentBody,
	CommentPlace,
	SendState,
	ShownComment,
} from '../../../src/patches/page/protocol/comment-protocol.ts';
import { type Child, draw, h, type VirtualElement } from '../../kit/draw.ts';
import { modifierKey } from '../../kit/keys.ts';
import { avatar, icon, iconButton, toolbar } from '../../kit/page-elements.ts';
import type { Draft } from '../../kit/text-box/draft.ts';
import { drawDraftStatus, statusOf } from '../../kit/text-box/draft-status.ts';
import { fillField } from '../../kit/text-box/fill-field.ts';
import { originMark, sendStateText } from './comment-marks.ts';

export type CommentDraft = Draft<CommentBody, CommentPlace>;

/** A comment of the user below what it is about: a box to write in, or its text. */
export class CommentBox {
	readonly draft: CommentDraft;
	/** The element that is put into the page. */
	root: HTMLElement;
	/** The name of the version that it was carried over from; empty if it was written here. */
	origin = '';
	/** The key of the version that it was carried over from; empty if the page does not have it. */
	originVersion = '';
	/** What the page says about it after the user has sent it; null for a draft. */
	sendState: SendState | null = null;
	/** Why the list does not accept the comment; empty if it does. */
	replyProblem = '';

	/** What the user calls a place of the page. */
	readonly #wordsOf: (at: CommentPlace) => string;

	constructor(draft: CommentDraft, wordsOf: (at: CommentPlace) => string) {
		this.draft = draft;
		this.#wordsOf = wordsOf;
		this.root = rootAt(draft.at);
	}

	isAt(place: CommentPlace): boolean {
		const identity = (at: CommentPlace) => JSON.stringify({ ...at, quoted: '' });
		return identity(this.draft.at) === identity(place);
	}

	get field(): HTMLTextAreaElement | null {
		return this.root.querySelector('textarea');
	}

	get article(): HTMLElement | null {
		return this.root.querySelector('.comment-draft');
	}

	get isBlank(): boolean {
		return this.draft.body.text.trim() === '';
	}

	/** Shows what the host has. */
	receive({ origin, originVersion, sendState }: ShownComment): void {
		this.sendState = sendState;
		// What was typed here since is newer.
		if (!this.draft.isSaved) return;
		this.origin = origin;
		this.originVersion = originVersion;
	}

	draw(): void {
		const { at, body } = this.draft;
		if (this.root.tagName !== tagAt(at)) {
			this.root.remove();
			this.root = rootAt(at);
		}
		draw(this.root, [this.#drawContent()]);
		fillField(this.field, body.text);
	}

	#drawContent(): VirtualElement {
		const { id, at, body, state, isRemoved } = this.draft;
		if (isRemoved)
			return h('p', { class: 'comment-draft muted' }, drawDraftStatus(statusOf(this.draft, false)));
		const words = this.#wordsOf(at);
		const { quoted = '' } = at.kind === 'text' ? at : {};
		const isDraft = this.sendState === null;
		return h(
			'article',
			{
				// The host may give it another id while the user writes in its field.
				key: 'comment',
				class: 'comment-draft',
				tabindex: '-1',
				'data-comment': id,
				'aria-label': `Your ${isDraft ? 'draft ' : ''}comment on ${words}`,
			},
			h(
				'div',
				{ class: 'by' },
				avatar({ kind: 'unknown', name: 'You' }, 'small'),
				h('b', {}, 'You'),
				isDraft && h('span', { class: 'mark' }, icon('comment-draft'), ' draft'),
				h('span', {}, `on ${words}`),
				this.origin !== '' && originMark(this.origin, this.originVersion),
				state === 'closed' &&
					isDraft &&
					toolbar(
						`Actions for your draft on ${words}`,
						'actions push',
						iconButton('Edit draft', 'edit', { isTipAtEnd: true, ...this.#act('edit-comment') }),
						iconButton('Discard draft', 'trash', { isTipAtEnd: true, ...this.#act('discard-comment') }),
					),
			),
			quoted !== '' && h('p', { class: 'quoted-line clip muted', dir: 'auto' }, quoted.split('\n')[0]),
			state === 'open'
				? this.#drawForm(words)
				: h('div', { class: 'plain-mail' }, h('p', { dir: 'auto' }, body.text)),
			this.sendState && sendStateText(this.sendState),
			state === 'closed' && isDraft && this.#drawTrouble(),
		);
	}

	#act(act: string): VirtualElement['attributes'] {
		return { 'data-do': act, 'data-comment': this.draft.id };
	}

	#drawForm(words: string): VirtualElement {
		const button = (act: string, label: string, more: VirtualElement['attributes'] = {}) =>
			h('button', { key: act, class: 'button', type: 'button', ...this.#act(act), ...more }, label);
		return h(
			'div',
			{ key: 'form', class: 'edit' },
			h('textarea', { key: 'text', 'aria-label': `Comment on ${words}`, rows: 3 }),
			h(
				'div',
				{ class: 'row send-row' },
				this.#drawStatus(),
				h(
					'span',
					{ class: 'row push' },
					this.draft.at.kind === 'lines' && button('suggest-change', 'Suggest a Change'),
					// It takes the same room from the start, so that nothing moves with the first letter.
					button('discard-comment', 'Discard', { class: this.isBlank ? 'button vacant' : 'button' }),
					button('close-comment', 'Done', {
						class: 'button tip-end',
						'aria-keyshortcuts': 'Escape Control+Enter Meta+Enter',
						'data-tip': `Close, and keep the draft (Esc or ${modifierKey}+Enter)`,
					}),
				),
			),
		);
	}

	#drawStatus(): VirtualElement {
		const status = statusOf(this.draft, this.isBlank);
		if (status.kind === 'unsaved') return drawDraftStatus(status);
		if (this.draft.refusal !== '') return hint(icon('error', 'bad'), this.draft.refusal);
		if (this.isBlank && this.replyProblem !== '') return hint(icon('warning', 'warn'), this.replyProblem);
		if (status.kind === 'none') return hint('Sent only when you finish the review');
		return drawDraftStatus(status, status.kind === 'saved' && ' · sent only when you finish the review');
	}

	/** Draws what is wrong with a closed comment. */
	#drawTrouble(): Child {
		const { problem, refusal, isSaving } = this.draft;
		if (problem === '' && refusal === '' && !isSaving) return null;
		return h('p', { key: 'trouble' }, this.#drawStatus());
	}
}

const hint = (...children: readonly Child[]): VirtualElement =>
	h('span', { key: 'hint', class: 'state', role: 'status' }, ...children);

/** In a diff, the element of a comment is an item of the list of lines. */
const tagAt = ({ kind }: CommentPlace): 'LI' | 'DIV' => (kind === 'lines' ? 'LI' : 'DIV');

function rootAt(at: CommentPlace): HTMLElement {
	const root = document.createElement(tagAt(at));
	root.className = at.kind === 'lines' ? 'thread own' : 'text-thread own';
	return root;
}
