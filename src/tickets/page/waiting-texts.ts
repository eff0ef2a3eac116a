import type { Render } from '../../platform/model/markdown/renderer.ts';
import { capitalize } from '../../platform/model/words.ts';
import { outboxNoteOf } from '../../platform/page/outbox-note.ts';
import type { PastText } from '../../platform/page/page-text.ts';
import { shownStateOf } from '../../platform/state/outbox/queue.ts';
import { checkSentences, isListed, whyNotDone } from '../../platform/state/outbox/text.ts';
import { describeChange } from '../model/describe-change.ts';
import { duplicateComment } from '../state/changes/change.ts';
import type { TicketOutbox } from '../state/changes/ticket-outbox-format.ts';
import type { WaitingText } from './protocol.ts';

/** A comment or a new ticket in the outbox. */
export type WaitingEntry = TicketOutbox['entries'][number];

export function waitingTextState(entry: WaitingEntry, now: number): WaitingText['state'] & PastText['state'] {
	const state = shownStateOf(entry, now);
	if (state === 'pending' || state === 'sending') return 'sending';
	return state === 'waiting' || state === 'unconfirmed' ? 'waiting' : 'refused';
}

/** What a page shows of a text that is on its way, or was refused. */
export function shownWaitingText(entry: WaitingEntry, render: Render, now: number): WaitingText {
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
		acts: actsOf(entry, hasOthers && state.kind === 'refused' && !state.mayBeDone, now),
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

function statusOf(entry: WaitingEntry, now: number): string {
	const { state } = entry;
	if (!isListed(entry, now)) return 'Sending…';
	if (state.kind === 'conflict')
		return `This ticket changed while you were writing. It is now: ${state.theirs}. Nothing was sent.`;
	const why = capitalize(whyNotDone({ ...entry, done: 'sent' }, now));
	return state.kind === 'refused' && state.mayBeDone ? `${why} ${checkSentences.sent}` : why;
}

function actsOf(entry: WaitingEntry, canSendAlone: boolean, now: number): WaitingText['acts'] {
	if (!isListed(entry, now)) return [];
	const { button, lacksPermission } = outboxNoteOf(entry, now);
	return [
		...(lacksPermission ? [{ act: 'grant' as const, label: 'Grant Permissions' }] : []),
		...(canSendAlone || entry.state.kind === 'conflict'
			? [{ act: 'only-comment' as const, label: 'Keep Only the Comment' }]
			: []),
		{ act: 'send-now', label: button },
		{ act: 'edit', label: 'Edit' },
		{ act: 'discard', label: 'Discard' },
	];
}
