import { type DraftState, draftState } from './draft-status.ts';
import { type Child, h, type VirtualElement } from './draw.ts';
import { modifierKey } from './keys.ts';

interface SendRow {
	readonly draft: { readonly isBlank: boolean; readonly isSending: boolean; readonly state: DraftState };
	/** What the send button does. */
	readonly label: string;
	/** Whether there is nothing to send. */
	readonly hasNothingToSend: boolean;
	/** Shown after the state of the draft. */
	readonly more: Child;
}

/** The end of a form: the state of the draft, and the buttons that discard it and send it. */
export function sendRow({ draft, label, hasNothingToSend: isIdle, more }: SendRow): VirtualElement {
	const { isBlank, isSending, state } = draft;
	return h(
		'div',
		{ key: 'send-row', class: 'send-row' },
		draftState(state, more),
		!isBlank &&
			!isSending &&
			h('button', { key: 'discard', class: 'button', type: 'button', 'data-do': 'discard' }, 'Discard'),
		h(
			'button',
			{
				key: 'send',
				class: 'button primary tip-end tip-up',
				type: 'submit',
				'aria-keyshortcuts': 'Control+Enter Meta+Enter',
				'aria-disabled': isIdle || isSending ? 'true' : null,
				'data-tip': `Send (${modifierKey}+Enter)`,
			},
			isSending ? 'Sending…' : label,
		),
	);
}
