import type { Client } from '../../forge/client/connect.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Read } from '../../forge/contract/read.ts';
import type { trackerExtraRows, trackerRows } from '../../forge/rows/trackers.ts';
import type { Ticket, TicketEdit, TicketEvent } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { statusName } from '../../platform/model/words.ts';
import {
	anotherTicketError,
	conflictingFields,
	isReached,
	isSameTicket,
	type RequestedChange,
	remainingChange,
	type StateChange,
	type TicketBase,
	type TicketField,
	type TicketState,
	ticketStateOf,
	wantedLabels,
} from './changes/change.ts';
import { withCurrentLabels } from './changes/rename-label.ts';
import { directChangeOf, type TicketOutboxChange } from './changes/ticket-outbox-format.ts';
import { mergeEvents } from './discussion.ts';
import type { KnownQuirks } from './forge-quirks.ts';
import { isComment, isNewEvent, type KnownBefore, knownOf } from './has-comment.ts';
import { isChangedByOthers } from './own-changes.ts';
import type { TrackerCache } from './tracker-cache.ts';

/** A comment that is sent within this time is not preceded by a read of the ticket. */
const recentMs = 10_000;

interface ChangeContext {
	readonly client: Client<typeof trackerRows>;
	/** Undefined in REST, which can neither assign tickets nor change their titles. */
	readonly extras?: Client<typeof trackerExtraRows> | undefined;
	readonly trackerCache: TrackerCache;
	/** The canonical name of the user who makes the change. */
	readonly me: string;
	/** How the forge is known to differ from the contract. */
	readonly quirks: KnownQuirks;
	/** Called as soon as the forge shows another quirk, even if the change then fails; must not fail itself. */
	readonly learn: (quirk: keyof KnownQuirks) => unknown;
}

interface ChangeOptions {
	/** How long ago the user made the change. */
	readonly waitedMs?: number;
	/** See `TicketOutboxChange`. */
	readonly labelIds?: TicketOutboxChange['labelIds'];
	/** Cancels before anything is written. A write in progress is not cancelled, because its outcome would be unknown. */
	readonly signal?: AbortSignal;
	/** Awaited directly before each write. If it rejects, nothing is written. */
	readonly confirm?: () => Promise<void>;
}

export interface Changed {
	readonly kind: 'changed';
	/** The ticket directly before the change. Absent if it is not known for certain. */
	readonly before?: Ticket;
	/** The ticket as the server answered. */
	readonly ticket: Ticket;
	readonly events: readonly TicketEvent[];
	/** Set if the ticket did not get the status or resolution that was requested. */
	readonly difference?: {
		readonly requested: StateChange;
		readonly actual: TicketState;
	};
}

export interface Conflict {
	readonly kind: 'conflict';
	/** The current ticket; nothing was written. */
	readonly ticket: Ticket;
	readonly fields: readonly TicketField[];
}

/**
 * Makes a change and stores the server's answer. Comment, status, resolution and labels go in one PUT. `seen` is the ticket as the
 * user saw it; without it, nothing is a conflict.
 *
 * - A change of more than the comment starts with one GET: `labels` is the whole set, so an outdated set would erase a
 *   colleague's label. Changing a status that is no longer the one the user saw is a conflict.
 * - A comment that has waited starts with one GET, too: the number may belong to another ticket by now.
 * - Another resolution for a resolved ticket: real servers keep the old one until the ticket is reopened, which takes two PUTs.
 *   The contract does not require that, so the ticket is reopened only if the server is known or seen to need it: 1 PUT on a
 *   strict server, 3 the first time on a real one, 2 from then on.
 * - After a failure the ticket is read again, because a part of the change may have been made. If no answer came but the ticket
 *   shows the whole change, the change counts as made, so that the user does not comment twice.
 */
