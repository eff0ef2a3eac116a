import type { DescribedEntry } from '../state/outbox/described.ts';
import { shownStateOf } from '../state/outbox/queue.ts';
import { fullReason } from '../state/outbox/text.ts';
import type { Note } from './parts.ts';

/** What a page says about a change that waits to be sent, or that was not made. */
export interface WaitingChange {
	readonly text: string;
	/** The label of the button that sends it. */
	readonly button: string;
	/** Whether the user has to decide. */
	readonly isProblem: boolean;
}

const buttons: Readonly<Record<string, string>> = { refused: 'Send Again', conflict: 'Use Mine' };

export function waitingChange(entry: DescribedEntry, now: number): WaitingChange {
	const situation = shownStateOf(entry, now);
	return {
		text: fullReason(entry, now),
		button: buttons[situation] ?? 'Send Now',
		isProblem: situation !== 'waiting',
	};
}

export const waitingNote = ({ text, button, isProblem }: WaitingChange): Note => ({
	key: 'waiting',
	kind: isProblem ? 'warning' : 'info',
	icon: isProblem ? 'warning' : 'cloud-upload',
	pieces: [text],
	acts: [
		{ act: 'send-now', label: button },
		{ act: 'discard-change', label: 'Discard' },
	],
});
