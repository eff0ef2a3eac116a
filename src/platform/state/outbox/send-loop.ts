import { isAbort } from '../../../base/abort.ts';
import { timeOfDay } from '../../../base/clock.ts';
import { largest } from '../../../base/collections.ts';
import type { HeldLock } from '../../../base/files/held-lock.ts';
import { ForgeError, isTransient, unexpectedError } from '../../../forge/contract/errors.ts';
import {
	changeOf,
	type Entry,
	type EntryState,
	isCertainlyNotMade,
	isUnconfirmed,
	type MissingPermissions,
	needsCheck,
	type OutboxFormat,
} from './entry.ts';
import {
	madeAt,
	nextToSend,
	type Queue,
	withChange,
	withCheckAt,
	withClaim,
	withEndedSenders,
	withRebased,
	withState,
} from './queue.ts';
import { withoutSent } from './replacement.ts';
import type { Sender, Settled } from './sender.ts';
import { withLaterAdapted } from './undo.ts';

export interface SendLoopOptions<Key, Change> {
	readonly format: OutboxFormat<Key, Change>;
	readonly sender: Sender<Key, Change>;
	/** Applies an edit to the queue on disk. Then reports the result of an entry that was sent, or about which the user has to decide. */
	readonly change: (
		edit: (queue: Queue<Key, Change>) => Queue<Key, Change>,
		settled?: Settled<Key, Change>,
	) => Promise<unknown>;
	/** Never rejects. */
	readonly willSend?: (entry: Entry<Key, Change>) => Promise<void>;
	readonly origin: string;
	/** How long the forge may need to receive and handle a request after its window has ended, or after its answer was lost. */
	readonly arrivalMs: number;
	/** Ends when the window closes, or learns that it has lost the lock. */
	readonly signal: AbortSignal;
	readonly confirm: HeldLock['confirm'];
}

/** Why the entries of an account cannot be sent now. */
export type Obstacle = 'offline' | 'signed-out' | 'busy';

/** The result of an attempt. `checkAt` is set if the change was sent and may have been made. */
type Result<Key, Change> = Settled<Key, Change>['result'] & { readonly checkAt?: number };

const signedOutReason = 'The account was signed out. Sign in with it again.';

/**
 * Sends the due entries of an account, one after the other. The caller has the lock for it. Resolves with the obstacle if the other
 * entries have to wait until it is gone.
 */
export async function runSendLoop<Key, Change>(
	options: SendLoopOptions<Key, Change>,
	account: string,
): Promise<Obstacle | undefined> {
	const { format, arrivalMs, signal } = options;
	/** Records which entries an ended window was sending. */
	const withEnded = (queue: Queue<Key, Change>) =>
		withEndedSenders(format, queue, { account, checkAt: timeOfDay() + arrivalMs });
	let entry = await claimNext(options, account, { record: withEnded });
	while (entry) {
		const result = await sendEntry(options, entry);
		if (signal.aborted) {
			if (result !== 'outdated') await recordLast(options, entry, result);
			// Another window continues.
			return undefined;
		}
		if (result === 'outdated') entry = await claimNext(options, account);
		else {
			const obstacle = result.kind === 'failed' ? obstacleOf(result.error) : undefined;
			const record = recordOf(options, entry, result, obstacle);
			if (obstacle) {
				await options.change(record);
				return obstacle;
			}
			const settled = isUnsettled(result) ? {} : { settled: { entry, result } };
			// The queue is written whole, so one write records the result and the next claim.
			entry = await claimNext(options, account, { record, ...settled });
		}
	}
	return undefined;
}

/** Whether an entry was sent, but stays as after a kill (see `Sent.needsCheck`). */
const isUnsettled = (result: Result<unknown, unknown>): boolean =>
	result.kind === 'sent' && result.needsCheck === true;

