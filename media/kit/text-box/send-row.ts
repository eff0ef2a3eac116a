import { type Child, h, type VirtualElement } from '../draw.ts';
import { modifierKey } from '../keys.ts';
import { type DraftStatus, drawDraftStatus } from './draft-status.ts';

interface SendRow {
	readonly draft: { readonly isBlank: boolean; readonly status: DraftStatus };
	/** What the send button does. */
	readonly label: string;
	/** What the user needs to do before there is something to send; null if there is. */
	readonly missing: string | null;
	/** Shown after the state of the draft. */
	readonly more: Child;
}

/** The end of a form: the state of the draft, and the buttons that discard it and send it. */
export function sendRow({ draft, label, missing, more }: SendRow): VirtualElement {
	const { isBlank, status } = draft;
	return h(
		'div',
		{ key: 'send-row', class: 'send-row' },
		drawDraftStatus(status, more),
		!isBlank &&
			h('button', { key: 'discard', class: 'button', type: 'button', 'data-do': 'discard' }, 'Discard'),
		h(
			'button',
			{
				key: 'send',
				class: 'button primary tip-end tip-up',
				type: 'submit',
				'aria-keyshortcuts': 'Control+Enter Meta+Enter',
				'aria-disabled': missing !== null ? 'true' : null,
				'aria-description': missing,
				'data-tip': missing ?? `Send (${modifierKey}+Enter)`,
			},
			label,
		),
	);
}
