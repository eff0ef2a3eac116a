import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { Account, Caller } from '../../../src/sandbox/server/accounts.ts';
import { Refusal } from '../../../src/sandbox/server/refusal.ts';
import { ticketOf } from '../../../src/sandbox/trackers/archive.ts';
import { asParticipant } from '../../../src/sandbox/trackers/authorizer.ts';
import type { TicketUpdate } from '../../../src/sandbox/trackers/tickets.ts';
import type {
	EventRecord,
	LabelRecord,
	Permission,
	Standing,
	TicketRecord,
} from '../../../src/sandbox/trackers/tracker-records.ts';
import { accessDenied, queryError } from '../server/errors.ts';
import type { Call, Resolvers } from '../server/resolvers.ts';

/** The ticket that a mutation changes. */
export interface TicketArgs {
	readonly trackerId: number;
	readonly ticketId: number;
}

interface StatusInput {
	readonly status?: string | null;
	readonly resolution?: string | null;
}

interface TicketInput {
	readonly subject?: string | null;
	readonly body?: string | null;
}

/** The changes of tickets. */
export function ticketMutations(parts: GraphqlParts): Resolvers[string] {
	const { accounts, trackers } = parts;
	const { archive, authorizer, tickets } = trackers;

	/** Changes a ticket of which the caller has the needed permissions. Returns the event. */
	const change = (
		args: TicketArgs,
		caller: Caller,
		update: TicketUpdate,
		...needed: readonly Permission[]
	): EventRecord | undefined => {
		const ticket = findTicket(parts, args, caller, ...needed);
		const [event] = withInputNames(() => tickets.update(ticket, asParticipant(caller), update));
		trackers.didChange(ticket);
		// A status that the ticket has already changes nothing.
		return event ?? ticket.events.at(-1);
	};
	const userAt = (id: number): Account => {
		const user = accounts.all.find((account) => account.id === id);
		if (!user) throw queryError('No such user', 'ERR_NOT_FOUND', 'userId');
		return user;
	};
	const labelAt = (ticket: TicketRecord, id: number): LabelRecord => {
		const label = archive.trackerOf(ticket).labels.find((one) => one.id === id);
		if (!label) throw queryError('No such label', 'ERR_NOT_FOUND', 'labelId');
		return label;
	};

	return {
		submitTicket: (
			_: unknown,
			{ trackerId, input }: { trackerId: number; input: TicketInput & { subject: string } },
			{ caller }: Call,
		) => {
			const tracker = archive.trackerById(trackerId);
			const access = tracker && authorizer.access(tracker, caller);
			if (!tracker || access?.length === 0) return null;
			if (!access?.includes('submit')) throw accessDenied();
			const details = { title: input.subject, description: input.body ?? '' };
			return withInputNames(() => tickets.open(tracker, asParticipant(caller), details));
		},
		updateTicket: (_: unknown, args: TicketArgs & { input: TicketInput }, { caller }: Call) => {
			const ticket = findTicket(parts, args, caller, 'edit');
			const { subject, body } = args.input;
			withInputNames(() =>
				tickets.edit(ticket, {
					...(subject != null && { title: subject }),
					...(body !== undefined && { description: body ?? '' }),
				}),
			);
			return ticket;
		},
		deleteTicket: (_: unknown, args: TicketArgs, { caller }: Call) => {
			const ticket = findTicket(parts, args, caller, 'edit');
			tickets.delete(ticket);
			return ticket;
		},
		updateTicketStatus: (_: unknown, args: TicketArgs & { input: StatusInput }, { caller }: Call) =>
			change(args, caller, standingOf(args.input), 'triage'),
		submitComment: (
			_: unknown,
			args: TicketArgs & { input: StatusInput & { text: string } },
			{ caller }: Call,
		) => {
			const { text: comment } = args.input;
			// An empty comment would be no comment.
			if (comment === '') throw queryError('Comment must not be empty.', 'ERR_INVALID_INPUT', 'text');
			const standing = standingOf(args.input);
			const needed: readonly Permission[] = standing.status ? ['comment', 'triage'] : ['comment'];
			return change(args, caller, { comment, ...standing }, ...needed);
		},
		assignUser: (_: unknown, args: TicketArgs & { userId: number }, { caller }: Call) => {
			const ticket = findTicket(parts, args, caller, 'triage');
			const { name } = userAt(args.userId);
			if (ticket.assignees.includes(name)) {
				throw queryError('This user is already assigned to this ticket', 'ERR_INVALID_INPUT', 'userId');
			}
			tickets.assign(ticket, asParticipant(caller), name);
			return ticket.events.at(-1);
		},
		unassignUser: (_: unknown, args: TicketArgs & { userId: number }, { caller }: Call) => {
			const ticket = findTicket(parts, args, caller, 'triage');
			const { name } = userAt(args.userId);
			if (!ticket.assignees.includes(name)) {
				throw queryError('This user is not assigned to this ticket', 'ERR_INVALID_INPUT', 'userId');
			}
			tickets.unassign(ticket, asParticipant(caller), name);
			return ticket.events.at(-1);
		},
		labelTicket: (_: unknown, args: TicketArgs & { labelId: number }, { caller }: Call) => {
			const ticket = findTicket(parts, args, caller, 'triage');
			const { name } = labelAt(ticket, args.labelId);
			if (ticket.labels.includes(name)) {
				throw queryError('This label is already assigned to this ticket', 'ERR_INVALID_INPUT', 'labelId');
			}
			return change(args, caller, { labels: [...ticket.labels, name] }, 'triage');
		},
		unlabelTicket: (_: unknown, args: TicketArgs & { labelId: number }, { caller }: Call) => {
			const ticket = findTicket(parts, args, caller, 'triage');
			const { name } = labelAt(ticket, args.labelId);
			tickets.unlabel(ticket, asParticipant(caller), name);
			trackers.didChange(ticket);
			return ticket.events.at(-1);
		},
	};
}

