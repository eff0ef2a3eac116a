import { count } from '../../../base/text/numbers.ts';
import type { DescribedEntry } from './described-entry.ts';
import { type Entry, isCertainlyNotMade, mayBeDone, missingPermissions } from './entry.ts';
import { type ShownState, shownStateOf } from './queue.ts';
import type { Undoable } from './undo.ts';

/** What is changed: `#47`, or `3 lamps`. */
export function named(entries: readonly DescribedEntry[]): string {
	const items = [...new Map(entries.map((entry) => [entry.item, entry])).values()];
	const [only, other] = items;
	if (only && !other) return only.shortRef;
	return countItems(items);
}

/** `3 lamps`. If they are of several kinds, `3 items`. */
function countItems(items: readonly DescribedEntry[]): string {
	const [name = 'item', ...others] = new Set(items.map(({ noun }) => noun));
	return count(items.length, others.length === 0 ? name : 'item');
}

/** Whether the entry is neither about to be sent nor being sent, so that it is listed under *Waiting*. */
export const isListed = (entry: Entry<unknown, unknown>, now: number): boolean => {
	const state = shownStateOf(entry, now);
	return state !== 'pending' && state !== 'sending';
};

/** Why an entry is listed, in a few words. */
export function shortReason(entry: DescribedEntry, now: number): string {
	const { state, done } = entry;
	const refusal = mayBeDone(entry) ? `may have been ${done}` : 'refused';
	const reasons: Readonly<Record<ShownState, string>> = {
		pending: 'waiting',
		sending: 'sending',
		waiting: 'waiting',
		unconfirmed: 'waiting: send now?',
		refused: missingPermissions(entry) ? 'missing permission' : refusal,
		conflict: state.kind === 'conflict' ? `conflict: now ${state.theirs}` : '',
	};
	return reasons[shownStateOf(entry, now)];
}

/** What messages say of a change that may have been made, by the word that its kind uses. */
export const checkSentences = {
	made: 'The change may have been made. Tildeforge checks before it tries again.',
	sent: 'It may have been sent. Tildeforge checks before it sends it again.',
};

/** The sentences about a listed entry, for its page and its tooltip. */
export function fullReason(entry: DescribedEntry, now: number): string {
	const { state, ref, text } = entry;
	if (state.kind === 'conflict')
		return `${ref} was changed in the meantime. Yours: ${text}. Theirs: ${state.theirs}.`;
	return `${text}: ${whyNotDone(entry, now)}`;
}

/** Why an entry without a conflict is listed, as it follows the words for the change. */
export function whyNotDone(entry: DescribedEntry, now: number): string {
	const { state, done } = entry;
	// The reason why it was not sent at the time may be gone by now.
	if (shownStateOf(entry, now) === 'unconfirmed')
		return 'has waited for more than ten minutes. Send it if you still want it.';
	const reason = ('reason' in state && state.reason) || '';
	if (state.kind === 'waiting' && state.mayBeDone)
		return [reason, checkSentences[done]].filter(Boolean).join(' ');
	if (state.kind !== 'refused') return `waiting. ${reason}`.trim();
	// It may have been made all the same.
	return state.mayBeDone ? reason : `not ${done}. ${reason}`;
}

/**
 * The message after a change that waits because the user has to confirm an earlier one of the same item. Undefined if there is none. `entries`
 * are those of the changed items; `waitingList` is the list of waiting changes, as the user knows it.
 */
export function unconfirmedText(
	entries: readonly DescribedEntry[],
	waitingList: string,
	now: number,
): string | undefined {
	const waiting = entries.filter((entry) => shownStateOf(entry, now) === 'unconfirmed');
	if (waiting.length === 0) return undefined;
	const isOne = new Set(waiting.map(({ item }) => item)).size === 1;
	const older = isOne ? 'older change' : 'older changes';
	return `Waiting: first confirm the ${older} of ${named(waiting)} under ${waitingList}`;
}

/** The item in the status bar. */
export interface OutboxStatus {
	readonly text: string;
	readonly tooltip: string;
	/** Whether a click undoes the change, or shows what is waiting. */
	readonly click: 'undo' | 'show';
	/** Whether nothing more happens until the user decides: about the change of another user, or about what was refused. */
	readonly needsUser: boolean;
}

/** The status bar's text about changes that are not on the forge yet; undefined if there is none. A click undoes the changes of `undoable`. */
export function outboxStatus(
	entries: readonly DescribedEntry[],
	undoable: Undoable | undefined,
	now: number,
): OutboxStatus | undefined {
	const undoableEntries = entries.filter(
		(entry) =>
			shownStateOf(entry, now) === 'pending' && entry.steps.some(({ group }) => group === undoable?.group),
	);
	const [first] = undoableEntries;
	if (first && undoable) {
		return {
			text: `${first.describeProgress(undoable.group, named(undoableEntries))}… Undo`,
			tooltip: 'Undo this change before it is sent',
			click: 'undo',
			needsUser: false,
		};
	}
	const listed = entries.filter((entry) => isListed(entry, now));
	if (listed.length === 0) return undefined;
	const conflicts = listed.filter(({ state }) => state.kind === 'conflict').length;
	const refused = listed.filter(isCertainlyNotMade).length - conflicts;
	const waiting = listed.length - conflicts - refused;
	const parts = [
		...(conflicts > 0 ? [count(conflicts, 'conflict')] : []),
		...(refused > 0 ? [`${count(refused, 'change')} refused`] : []),
		...(waiting > 0 ? [`${count(waiting, 'change')} waiting`] : []),
	];
	return {
		text: parts.join(', '),
		tooltip:
			conflicts > 0
				? 'Show what others have changed in the meantime'
				: refused > 0
					? 'Show what was refused, and why'
					: 'Show the waiting changes',
		click: 'show',
		needsUser: listed.some(({ state }) => state.kind === 'conflict' || state.kind === 'refused'),
	};
}
