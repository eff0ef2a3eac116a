import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import { truncate } from '../../platform/model/truncate.ts';
import { count } from '../../platform/model/words.ts';
import { changeOf } from '../../platform/state/outbox/entry.ts';
import { type ShownState, shownStateOf } from '../../platform/state/outbox/queue.ts';
import { describeChange, progressVerb } from '../model/describe-change.ts';
import { pendingChanges, type TicketEntry } from './pending-change.ts';

const longestExcerpt = 50;

/** `#47`, or `3 tickets`. */
export const named = (keys: readonly TicketKey[]): string => {
	const [only] = keys;
	return only && keys.length === 1 ? `#${only.ticket}` : count(keys.length, 'ticket');
};

/** The user's change of an entry: `Confirmed, add label bug` or `Comment “Thanks!”, resolved as fixed`. */
export function describeEntry(entry: TicketEntry): string {
	const { comment, ...direct } = changeOf(pendingChanges, entry)?.change ?? {};
	const parts = [comment === undefined ? '' : `Comment “${excerptOf(comment)}”`, describeChange(direct)];
	return parts.filter((part) => part !== '').join(', ');
}

/** The first line of a comment, shortened. */
function excerptOf(comment: string): string {
	const [line = '', ...more] = comment.trim().split('\n');
	const excerpt = truncate(line, longestExcerpt);
	return more.length === 0 || excerpt !== visible(line.trim()) ? excerpt : `${excerpt}…`;
}

/** Whether the entry is neither about to be sent nor being sent, so that it is listed under *Waiting*. */
export const isListed = (entry: TicketEntry, now: number): boolean => {
	const situation = shownStateOf(entry, now);
	return situation !== 'pending' && situation !== 'sending';
};

/** Why an entry is listed, in a few words. */
export function shortReason(entry: TicketEntry, now: number): string {
	const { state } = entry;
	const reasons: Readonly<Record<ShownState, string>> = {
		pending: 'unsent',
		sending: 'sending',
		waiting: 'waiting',
		unconfirmed: 'not sent yet: send now?',
		refused: 'refused',
		conflict: state.kind === 'conflict' ? `conflict: now ${state.theirs}` : '',
	};
	return reasons[shownStateOf(entry, now)];
}

/** The sentences about a listed entry, for its page and its tooltip. */
export function fullReason(entry: TicketEntry, now: number): string {
	const { state } = entry;
	const mine = describeEntry(entry);
	if (state.kind === 'conflict')
		return `${refOf(entry.key)} was changed in the meantime. Yours: ${mine}. Theirs: ${state.theirs}.`;
	// The reason why it was not sent at the time may be gone by now.
	if (shownStateOf(entry, now) === 'unconfirmed')
		return `${mine}: has waited for more than ten minutes. Send it if you still want it.`;
	const reason = ('reason' in state && state.reason) || '';
	return `${mine}: ${state.kind === 'refused' ? 'not made.' : 'not sent yet.'} ${reason}`.trim();
}

/** The message after a change of tickets that waits because the user has to confirm an earlier one. Undefined if there is none. */
export function unconfirmedText(
	keys: readonly TicketKey[],
	entriesOfTicket: (key: TicketKey) => readonly TicketEntry[],
	now: number,
): string | undefined {
	const waiting = keys.filter((key) =>
		entriesOfTicket(key).some((entry) => shownStateOf(entry, now) === 'unconfirmed'),
	);
	if (waiting.length === 0) return undefined;
	const older = waiting.length === 1 ? 'has an older change' : 'have older changes';
	return `Not sent: ${named(waiting)} ${older} to confirm under Waiting`;
}

/** The item in the status bar. */
export interface OutboxStatus {
	readonly text: string;
	readonly tooltip: string;
	/** Whether a click undoes the change, or shows what is waiting. */
	readonly click: 'undo' | 'show';
}

/** The status bar's text about changes that are not on the forge yet; undefined if there is none. A click undoes the changes of `undoableGroup`. */
export function outboxStatus(
	entries: readonly TicketEntry[],
	undoableGroup: string | undefined,
	now: number,
): OutboxStatus | undefined {
	const steps = entries
		.filter((entry) => shownStateOf(entry, now) === 'pending')
		.flatMap(({ key, steps }) =>
			steps.filter((step) => step.group === undoableGroup).map(({ change }) => ({ key, change })),
		);
	if (steps.length > 0) {
		const verb = progressVerb(steps[0]?.change.change ?? {});
		const what = named(steps.map(({ key }) => key));
		return { text: `${verb} ${what}… Undo`, tooltip: 'Undo this change before it is sent', click: 'undo' };
	}
	const listed = entries.filter((entry) => isListed(entry, now));
	if (listed.length === 0) return undefined;
	return {
		text: `${count(listed.length, 'change')} waiting`,
		tooltip: 'Show the changes that are not sent yet',
		click: 'show',
	};
}
