import type { ErrorMessage } from '../../../src/platform/page/requests.ts';
import { type Child, h, type VirtualElement } from '../draw.ts';
import { icon } from '../page-elements.ts';
import type { Draft } from './draft.ts';

/** What the user is told about what they write. */
export interface DraftStatus {
	/** While it is `saving`, the text is that of the previous save. */
	readonly kind: 'none' | 'saving' | 'saved' | 'unsaved' | 'removed' | 'message';
	readonly text: string;
	/** The id of the draft that its button saves or restores. */
	readonly id: string;
}

/** Says how a draft was removed. Only one with a place on its page can have been moved to another page. */
const removalOf = ({ state, at }: Draft<unknown, unknown>): string =>
	state === 'discarded'
		? 'Draft discarded.'
		: `The draft was ${at === null ? 'sent or discarded' : 'sent, discarded or moved'} outside of this page.`;

/** What the user is told about a draft. `isBlank`: nothing is written in it. */
export function statusOf(draft: Draft<unknown, unknown>, isBlank: boolean): DraftStatus {
	const { id, isRemoved, problem, isSaving, saved } = draft;
	if (isRemoved) return { kind: 'removed', text: removalOf(draft), id };
	if (problem !== '') return { kind: 'unsaved', text: `Not saved: ${problem}`, id };
	const text = saved === '' || isBlank ? '' : `Draft saved ${saved}`;
	return { kind: isSaving ? 'saving' : text === '' ? 'none' : 'saved', text, id };
}

/** `more` is shown after the status. */
export function drawDraftStatus({ kind, text, id }: DraftStatus, ...more: readonly Child[]): VirtualElement {
	const isSaving = kind === 'saving';
	const button = (label: string, act: string) =>
		h('button', { class: 'text-button', type: 'button', 'data-do': act, 'data-draft': id }, label);
	return h(
		'span',
		{ key: 'state', class: 'state' },
		kind === 'saved' && icon('check'),
		kind === 'unsaved' && icon('warning', 'warn'),
		// Keep "Saving…" out of the live region, so that a screen reader announces a save only when its text changes, once a minute.
		isSaving && h('span', { key: 'saving', 'aria-hidden': 'true' }, 'Saving…'),
		h('span', { key: 'state', role: 'status', class: isSaving ? 'screen-reader-only' : null }, text),
		kind === 'removed' && button('Undo', 'restore-draft'),
		kind === 'unsaved' && button('Try Again', 'save-draft'),
		...more,
	);
}

/** `heading` says what the refusal means for the draft. */
export type ShownRefusal = ErrorMessage & { readonly heading?: string };

/** The refusal of a send. The heading claims that nothing was sent only if that is certain. */
export const sendRefusal = (refusal: ErrorMessage): ShownRefusal => ({
	...refusal,
	...(!refusal.mayBeDone && { heading: 'Nothing was sent.' }),
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
