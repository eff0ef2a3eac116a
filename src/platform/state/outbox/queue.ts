import { smallest } from '../../../base/collections.ts';
import type { TextVersion } from '../texts/text.ts';
import {
	changeOf,
	type Entry,
	type EntryState,
	isMergeable,
	isNotSent,
	isUnconfirmed,
	isWaiting,
	type OutboxFormat,
} from './entry.ts';
import { withoutReplaced } from './replacement.ts';

/** The entries of all accounts, in the order in which they are sent. */
export type Queue<Key, Change> = readonly Entry<Key, Change>[];

/** How long other windows wait for the window of an entry to send it. */
export const graceMs = 1500;

export interface NewChange<Key, Change> {
	readonly key: Key;
	readonly change: Change;
}

/** How the changes of a command are added. */
export interface AddOptions<Key, Change> {
	/** The text that the changes send, and its version. */
	readonly textId?: string;
	readonly textVersion?: TextVersion;
	/** Changes the queue in the same write, before the changes are added. If it throws, nothing changes. */
	readonly editQueue?: (queue: Queue<Key, Change>) => Queue<Key, Change> | Promise<Queue<Key, Change>>;
}

/** Returns what replaces a change of an item, or the same change. */
export type AdaptChange<Key, Change> = (key: Key, change: Change) => Change;

interface AddingOptions extends Omit<AddOptions<unknown, unknown>, 'editQueue'> {
	readonly group: string;
	readonly now: number;
	readonly due: number;
	readonly origin: string;
	readonly createId: () => string;
}

/**
 * Adds the changes of one command. A change replaces what it overrides of the refused and conflicting entries of its item. It is merged
 * into the last entry of its item, unless that entry may have been sent, or one of the two sends a text. A text is sent after the earlier
 * entries of its item, which become due with it.
 */
export function withAdded<Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Queue<Key, Change>,
	changes: readonly NewChange<Key, Change>[],
	{ group, textId, textVersion, now, due, origin, createId }: AddingOptions,
): Queue<Key, Change> {
	let result = queue;
	for (const { key, change } of changes) {
		const item = format.idOf(key);
		const isText = textId !== undefined;
		// If this window hung and has lost the lock, it applies the command a second time.
		if (isText && result.some((one) => one.textId === textId && format.idOf(one.key) === item)) continue;
		result = withoutReplaced(format, result, item, change);
		const step = { group, change, at: now };
		const last = result.findLast((entry) => format.idOf(entry.key) === item);
		if (last && !isText && isNotSent(last) && isMergeable(last)) {
			const merged: Entry<Key, Change> = {
				...last,
				steps: [...last.steps, step],
				due,
				origin,
				state: { kind: 'pending' },
			};
			result = result.map((entry) => (entry === last ? merged : entry));
			continue;
		}
		const entry: Entry<Key, Change> = {
			id: createId(),
			key,
			steps: [step],
			due,
			origin,
			state: { kind: 'pending' },
			...(isText && { textId }),
			...(textVersion && { textVersion }),
		};
		const wouldDelayText = (one: Entry<Key, Change>) =>
			isText && one.due > due && isNotSent(one) && format.idOf(one.key) === item;
		result = [...result.map((one) => (wouldDelayText(one) ? { ...one, due, origin } : one)), entry];
	}
	return result;
}

/** When the user made an entry. */
export const madeAt = ({ made, steps }: Entry<unknown, unknown>): number => made ?? steps[0]?.at ?? 0;

export const withState = <Key, Change>(
	queue: Queue<Key, Change>,
	id: string,
	state: EntryState,
	more: Partial<Pick<Entry<Key, Change>, 'checkAt' | 'due'>> = {},
): Queue<Key, Change> => queue.map((entry) => (entry.id === id ? { ...entry, ...more, state } : entry));

/** Sets when the forge is asked whether it has the change of an entry. */
export const withCheckAt = <Key, Change>(
	queue: Queue<Key, Change>,
	id: string,
	checkAt: number,
): Queue<Key, Change> => queue.map((entry) => (entry.id === id ? { ...entry, checkAt } : entry));

/** Adapts the changes of all entries, also of one that is being sent: the request keeps the old change, but it may be refused and sent again. */
export const withAdapted = <Key, Change>(
	queue: Queue<Key, Change>,
	adapt: AdaptChange<Key, Change>,
): Queue<Key, Change> =>
	queue.map((entry) => ({
		...entry,
		steps: entry.steps.map((step) => ({ ...step, change: adapt(entry.key, step.change) })),
	}));

/** Replaces the changes of an entry with one change. */
export const withChange = <Key, Change>(
	queue: Queue<Key, Change>,
	id: string,
	change: Change,
): Queue<Key, Change> =>
	queue.map((entry) =>
		entry.id === id ? { ...entry, steps: entry.steps.slice(-1).map((step) => ({ ...step, change })) } : entry,
	);

/** Bases an entry on the other user's change: if it is sent again, it overwrites that change, and only a still later one is a conflict. */
export const withRebased = <Key, Change>(
	{ without }: OutboxFormat<Key, Change>,
	queue: Queue<Key, Change>,
	id: string,
	rebased: Change,
): Queue<Key, Change> =>
	queue.map((entry) =>
		entry.id === id
			? {
					...entry,
					steps: entry.steps.map((step) => ({ ...step, change: without(rebased, step.change) })),
				}
			: entry,
	);