/** Returns a function that records the result of an attempt to send an entry. */
function recordOf<Key, Change>(
	options: SendLoopOptions<Key, Change>,
	sent: Entry<Key, Change>,
	result: Result<Key, Change>,
	obstacle: Obstacle | undefined,
): BeforeClaim<Key, Change>['record'] {
	const { format, arrivalMs } = options;
	if (isUnsettled(result)) return (queue) => withCheckAt(queue, sent.id, timeOfDay() + arrivalMs);
	const state = stateAfter(result);
	if (!state) return (queue) => withoutSent(format, queue, sent.id);
	const times = {
		...(result.checkAt !== undefined && { checkAt: result.checkAt }),
		// Next time, others are tried first: the forge may only refuse this one for now, such as a mail to one address.
		...(obstacle === 'busy' && { due: timeOfDay() }),
	};
	return (queue) => {
		const marked = withState(queue, sent.id, state, times);
		if (isCertainlyNotMade({ ...sent, state })) {
			// Later changes of the item are not rebased: when the user made them, they had not seen the other change either.
			const adapted = withLaterAdapted(format, marked, sent.id);
			return result.kind === 'conflict' ? withRebased(format, adapted, sent.id, result.rebased) : adapted;
		}
		return obstacle && state.kind === 'waiting'
			? withWaiting(options, marked, format.accountOf(sent.key), state.reason)
			: marked;
	};
}

/** What the write of a claim records before the claim. */
interface BeforeClaim<Key, Change> {
	readonly record: (queue: Queue<Key, Change>) => Queue<Key, Change>;
	/** The result of the previous entry, which is reported after the write. */
	readonly settled?: Settled<Key, Change>;
}

/**
 * Records that the next entry is being sent, so that it can no longer be undone. An entry that has to be checked keeps its state. Records
 * `before` in the same write.
 */
async function claimNext<Key, Change>(
	{ format, sender, change, origin, signal }: SendLoopOptions<Key, Change>,
	account: string,
	before?: BeforeClaim<Key, Change>,
): Promise<Entry<Key, Change> | undefined> {
	if (signal.aborted) return undefined;
	let claimed: Entry<Key, Change> | undefined;
	await change((queue) => {
		const context = { account, origin, now: timeOfDay() };
		const recorded = before ? before.record(queue) : queue;
		claimed = nextToSend(format, recorded, context);
		if (!claimed || needsCheck(claimed)) return recorded;
		return withClaim(recorded, claimed, { since: context.now, mark: markOf(sender, claimed) });
	}, before?.settled);
	return claimed;
}

/**
 * Records the result of the last attempt, unless another window has taken the lock and decides. Removes an entry that was sent. An entry that
 * was certainly not sent gets back the state that it had before this window claimed it. For any other entry, the next window asks the forge.
 */
async function recordLast<Key, Change>(
	{ format, change, confirm }: SendLoopOptions<Key, Change>,
	claimed: Entry<Key, Change>,
	result: Result<Key, Change>,
): Promise<void> {
	const wasSent = result.kind === 'sent' && !isUnsettled(result);
	const isNotSent = result.kind === 'failed' && !result.mayBeDone;
	if (!wasSent && !isNotSent) return;
	try {
		await confirm();
	} catch {
		return;
	}
	if (wasSent) {
		await change((queue) => withoutSent(format, queue, claimed.id), { entry: claimed, result });
		return;
	}
	await change((queue) =>
		queue.map((entry) => {
			if (entry.id !== claimed.id || entry.state.kind !== 'sending') return entry;
			// Its changes may have been adapted meanwhile.
			return { ...claimed, steps: entry.steps };
		}),
	);
}

const confirmedAt = ({ steps }: Entry<unknown, unknown>): number => largest(steps.map(({ at }) => at));

const markOf = <Key, Change>({ mark }: Sender<Key, Change>, entry: Entry<Key, Change>): string | undefined =>
	mark?.(entry.key, confirmedAt(entry));

const unsent: EntryState = { kind: 'waiting', reason: '', mayBeDone: false };

/** `outdated`: the entry was discarded, or has waited for so long that the user has to confirm it. */
async function sendEntry<Key, Change>(
	options: SendLoopOptions<Key, Change>,
	entry: Entry<Key, Change>,
): Promise<Result<Key, Change> | 'outdated'> {
	const { format, sender, arrivalMs, signal } = options;
	let isOld = false;
	const confirm = async () => {
		await confirmLock(options);
		// The attempt may have begun before the computer went to sleep.
		isOld = isUnconfirmed({ ...entry, state: unsent }, timeOfDay());
		if (isOld) throw new ForgeError('busy', 'The change has waited for too long.');
	};
	await options.willSend?.(entry);
	let change = changeOf(format, entry.steps);
	if (change === undefined) return { kind: 'sent' };
	let isUnchecked = needsCheck(entry);
	try {
		if (isUnchecked) {
			const asked = { mark: entry.mark, confirmedAt: confirmedAt(entry), signal };
			const missing = await sender.missing(entry.key, change, asked);
			if (missing === undefined) return { kind: 'sent' };
			const rest = missing === change ? undefined : missing;
			if (!(await claimChecked(options, entry, rest))) return 'outdated';
			change = missing;
			isUnchecked = false;
		}
		const waitedMs = timeOfDay() - madeAt(entry);
		return await sender.send(entry.key, change, { waitedMs, signal, confirm });
	} catch (error) {
		if (isOld && error instanceof ForgeError && !error.mayBeDone) {
			await options.change((queue) => withState(queue, entry.id, unsent));
			return 'outdated';
		}
		// An earlier attempt may have made the change. This one has sent nothing.
		if (isUnchecked) return { kind: 'failed', error, mayBeDone: true };
		// After an unexpected error, it is unknown whether the change was made.
		const mayBeDone = !(error instanceof ForgeError) || error.mayBeDone;
		return { kind: 'failed', error, mayBeDone, ...(mayBeDone && { checkAt: timeOfDay() + arrivalMs }) };
	}
}