export async function changeTicket(
	context: ChangeContext,
	key: TicketKey,
	requested: RequestedChange,
	seen: TicketBase | undefined,
	{ waitedMs = 0, labelIds, signal, confirm }: ChangeOptions = {},
): Promise<Changed | Conflict> {
	const { trackerCache } = context;
	const isCommentOnly = directChangeOf(requested) === undefined;
	// If the clock was set back, the time is not known.
	const hasWaited = waitedMs < 0 || waitedMs > recentMs;
	const mayBeAnother = seen?.created !== undefined && hasWaited;
	const known = isCommentOnly && !mayBeAnother ? trackerCache.tickets.get(key.ticket) : undefined;
	const before = known ?? (await trackerCache.read(key.ticket, signal));
	if (seen && !isSameTicket(seen, before)) throw anotherTicketError(key, 'Nothing was changed.');
	const waiting = { change: requested, ...(seen && { base: seen }), ...(labelIds && { labelIds }) };
	const { change, base } = await withCurrentLabels(waiting, before, trackerCache.labels, signal);
	if (base) {
		const fields = conflictingFields(base, before, change);
		if (fields.length > 0) return { kind: 'conflict', ticket: before, fields };
	}
	const wanted = remainingChange(before, change);
	if (Object.keys(wanted).length === 0) return { kind: 'changed', ticket: before, events: [] };
	refuseUnsupported(context, wanted);
	return new ChangeAttempt(context, key, before, wanted, confirm).run();
}

/** One change in progress, which may take several requests. */
class ChangeAttempt {
	readonly #context: ChangeContext;
	readonly #key: TicketKey;
	readonly #before: Ticket;
	readonly #wanted: RequestedChange;
	readonly #confirm: ChangeOptions['confirm'];
	/** What was known before the first request. */
	readonly #known: KnownBefore;
	#events: readonly TicketEvent[] = [];
	/** The ticket was reopened only to be resolved with another resolution. */
	#wasReopened = false;

	constructor(
		context: ChangeContext,
		key: TicketKey,
		before: Ticket,
		wanted: RequestedChange,
		confirm: ChangeOptions['confirm'],
	) {
		this.#context = context;
		this.#key = key;
		this.#before = before;
		this.#wanted = wanted;
		this.#confirm = confirm;
		this.#known = knownOf(context.trackerCache, key.ticket);
	}

	async run(): Promise<Changed> {
		try {
			return await this.#run();
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			const shownError = await this.#learnFrom(error);
			const missingError = await this.#readAgain(error);
			// The ticket does not exist, so nothing was changed.
			if (missingError) throw missingError;
			const result = error.mayBeDone ? this.#resultIfMade() : undefined;
			if (result) return result;
			throw this.#wasReopened ? reopenedOnlyError(error) : shownError;
		}
	}

