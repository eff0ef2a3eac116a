import { ForgeError } from '../../contract/errors.ts';
import type { Read } from '../../contract/read.ts';
import type { TicketEdit } from '../../shapes/trackers.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { trackerResource } from '../named-resource.ts';
import { assigneeChanges } from './assignee-changes.ts';
import {
	changedTicket,
	changeTicket,
	labelNumbers,
	type TicketParams,
	type TicketParts,
} from './documents.ts';
import { eventOf, ticketOf } from './values.ts';

type Change = Read<typeof TicketEdit>;

/** Makes all parts of a change with one mutation, and reads the ticket and the events that the mutation created. */
export async function changeTicketInParts(
	call: GraphqlCall,
	params: TicketParams,
	change: Change,
): Promise<unknown> {
	const { removed, added } = await labelChanges(call, params, change.labels && [...new Set(change.labels)]);
	const { unassigned, assigned } = await assigneeChanges(call, params, change);
	const { last, input } = lastPart(change);
	const edit = editOf(change);
	const parts: TicketParts = {
		isEdited: edit !== undefined,
		removedCount: removed.length,
		addedCount: added.length,
		unassignedCount: unassigned.length,
		assignedCount: assigned.length,
		last,
	};
	const lists = { removed, added, unassigned, assigned };
	const numbers = Object.fromEntries(
		Object.entries(lists).flatMap(([name, all]) => all.map((id, index) => [`${name}${index}`, id])),
	);
	const partCount = Object.keys(numbers).length + (edit ? 1 : 0) + (input ? 1 : 0);
	const made =
		partCount === 0
			? []
			: await trackerResource.use(call, params, (tracker) => {
					const variables = {
						tracker,
						ticket: Number(params.ticket),
						...numbers,
						...(edit && { edit }),
						...(input && { input }),
					};
					return sendParts(call, changeTicket(parts), variables, partCount);
				});
	return readChanged(call, params, made, partCount > 0);
}

/** Returns the numbers of the new events. */
async function sendParts(
	call: GraphqlCall,
	document: string,
	variables: Readonly<Record<string, unknown>>,
	partCount: number,
): Promise<readonly number[]> {
	try {
		return await call.ask(
			document,
			variables,
			(data: Readonly<Record<string, { readonly id?: number } | null>>) => {
				const made = Object.values(data);
				if (made.length !== partCount || made.includes(null))
					throw new TypeError('A part of the change has no answer.');
				return made.flatMap((event) => event?.id ?? []);
			},
		);
	} catch (error) {
		// One part that fails hides the others, which may be made.
		if (
			partCount > 1 &&
			error instanceof ForgeError &&
			error.reasons.length > 0 &&
			error.status === undefined
		)
			throw error.withMessage(`${error.problem} Other parts of the change may have been made.`, {
				mayBeDone: true,
			});
		throw error;
	}
}

async function readChanged(
	call: GraphqlCall,
	params: TicketParams,
	made: readonly number[],
	isChanged: boolean,
): Promise<unknown> {
	try {
		const ticket = await trackerResource.ask(
			call,
			params,
			changedTicket,
			{ ticket: Number(params.ticket) },
			({ ticket }) => ticket,
		);
		const events = ticket.events.results.filter(({ id }) => made.includes(id));
		return { ticket: ticketOf(ticket), events: events.map((event) => eventOf(event, ticket)) };
	} catch (error) {
		if (!isChanged || !(error instanceof ForgeError)) throw error;
		throw error.withMessage(`The change was made, but the ticket could not be read again. ${error.problem}`, {
			mayBeDone: true,
		});
	}
}

/** How many labels are looked up at a time. More would cost more than a server allows. */
const labelsPerRequest = 50;

/** The numbers of the labels to remove and to add, so that the ticket has the wanted ones. */
async function labelChanges(call: GraphqlCall, params: TicketParams, wanted: Change['labels']) {
	if (wanted === undefined) return { removed: [], added: [] };
	const first = await findLabels(call, params, wanted.slice(0, labelsPerRequest));
	const added = [...first.numbers];
	for (let at = labelsPerRequest; at < wanted.length; at += labelsPerRequest) {
		const { numbers } = await findLabels(call, params, wanted.slice(at, at + labelsPerRequest));
		for (const number of numbers) added.push(number);
	}
	const removed = first.current.filter(({ name }) => !wanted.includes(name)).map(({ id }) => id);
	return { removed, added };
}

/** The labels that the ticket has now, and the numbers of the wanted labels that it does not have. */
async function findLabels(call: GraphqlCall, params: TicketParams, wanted: readonly string[]) {
	const names = Object.fromEntries(wanted.map((name, index) => [`name${index}`, name]));
	const variables = { ticket: Number(params.ticket), ...names };
	const { current, numbered } = await trackerResource.ask(
		call,
		params,
		labelNumbers(wanted.length),
		variables,
		({ ticket, ...labels }) => {
			const numbered: Readonly<Record<string, unknown>> = labels;
			return ticket && { current: ticket.labels, numbered };
		},
	);
	const numbers = wanted.flatMap((name, index) => {
		if (current.some((label) => label.name === name)) return [];
		const label = numbered[`label${index}`];
		if (typeof label !== 'object' || label === null || !('id' in label) || typeof label.id !== 'number')
			throw new ForgeError(
				'refused',
				`The tracker has no label “${name}”. It may have been renamed or deleted.`,
				{
					reasons: [{ field: 'labels', reason: name }],
				},
			);
		return [label.id];
	});
	return { current, numbers };
}

/** The new title and description. Null removes the description. */
function editOf({ title, description }: Change) {
	if (title === undefined && description === undefined) return undefined;
	return {
		...(title !== undefined && { subject: title }),
		...(description !== undefined && { body: description === '' ? null : description }),
	};
}

/** A comment takes the new status with it. */
function lastPart({ comment, status, resolution }: Change): {
	readonly last: TicketParts['last'];
	readonly input?: Readonly<Record<string, string>>;
} {
	const newStatus = status ?? (resolution === undefined ? undefined : 'resolved');
	const outcome = newStatus !== undefined && {
		status: newStatus.toUpperCase(),
		// Only a resolved ticket has a resolution.
		...(newStatus === 'resolved' && { resolution: (resolution ?? 'fixed').toUpperCase() }),
	};
	if (comment !== undefined) return { last: 'comment', input: { text: comment, ...outcome } };
	return outcome ? { last: 'status', input: outcome } : { last: undefined };
}
