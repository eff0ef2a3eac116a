import type { PastText } from '../../../src/platform/page/page-text.ts';
import type { ErrorMessage } from '../../../src/platform/page/requests.ts';
import { type Child, h, type VirtualElement } from '../draw.ts';
import { icon } from '../page-elements.ts';

/** What the user is told about their draft. */
export type DraftState =
	| { readonly kind: 'none' | 'discarded' | 'removed-elsewhere' }
	/** While `writing` or `saving`, `text` is the status of the previous save. */
	| { readonly kind: 'writing' | 'saving' | 'saved' | 'message' | 'unsaved'; readonly text: string };

/** `time` is when the draft was saved, as the page shows it. */
export const savedState = (time: string): DraftState => ({
	kind: 'saved',
	text: `Draft saved ${time}`.trim(),
});

export const unsavedState = (problem: string): DraftState => ({
	kind: 'unsaved',
	text: `Not saved: ${problem}`,
});

/** The state of a draft that has just changed. What is said about a save under way, or one that failed, stays until the next one. */
export function writingState(state: DraftState): DraftState {
	if (state.kind === 'saving' || state.kind === 'unsaved') return state;
	const wasSaved = state.kind === 'saved' || state.kind === 'writing';
	return { kind: 'writing', text: wasSaved ? state.text : '' };
}

/** Says what happens to a text that was sent. */
export function sentState(state: PastText['state']): DraftState {
	const texts = { sending: 'Sending…', waiting: 'Waiting to be sent.', sent: 'Sent.' };
	return state === 'sending' || state === 'waiting' || state === 'sent'
		? { kind: 'message', text: texts[state] }
		: { kind: 'none' };
}

/** `heading` says what the refusal means for the draft. */
export type ShownRefusal = ErrorMessage & { readonly heading?: string };

/** The refusal of a send. The heading claims that nothing was sent only if that is certain. */
export const sendRefusal = (refusal: ErrorMessage): ShownRefusal => ({
	...refusal,
	...(!refusal.mayBeDone && { heading: 'Nothing was sent.' }),
});

export const discardRefusal = (problem: string): ShownRefusal => ({
	problem: `The draft was not discarded. ${problem}`,
});

const remedies = { again: 'Send Again', 'sign-in': 'Sign In' };

export const refusalNote = ({ heading, problem, remedy }: ShownRefusal): VirtualElement =>
	h(
		'div',
		{ key: 'refusal', class: 'note error', role: 'alert' },
		icon('error'),
		h('p', {}, heading && h('b', {}, heading), `${heading ? ' ' : ''}${problem}`),
		remedy &&
			h(
				'button',
				{ class: 'button', type: 'button', 'data-do': 'remedy', 'data-remedy': remedy },
				remedies[remedy],
			),
	);

/** Messages for a draft that was removed and can be restored. */
const removalMessages: Readonly<Record<string, string | undefined>> = {
	discarded: 'Draft discarded.',
	'removed-elsewhere': 'The draft was sent or discarded elsewhere.',
};

/** `more` is shown after the state. */
export function drawDraftState(state: DraftState, more: Child): VirtualElement {
	const removal = removalMessages[state.kind];
	const text = 'text' in state ? state.text : (removal ?? '');
	const isSaving = state.kind === 'saving';
	return h(
		'span',
		{ class: 'state' },
		(state.kind === 'saved' || (state.kind === 'writing' && text !== '')) && icon('check'),
		state.kind === 'unsaved' && icon('warning', 'warn'),
		// Keep "Saving…" out of the live region, so that a screen reader announces a save only when its text changes, once a minute.
		isSaving && h('span', { key: 'saving', 'aria-hidden': 'true' }, 'Saving…'),
		h('span', { key: 'state', role: 'status', class: isSaving ? 'screen-reader-only' : null }, text),
		removal !== undefined &&
			h('button', { class: 'text-button', type: 'button', 'data-do': 'undo-discard' }, 'Undo'),
		more,
	);
}
