import type { DescribedEntry } from '../state/outbox/described-entry.ts';
import { missingPermissions } from '../state/outbox/entry.ts';
import { shownStateOf } from '../state/outbox/queue.ts';
import { fullReason, isListed } from '../state/outbox/text.ts';
import type { Note } from './snapshot-parts.ts';

/** What a page says about a change that waits to be sent, or that was not made. */
export interface OutboxNote {
	/** The id of the change in the outbox. */
	readonly entry: string;
	readonly text: string;
	/** The label of the button that sends it. */
	readonly button: string;
	/** Whether the user has to decide. */
	readonly isProblem: boolean;
	/** Whether the token lacks a permission for it, which the user can grant. */
	readonly lacksPermission: boolean;
}

const buttons: Readonly<Record<string, string>> = { refused: 'Send Again', conflict: 'Use Mine' };

/** What a page says about the first direct change of its item that is not about to be sent. Texts are shown by themselves. */
export function firstOutboxNote(entries: readonly DescribedEntry[], now: number): OutboxNote | undefined {
	const entry = entries.find((one) => one.textId === undefined && isListed(one, now));
	return entry && outboxNoteOf(entry, now);
}

export function outboxNoteOf(entry: DescribedEntry, now: number): OutboxNote {
	const state = shownStateOf(entry, now);
	return {
		entry: entry.id,
		text: fullReason(entry, now),
		button: buttons[state] ?? 'Send Now',
		isProblem: state !== 'waiting',
		lacksPermission: missingPermissions(entry) !== undefined,
	};
}

export const toPageNote = ({ entry, text, button, isProblem, lacksPermission }: OutboxNote): Note => ({
	key: 'waiting',
	kind: isProblem ? 'warning' : 'info',
	icon: isProblem ? 'warning' : 'cloud-upload',
	pieces: [text],
	acts: [
		...(lacksPermission ? [{ act: 'grant' as const, label: 'Grant Permissions', entry }] : []),
		{ act: 'send-now', label: button, entry },
		{ act: 'discard-change', label: 'Discard', entry },
	],
});
