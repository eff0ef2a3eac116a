import type { Render } from '../../platform/model/markdown/renderer.ts';
import type { PastText } from '../../platform/page/page-text.ts';
import { missingPermissions } from '../../platform/state/outbox/entry.ts';
import { shownStateOf } from '../../platform/state/outbox/queue.ts';
import { describeChange } from '../model/describe-change.ts';
import type { TicketEntry } from '../state/changes/ticket-outbox-format.ts';
import type { WaitingText } from './protocol.ts';

export function waitingTextState(entry: TicketEntry, now: number): WaitingText['state'] & PastText['state'] {
	const state = shownStateOf(entry, now);
	if (state === 'pending' || state === 'sending') return 'sending';
	return state === 'waiting' || state === 'unconfirmed' ? 'waiting' : 'refused';
}

const checks = 'It may have arrived. Tildeforge checks before it sends it again.';

/** What a page shows of a text that is on its way, or was refused. */
export function shownWaitingText(entry: TicketEntry, render: Render, now: number): WaitingText {
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
		reason: shown === 'refused' ? reasonOf(entry) : '',
		acts: actsOf(entry, shown, hasOthers && state.kind === 'refused' && !state.mayBeDone),
	};
}

function statusOf(entry: TicketEntry, now: number): string {
	const { state } = entry;
	const shown = shownStateOf(entry, now);
	if (shown === 'pending' || shown === 'sending') return 'Sending…';
	if (shown === 'unconfirmed') return 'Has waited for more than ten minutes. Send it if you still want it.';
	if (shown !== 'waiting') return 'Not sent';
	const reason = 'reason' in state && state.reason ? state.reason : '';
	const isUnsure = state.kind === 'waiting' && state.mayBeDone;
	return ['Waiting to be sent.', reason, ...(isUnsure ? [checks] : [])].filter(Boolean).join(' ');
}

function reasonOf({ state }: TicketEntry): string {
	if (state.kind === 'conflict')
		return `This ticket changed while you were writing. It is now: ${state.theirs}. Nothing was sent.`;
	if (state.kind !== 'refused') return '';
	return [state.reason, state.mayBeDone ? checks : 'Nothing was sent.'].filter(Boolean).join(' ');
}

function actsOf(entry: TicketEntry, shown: WaitingText['state'], canSendAlone: boolean): WaitingText['acts'] {
	if (shown === 'sending') return [];
	const again = { conflict: 'Use Mine', refused: 'Send Again' } as const;
	const { kind } = entry.state;
	const label = kind === 'conflict' || kind === 'refused' ? again[kind] : 'Send Now';
	return [
		...(missingPermissions(entry) ? [{ act: 'grant' as const, label: 'Grant Permissions' }] : []),
		...(canSendAlone || kind === 'conflict'
			? [{ act: 'only-comment' as const, label: 'Keep Only the Comment' }]
			: []),
		{ act: 'send-now', label },
		{ act: 'edit', label: 'Edit' },
		{ act: 'discard', label: 'Discard' },
	];
}
