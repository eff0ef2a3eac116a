import { changesOf, type Snapshot } from '../../src/tickets/page/protocol.ts';
import { type Child, h, type VirtualElement } from '../kit/draw.ts';
import { tipWithKey } from '../kit/keys.ts';
import { avatar, iconButton, note } from '../kit/page-elements.ts';
import { refusalNote } from '../kit/text-box/draft-status.ts';
import { sendRow } from '../kit/text-box/send-row.ts';
import { labelsField, statusField } from './choice-fields.ts';
import type { CommentBox, Writable } from './comment-box.ts';
import { isTitleTooShort, missingText, sendButtonText } from './send-button.ts';
import { otherText, refusedText } from './waiting-texts.ts';

const hint: readonly Child[] = ['Markdown · ', h('kbd', {}, '#'), ' ticket · ', h('kbd', {}, '~'), ' user'];

const textsFor = (page: Snapshot['page']) =>
	page === 'new'
		? { label: 'Description', placeholder: 'What happens, and what should happen?', keys: 'c r' }
		: { label: 'Comment', placeholder: 'Leave a comment', keys: 'c r' };

const titleField = (isRefused: boolean): VirtualElement =>
	h('input', {
		key: 'title',
		id: 'title',
		class: 'field title',
		'aria-label': 'Title',
		placeholder: 'Title',
		'aria-invalid': isRefused ? 'true' : null,
		autocomplete: 'off',
	});

const undoButton = (change: string): VirtualElement =>
	h(
		'button',
		{
			key: 'undo',
			class: 'text-button tip-up',
			type: 'button',
			'data-do': 'undo',
			'data-change': change,
			...tipWithKey('Undo last change', 'u'),
		},
		'Undo',
	);

const templateButton = (): VirtualElement =>
	iconButton('Insert comment template', 'comment-discussion', {
		key: 'template',
		isTipAtEnd: true,
		'data-do': 'insert-template',
	});

export function composer({ editor, text }: CommentBox, snapshot: Writable): VirtualElement {
	const { composer: shown, page, undoable } = snapshot;
	const { body, refusal, status, others } = editor;
	const isNew = page === 'new';
	const change = changesOf(body, shown);
	const rows = [
		...(isNew ? [] : statusField(shown, change, refusal !== null)),
		...labelsField(shown, change, isNew ? 'Labels' : 'Labels after sending'),
	];
	return h(
		'div',
		{ key: `composer ${snapshot.key}`, class: 'composer-row' },
		avatar(shown.me),
		h(
			'form',
			{
				class: 'composer',
				id: 'composer',
				'aria-label': isNew ? 'New ticket' : 'Comment and change',
				'aria-busy': editor.isSending ? 'true' : null,
			},
			...snapshot.waiting.filter(({ state }) => state === 'refused').map(refusedText),
			...others.map(otherText),
			isNew && titleField(refusal !== null && isTitleTooShort(body.title)),
			shown.mayComment && text.drawTabs(textsFor(page), hint, !isNew && templateButton()),
			...shown.notes.map(note),
			shown.mayComment && text.drawPanel(textsFor(page)),
			refusal && refusalNote(refusal),
			rows.length > 0 &&
				h(
					'div',
					{
						key: 'changes',
						class: 'changes',
						role: 'group',
						'aria-label': isNew ? 'Choices for the new ticket' : 'Change with this comment',
					},
					...rows,
				),
			sendRow({
				draft: editor,
				label: sendButtonText(page, change, shown, snapshot.owner?.account),
				missing: missingText(page, body.title, change),
				more:
					undoable !== null && (status.kind === 'none' || status.kind === 'message') && undoButton(undoable),
			}),
		),
	);
}