/** The ticket, if the caller may see it and has the needed permissions. */
export function findTicket(
	{ trackers: { archive, authorizer } }: GraphqlParts,
	{ trackerId, ticketId }: TicketArgs,
	caller: Caller,
	...needed: readonly Permission[]
): TicketRecord {
	const tracker = archive.trackerById(trackerId);
	const ticket = tracker && ticketOf(tracker, ticketId);
	const access = ticket ? authorizer.ticketAccess(tracker, ticket, caller) : [];
	if (!ticket || !access.includes('browse')) throw queryError('No such ticket', 'ERR_NOT_FOUND');
	if (needed.some((permission) => !access.includes(permission))) throw accessDenied();
	return ticket;
}

/** The status and resolution of an input in the words of the state. */
function standingOf({ status, resolution }: StatusInput): Partial<Standing> {
	if (status == null) return {};
	if (status !== 'RESOLVED' && resolution != null) {
		const text = 'Only a resolved ticket has a resolution.';
		throw queryError(text, 'ERR_INVALID_INPUT', 'resolution');
	}
	// The words of both enums are those of the state in upper case.
	const words = { status: status.toLowerCase(), resolution: resolution?.toLowerCase() ?? 'unresolved' };
	return words as Standing;
}

const inputNames: Readonly<Record<string, string>> = {
	title: 'subject',
	description: 'body',
	comment: 'text',
};

/** Runs an operation that REST offers, too. If it refuses an input, the error has the name that GraphQL has for it. */
function withInputNames<T>(run: () => T): T {
	try {
		return run();
	} catch (error) {
		const field = error instanceof Refusal ? error.reasons[0]?.field : undefined;
		if (!(error instanceof Refusal) || field === undefined) throw error;
		throw queryError(error.message, 'ERR_INVALID_INPUT', inputNames[field] ?? field);
	}
}