/** Records that an entry is being sent, with a mark of what was known of its item. */
export const withClaim = <Key, Change>(
	queue: Queue<Key, Change>,
	claimed: Entry<Key, Change>,
	{ since, mark }: { readonly since: number; readonly mark: string | undefined },
): Queue<Key, Change> =>
	queue.map((entry) => {
		if (entry.id !== claimed.id) return entry;
		const { checkAt: _, state, ...rest } = entry;
		const reason = state.kind === 'waiting' && { reason: state.reason };
		return { ...rest, ...(mark !== undefined && { mark }), state: { kind: 'sending', since, ...reason } };
	});

/**
 * Sets `checkAt` of the account's entries that were being sent. Call this with the lock for sending, before anything is sent: then the window
 * that was sending them has ended, or hangs and sends nothing more. If the forge were asked at once, it could answer before the last request
 * of that window arrives, and the change would be made twice.
 */
export function withEndedSenders<Key, Change>(
	{ accountOf }: OutboxFormat<Key, Change>,
	queue: Queue<Key, Change>,
	{ account, checkAt }: { readonly account: string; readonly checkAt: number },
): Queue<Key, Change> {
	const isAbandoned = ({ key, state, checkAt: known }: Entry<Key, Change>) =>
		state.kind === 'sending' && known === undefined && accountOf(key) === account;
	return queue.some(isAbandoned)
		? queue.map((entry) =>
				isAbandoned(entry) ? { ...entry, checkAt, state: stateOfAbandoned(entry) } : entry,
			)
		: queue;
}

/** An entry that was tried before waits again. Any other is still shown as being sent. */
const stateOfAbandoned = ({ state }: Entry<unknown, unknown>): EntryState =>
	state.kind === 'sending' && state.reason !== undefined
		? { kind: 'waiting', reason: state.reason, mayBeDone: true }
		: state;

/** No change waits longer than this to be undone. */
const maxDelayMs = 60_000;

/** When this window sends or checks an entry, unless another window has sent it by then. */
function sendTime(entry: Entry<unknown, unknown>, origin: string, now: number): number {
	const { state, checkAt = 0 } = entry;
	const due = entry.origin === origin ? entry.due : entry.due + graceMs;
	const time = state.kind === 'sending' ? state.since + graceMs : due;
	// If a time is farther away than any delay, the clock was set back since it was stored.
	const isTimeWrong = time - now > maxDelayMs + graceMs && wasMadeLater(entry, now);
	const isCheckWrong = checkAt - now > maxDelayMs;
	return Math.max(isTimeWrong ? now : time, isCheckWrong ? now : checkAt);
}

const wasMadeLater = ({ steps }: Entry<unknown, unknown>, now: number): boolean =>
	steps.some(({ at }) => at - now > maxDelayMs);

/**
 * The first waiting entry of each item, and when this window sends it. Later entries of the item wait for it. No entry waits for one
 * that the user has to confirm.
 */
function* sendable<Key, Change>(
	{ idOf }: OutboxFormat<Key, Change>,
	queue: Queue<Key, Change>,
	{ origin, now }: { readonly origin: string; readonly now: number },
): Generator<readonly [entry: Entry<Key, Change>, time: number]> {
	const items = new Set<string>();
	for (const entry of queue) {
		const item = idOf(entry.key);
		if (items.has(item) || !isWaiting(entry) || isUnconfirmed(entry, now)) continue;
		items.add(item);
		yield [entry, sendTime(entry, origin, now)];
	}
}

interface SendContext {
	readonly account: string;
	readonly origin: string;
	readonly now: number;
}

/** The entry of an account to send next: of those that are due, the one that has waited for longest since it was due, or was tried. */
export function nextToSend<Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Queue<Key, Change>,
	{ account, ...at }: SendContext,
): Entry<Key, Change> | undefined {
	const due = [...sendable(format, queue, at)].filter(
		([entry, time]) => format.accountOf(entry.key) === account && time <= at.now,
	);
	const earliest = smallest(due.map(([, time]) => time));
	return due.find(([, time]) => time === earliest)?.[0];
}

/** When this window has to send something next, by account. */
export function sendTimes<Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Queue<Key, Change>,
	at: Omit<SendContext, 'account'>,
): ReadonlyMap<string, number> {
	const times = new Map<string, number>();
	for (const [entry, time] of sendable(format, queue, at)) {
		const account = format.accountOf(entry.key);
		times.set(account, Math.min(time, times.get(account) ?? Number.POSITIVE_INFINITY));
	}
	return times;
}

/** The changes of an item that are not on the forge yet, as one. Undefined if there are none. */
export function waitingChangeOf<Key, Change>(
	format: OutboxFormat<Key, Change>,
	entries: Queue<Key, Change>,
): Change | undefined {
	const steps = entries.filter(isWaiting).flatMap((entry) => entry.steps);
	return changeOf(format, steps);
}

/** The state of an entry as the user sees it. */
export type ShownState = EntryState['kind'] | 'unconfirmed';

/** To the user, an entry that is sent again still waits: its row must not appear and disappear with each attempt. */
export function shownStateOf(entry: Entry<unknown, unknown>, now: number): ShownState {
	const { state } = entry;
	if (isUnconfirmed(entry, now)) return 'unconfirmed';
	return state.kind === 'sending' && state.reason !== undefined ? 'waiting' : state.kind;
}
