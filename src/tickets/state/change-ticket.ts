import type { Client } from '../../forge/connect.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import type { Event, Ticket } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { isSameText } from '../../platform/model/same-text.ts';
import { statusName } from '../../platform/model/words.ts';
import {
	type Change,
	type Field,
	isReached,
	needed,
	overtaken,
	type Standing,
	standing,
	wantedLabels,
} from './change.ts';
import { merged } from './discussion.ts';
import type { Habit } from './forge-quirks.ts';
import type { TrackerCache } from './tracker-cache.ts';

interface Means {
	readonly client: Pick<Client<typeof trackerRows>, 'updateTicket'>;
	readonly shelf: Pick<TrackerCache, 'ticket' | 'look' | 'put' | 'tickets' | 'events'>;
	/** What is known of the forge. */
	readonly habit: Habit;
	/** Told as soon as the forge has shown another habit, also when the change fails; must not fail itself. */
	readonly learn: (habit: keyof Habit) => unknown;
}

interface Options {
	/** Writes although somebody else was faster. */
	readonly force?: boolean;
	/** Gives up before anything is written; what is being written is not given up, as nobody would know what came of it. */
	readonly signal?: AbortSignal;
}

export interface Changed {
	readonly kind: 'changed';
	/** As it was just before, for `inverse`. */
	readonly before: Ticket;
	/** As the server answered. */
	readonly ticket: Ticket;
	readonly events: readonly Event[];
	readonly learned?: keyof Habit;
	/** The server made something else of it than was asked for. */
	readonly differs?: { readonly asked: Pick<Change, 'status' | 'resolution'>; readonly got: Standing };
}

export interface Conflict {
	readonly kind: 'conflict';
	/** As it is now; nothing was written. */
	readonly ticket: Ticket;
	readonly fields: readonly Field[];
}

/**
 * Makes a change, and puts what the server answers. Comment, status, resolution and labels go in one PUT.
 *
 * - A change of more than the comment is preceded by one GET: `labels` is the whole set, so a colleague's label would be
 *   erased by what is out of date. Changing a status that is no longer the one the user saw is a conflict.
 * - Another resolution for a resolved ticket: real servers keep the old one until it is reopened, which takes two PUTs.
 *   As the contract does not ask for that, it is done where it is known or seen to be needed: 1 PUT on a strict server,
 *   3 the first time on a real one, 2 from then on.
 * - After a failure the ticket is asked for again, as a part of the change may have been made. Where no answer came and all of
 *   the change turns out to be there, it was made, so that the user is not led to comment twice.
 */
export async function changeTicket(
	means: Means,
	key: TicketKey,
	change: Change,
	base: Ticket,
	{ force = false, signal }: Options = {},
): Promise<Changed | Conflict> {
	const { shelf } = means;
	const isOnlySaid =
		(change.status ?? change.resolution ?? change.addLabels?.[0] ?? change.removeLabels?.[0]) === undefined;
	const before = isOnlySaid
		? (shelf.tickets.get(key.ticket) ?? base)
		: await shelf.ticket(key.ticket, signal);
	if (!force) {
		const fields = overtaken(base, before, change);
		if (fields.length > 0) return { kind: 'conflict', ticket: before, fields };
	}
	const asked = needed(before, change);
	if (Object.keys(asked).length === 0) return { kind: 'changed', before, ticket: before, events: [] };
	refuseUnknown(means.habit, asked);
	return new Writing(means, key, before, asked).run();
}

/** One change on its way, which may take several requests. */
class Writing {
	readonly #means: Means;
	readonly #key: TicketKey;
	readonly #before: Ticket;
	readonly #asked: Change;
	/** The events that were known before; undefined when none were. */
	readonly #had: ReadonlySet<number> | undefined;
	#events: readonly Event[] = [];
	/** The ticket was reopened only to be resolved otherwise. */
	#reopened = false;

	constructor(means: Means, key: TicketKey, before: Ticket, asked: Change) {
		this.#means = means;
		this.#key = key;
		this.#before = before;
		this.#asked = asked;
		const events = means.shelf.events(key.ticket).value;
		this.#had = events && new Set(events.map(({ id }) => id));
	}

	async run(): Promise<Changed> {
		try {
			return await this.#run();
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			const reason = await this.#learnFrom(error);
			const missing = await this.#lookAgain(error);
			// There is nothing that could have been changed.
			if (missing) throw missing;
			const arrived = this.#arrived();
			if (arrived && error.mayBeDone) return arrived;
			throw this.#reopened ? reopenedOnly(error) : reason;
		}
	}