	/** The result of a change that got no answer, if the ticket now shows the whole change with its comment; otherwise undefined. */
	#resultIfMade(): Changed | undefined {
		const { trackerCache, me } = this.#context;
		const { ticket: number } = this.#key;
		const { comment } = this.#wanted;
		const ticket = trackerCache.tickets.get(number);
		const knownEvents = trackerCache.discussions.of(number).value;
		if (!ticket || !knownEvents) return undefined;
		if (directChangeOf(remainingChange(ticket, this.#wanted))) return undefined;
		const events = knownEvents.filter((event) => isNewEvent(event, this.#known));
		const hasComment = comment === undefined || events.some((event) => isComment(event, me, comment));
		if (!hasComment) return undefined;
		const facts = { place: this.#key, ticket, me };
		const isOnlyMine = !isChangedByOthers(facts, knownEvents, this.#known);
		return { kind: 'changed', ticket, events, ...(isOnlyMine && { before: this.#before }) };
	}

	async #run(): Promise<Changed> {
		const { quirks, learn } = this.#context;
		const { comment, status, resolution, assign, unassign, title } = this.#wanted;
		const before = this.#before;
		const changesResolution =
			before.status === 'resolved' && resolution !== undefined && (status ?? 'resolved') === 'resolved';
		const move = changesResolution ? { status: 'resolved' as const, resolution } : this.#stateChange();
		const labels = this.#wanted.addLabels && { labels: [...wantedLabels(before, this.#wanted)] };
		const assignees = {
			...(assign && { assign: [...assign] }),
			...(unassign && { unassign: [...unassign] }),
		};
		const commentPart = comment !== undefined && { comment };
		const titlePart = title !== undefined && { title };

		const reopensFirst = changesResolution && (quirks.reopenFirst || quirks.resolveOnly);
		if (reopensFirst) await this.#reopen();
		let ticket = await this.#put({ ...commentPart, ...move, ...labels, ...assignees, ...titlePart });
		if (changesResolution && !reopensFirst && isSame(ticket, before)) {
			await learn('reopenFirst');
			await this.#reopen();
			ticket = await this.#put(move);
		}
		if (status !== undefined && isOptionalStatus(status) && ticket.status === 'resolved')
			await learn('resolveOnly');
		const difference = !isReached(ticket, this.#wanted) && {
			difference: { requested: this.#stateChange(), actual: ticketStateOf(ticket) },
		};
		return { kind: 'changed', before, ticket, events: this.#events, ...difference };
	}

	#stateChange(): StateChange {
		const { status, resolution } = this.#wanted;
		return { ...(status !== undefined && { status }), ...(resolution !== undefined && { resolution }) };
	}

	async #reopen(): Promise<void> {
		await this.#put({ status: 'reported' });
		this.#wasReopened = true;
	}

	/** Sends one PUT, stores the answer, and returns the ticket as it is now. */
	async #put(body: Read<typeof TicketEdit>): Promise<Ticket> {
		const { client, extras, trackerCache } = this.#context;
		const options = { beforeSending: this.#confirm };
		const change = extras?.editTicket ?? client.updateTicket;
		const { ticket, events } = await change(this.#key, body, options);
		trackerCache.put(ticket, events);
		this.#events = mergeEvents(this.#events, events);
		return trackerCache.tickets.get(ticket.id) ?? ticket;
	}

	/**
	 * A forge that resolves the ticket for any requested status requires a resolution. Learns that quirk, and returns the error to
	 * show: asking the user for a resolution would mislead them.
	 */
	async #learnFrom(error: ForgeError): Promise<ForgeError> {
		const { status, resolution } = this.#wanted;
		const isAboutResolution =
			error.kind === 'refused' && error.reasons.some(({ field }) => field === 'resolution');
		if (!isAboutResolution || resolution !== undefined || status === undefined || !isOptionalStatus(status)) {
			return error;
		}
		await this.#context.learn('resolveOnly');
		return error.withMessage(resolveOnlyMessage(status));
	}

	/**
	 * Reads the ticket again, because a failed change may have been made in part. If the forge cannot be reached, the next refresh
	 * shows the outcome. Returns the error if the ticket does not exist.
	 */
	async #readAgain(failure: ForgeError): Promise<ForgeError | undefined> {
		if (failure.kind === 'signed-out' || (failure.kind === 'offline' && !failure.mayBeDone)) return undefined;
		const { trackerCache } = this.#context;
		trackerCache.discussions.of(this.#key.ticket).markOutdated();
		try {
			await trackerCache.readWithEvents(this.#key.ticket);
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			if (error.kind === 'missing') return error;
		}
		return undefined;
	}
}

/** Whether only some forges know this status. */
const isOptionalStatus = (status: string): boolean => status !== 'reported' && status !== 'resolved';

const isSame = (one: TicketState, other: TicketState): boolean =>
	one.status === other.status && one.resolution === other.resolution;

function refuseUnsupported(
	{ quirks, extras }: ChangeContext,
	{ status, assign, unassign, title }: RequestedChange,
): void {
	const needsExtras = (assign ?? unassign ?? title) !== undefined;
	if (needsExtras && !extras)
		throw new ForgeError('refused', 'Tildeforge cannot assign or rename tickets of this forge.');
	if (!quirks.resolveOnly || status === undefined || !isOptionalStatus(status)) return;
	const reason = resolveOnlyMessage(status);
	throw new ForgeError('refused', reason, { reasons: [{ field: 'status', reason }] });
}

const resolveOnlyMessage = (status: string): string =>
	`This forge can only resolve and reopen tickets. It does not support the status “${statusName(status)}”.`;

const reopenedOnlyError = (error: ForgeError): ForgeError =>
	error.withMessage(
		`${error.message} The ticket was reopened, but could not be resolved again. Check the ticket before you try again.`,
		{ mayBeDone: true },
	);
