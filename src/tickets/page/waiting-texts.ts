import { idOfTicket } from '../../platform/model/keys.ts';
import type { Render } from '../../platform/model/markdown/renderer.ts';
import { capitalize } from '../../platform/model/words.ts';
import { outboxNoteOf } from '../../platform/page/outbox-note.ts';
import type { PastText } from '../../platform/page/page-text.ts';
import { shownStateOf } from '../../platform/state/outbox/queue.ts';
import { checkSentences, isListed, whyNotDone } from '../../platform/state/outbox/text.ts';
import { undoableOf } from '../../platform/state/outbox/undo.ts';
import { describeChange } from '../model/describe-change.ts';
import { duplicateComment } from '../state/changes/change.ts';
import type { TicketOutbox } from '../state/changes/ticket-outbox-format.ts';
import type { WaitingText } from './protocol.ts';

/** A comment or a new ticket in the outbox. */
export type WaitingEntry = TicketOutbox['entries'][number];

export function waitingTextState(entry: WaitingEntry, now: number): WaitingText['state'] & PastText['state'] {
	const state = shownStateOf(entry, now);
	if (state === 'sending' || (state === 'pending' && entry.due <= now)) return 'sending';
	return state === 'refused' || state === 'conflict' ? 'refused' : 'waiting';
}

/** What a page shows of a text that is on its way, or was refused. `all` is the outbox. */
export function shownWaitingText(
	entry: WaitingEntry,
	all: readonly WaitingEntry[],
	render: Render,
	now: number,
): WaitingText {
	const { id, state, steps } = entry;
	const { change = {}, creation } = steps[0]?.change ?? {};
	const { comment, ...others } = change;
	const shown = waitingTextState(entry, now);
	const text = creation ? (creation.description ?? '') : (comment ?? '');
	const hasOthers = comment !== undefined && Object.keys(others).length > 0;
	return {
		entry: id,
		state: shown,
		title: creation?.title ?? null,
		html: text.trim() === '' ? '' : render(text).html,
		change: creation ? describeChange({ addLabels: creation.labels ?? [] }) : describeChange(others),
		status: statusOf(entry, now),
		acts: actsOf(
			entry,
			undoLabel(entry, all),
			hasOthers && state.kind === 'refused' && !state.mayBeDone,
			now,
		),
	};
}

/** The comment that the forge gets with the resolution of a duplicate. Its change is undone or sent as a whole, so it has no buttons. */
export const commentOnDuplicate = (original: string, render: Render): WaitingText => ({
	entry: 'comment on the duplicate',
	state: 'waiting',
	title: null,
	html: render(duplicateComment(original)).html,
	change: '',
	status: 'Waiting',
	acts: [],
});

/** Whether it waits only so that the user can undo it. */
const canBeUndone = (entry: WaitingEntry, now: number): boolean =>
	entry.state.kind === 'pending' && waitingTextState(entry, now) === 'waiting' && !isListed(entry, now);

function statusOf(entry: WaitingEntry, now: number): string {
	const { state } = entry;
	if (!isListed(entry, now)) return canBeUndone(entry, now) ? 'Waiting' : 'Sending…';
	if (state.kind === 'conflict')
		return `This ticket changed while you were writing. It is now: ${state.theirs}. Nothing was sent.`;
	const why = capitalize(whyNotDone({ ...entry, done: 'sent' }, now));
	return state.kind === 'refused' && state.mayBeDone ? `${why} ${checkSentences.sent}` : why;
}

/** Undo takes back all that a command has changed, and the other buttons concern only this ticket. */
function undoLabel(entry: WaitingEntry, all: readonly WaitingEntry[]): string {
	const undone = undoableOf(all, entry.steps.at(-1)?.group ?? '');
	const tickets = new Set(undone.map(({ key }) => idOfTicket(key))).size;
	return tickets > 1 ? `Undo for ${tickets} Tickets` : 'Undo';
}

function actsOf(entry: WaitingEntry, undo: string, canSendAlone: boolean, now: number): WaitingText['acts'] {
	const edit = { act: 'edit', label: 'Edit' } as const;
	const discard = { act: 'discard', label: 'Discard' } as const;
	if (canBeUndone(entry, now))
		return [{ act: 'undo', label: undo }, { act: 'send-now', label: 'Send Now' }, edit, discard];
	if (!isListed(entry, now)) return [];
	const { button, lacksPermission } = outboxNoteOf(entry, now);
	return [
		...(lacksPermission ? [{ act: 'grant' as const, label: 'Grant Permissions' }] : []),
		...(canSendAlone || entry.state.kind === 'conflict'
			? [{ act: 'only-comment' as const, label: 'Keep Only the Comment' }]
			: []),
		{ act: 'send-now', label: button },
		edit,
		discard,
	];
}