async function confirmLock({
	confirm,
	signal,
}: Pick<SendLoopOptions<unknown, unknown>, 'confirm' | 'signal'>): Promise<void> {
	try {
		await confirm(signal);
	} catch (cause) {
		if (isAbort(cause)) throw cause;
		throw new ForgeError('busy', 'Tildeforge cannot write to the disk, so it has not sent the change.', {
			cause,
		});
	}
}

/**
 * Claims an entry after the forge was asked for its change. If the forge has only a part of it, `rest` is the other part. Returns whether
 * to send the entry: not if the user has discarded it, nor if it is so old that the user has to confirm it.
 */
async function claimChecked<Key, Change>(
	{ sender, change }: SendLoopOptions<Key, Change>,
	entry: Entry<Key, Change>,
	rest: Change | undefined,
): Promise<boolean> {
	const isOld = isUnconfirmed({ ...entry, state: unsent }, timeOfDay());
	let isWanted = false;
	await change((queue) => {
		// The user may have confirmed it again in the meantime.
		const current = queue.find((one) => one.id === entry.id && needsCheck(one));
		isWanted = current !== undefined;
		if (!current) return queue;
		const left = rest === undefined ? queue : withChange(queue, entry.id, rest);
		if (isOld) return withState(left, entry.id, unsent);
		return withClaim(left, entry, { since: timeOfDay(), mark: markOf(sender, current) });
	});
	return isWanted && !isOld;
}

/** All due entries of the account now wait for this reason, also those that waited for another one, and those of an ended window. */
const withWaiting = <Key, Change>(
	{ format }: SendLoopOptions<Key, Change>,
	queue: Queue<Key, Change>,
	account: string,
	reason: string,
): Queue<Key, Change> =>
	queue.map((entry) => {
		const { state, due, key, checkAt } = entry;
		const isDue = (state.kind === 'waiting' || state.kind === 'pending') && due <= timeOfDay();
		const isAbandoned = state.kind === 'sending' && checkAt !== undefined;
		if (!(isDue || isAbandoned) || format.accountOf(key) !== account) return entry;
		return { ...entry, state: { kind: 'waiting', reason, mayBeDone: needsCheck(entry) } };
	});

/** The state of an entry after an attempt; undefined if it is done. */
function stateAfter(result: Result<unknown, unknown>): EntryState | undefined {
	if (result.kind === 'sent') return undefined;
	if (result.kind === 'conflict') return { kind: 'conflict', theirs: result.theirs };
	const { error, mayBeDone } = result;
	if (obstacleOf(error)) return { kind: 'waiting', reason: problemOf(error), mayBeDone };
	const reason = error instanceof ForgeError ? error.message : problemOf(error);
	const missing = missingFor(error);
	return { kind: 'refused', reason, mayBeDone, ...(missing && { missing }) };
}

function missingFor(error: unknown): MissingPermissions | undefined {
	if (!(error instanceof ForgeError) || error.scopes.length === 0) return undefined;
	const { instance, scopes } = error;
	return { scopes, ...(instance !== undefined && { instance }) };
}

/** Without advice, because the outbox checks what the forge has before it tries again. A connection ends when its account signs out. */
const problemOf = (error: unknown): string =>
	isAbort(error) ? signedOutReason : error instanceof ForgeError ? error.problem : unexpectedError;

function obstacleOf(error: unknown): Obstacle | undefined {
	if (isAbort(error)) return 'signed-out';
	if (!(error instanceof ForgeError)) return undefined;
	if (error.kind === 'signed-out' || error.kind === 'offline') return error.kind;
	return isTransient(error) ? 'busy' : undefined;
}