	/** What has come of a change of which no answer came: all of it, when its comment and everything else is there. */
	#arrived(): Changed | undefined {
		const { shelf } = this.#means;
		const { ticket: number } = this.#key;
		const { comment } = this.#asked;
		const ticket = shelf.tickets.get(number);
		const said = shelf.events(number).value;
		if (!ticket || !said || !isReached(ticket, this.#asked)) return undefined;
		if (this.#asked.addLabels && needed(ticket, this.#asked).addLabels) return undefined;
		const had = this.#had;
		const before = Date.parse(this.#before.updated);
		const isNew = ({ id, created }: Event) => (had ? !had.has(id) : Date.parse(created) > before);
		const events = said.filter(isNew);
		const isThere = events.some((event) => event.comment && isSameText(event.comment.text, comment ?? ''));
		if (comment !== undefined && !isThere) return undefined;
		return { kind: 'changed', before: this.#before, ticket, events };
	}

	async #run(): Promise<Changed> {
		const { habit, learn } = this.#means;
		const { comment, status, resolution } = this.#asked;
		const before = this.#before;
		const resolvesAnew =
			before.status === 'resolved' && resolution !== undefined && (status ?? 'resolved') === 'resolved';
		const move = resolvesAnew ? { status: 'resolved' as const, resolution } : this.#move();
		const labels = this.#asked.addLabels && { labels: [...wantedLabels(before, this.#asked)] };
		const said = comment !== undefined && { comment };
		let learned: keyof Habit | undefined;

		const reopensFirst = resolvesAnew && (habit.reopenFirst || habit.resolveOnly);
		if (reopensFirst) await this.#reopen();
		let ticket = await this.#put({ ...said, ...move, ...labels });
		if (resolvesAnew && !reopensFirst && isSame(ticket, before)) {
			learned = 'reopenFirst';
			await learn(learned);
			await this.#reopen();
			ticket = await this.#put(move);
		}
		if (status !== undefined && isBeyond(status) && ticket.status === 'resolved') {
			learned = 'resolveOnly';
			await learn(learned);
		}
		const differs = !isReached(ticket, this.#asked) && {
			differs: { asked: this.#move(), got: standing(ticket) },
		};
		return {
			kind: 'changed',
			before,
			ticket,
			events: this.#events,
			...(learned && { learned }),
			...differs,
		};
	}

	#move(): Pick<Change, 'status' | 'resolution'> {
		const { status, resolution } = this.#asked;
		return { ...(status !== undefined && { status }), ...(resolution !== undefined && { resolution }) };
	}

	async #reopen(): Promise<void> {
		await this.#put({ status: 'reported' });
		this.#reopened = true;
	}

	/** The ticket as it is from now on. */
	async #put(body: Parameters<Means['client']['updateTicket']>[1]): Promise<Ticket> {
		const { client, shelf } = this.#means;
		const { ticket, events } = await client.updateTicket(this.#key, body);
		shelf.put(ticket, events);
		this.#events = merged(this.#events, events);
		return shelf.tickets.get(ticket.id) ?? ticket;
	}

	/**
	 * A forge that resolves the ticket whatever status is asked for demands a resolution. Returns what to tell the user: to
	 * ask for a resolution would lead them astray.
	 */
	async #learnFrom(error: ForgeError): Promise<ForgeError> {
		const { status, resolution } = this.#asked;
		const isAboutResolution =
			error.kind === 'refused' && error.reasons.some(({ field }) => field === 'resolution');
		if (!isAboutResolution || resolution !== undefined || status === undefined || !isBeyond(status)) {
			return error;
		}
		await this.#means.learn('resolveOnly');
		return error.reworded(resolveOnlyWords(status));
	}

	/** What failed may have been done in part. Where nothing can be reached, the next refresh will tell. Returns why there is no such ticket. */
	async #lookAgain(error: ForgeError): Promise<ForgeError | undefined> {
		if (error.kind === 'signed-out' || (error.kind === 'offline' && !error.mayBeDone)) return undefined;
		const { shelf } = this.#means;
		shelf.events(this.#key.ticket).outdate();
		try {
			await shelf.look(this.#key.ticket);
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			if (error.kind === 'missing') return error;
		}
		return undefined;
	}
}

/** A status that only some forges know. */
const isBeyond = (status: string): boolean => status !== 'reported' && status !== 'resolved';

const isSame = (one: Standing, other: Standing): boolean =>
	one.status === other.status && one.resolution === other.resolution;

function refuseUnknown({ resolveOnly }: Habit, { status }: Change): void {
	if (!resolveOnly || status === undefined || !isBeyond(status)) return;
	const reason = resolveOnlyWords(status);
	throw new ForgeError('refused', reason, { reasons: [{ field: 'status', reason }] });
}

const resolveOnlyWords = (status: string): string =>
	`This forge can only resolve a ticket and reopen it. It has no status “${statusName(status)}”.`;

const reopenedOnly = (error: ForgeError): ForgeError =>
	error.reworded(
		`${error.message} The ticket was reopened, and could not be resolved again. Look at the ticket before trying again.`,
		{ mayBeDone: true },
	);
