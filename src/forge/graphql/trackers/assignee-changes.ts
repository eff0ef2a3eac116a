import { ForgeError } from '../../contract/errors.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { assigneeNumbers, userNumbers } from './documents.ts';
import { learnTracker, type TicketParams, ticketVariables } from './tracker-number.ts';

/** The numbers of the users to unassign and to assign, so that the ticket has the wanted assignees. */
export async function assigneeChanges(
	call: GraphqlCall,
	params: TicketParams,
	wanted: readonly string[] | undefined,
): Promise<{ readonly unassigned: readonly number[]; readonly assigned: readonly number[] }> {
	if (wanted === undefined) return { unassigned: [], assigned: [] };
	const { assignees: current, tracker } = await call.askOwner(
		assigneeNumbers,
		params,
		ticketVariables(params),
		({ tracker }) => tracker?.ticket && { assignees: tracker.ticket.assignees, tracker },
	);
	learnTracker(call, params, tracker);
	const unassigned = current
		.filter((one) => !wanted.includes(one.canonical_name))
		.flatMap(({ id }) => id ?? []);
	const missing = wanted.filter((name) => !current.some((one) => one.canonical_name === name));
	return { unassigned, assigned: await findUsers(call, missing) };
}

async function findUsers(call: GraphqlCall, names: readonly string[]): Promise<readonly number[]> {
	if (names.length === 0) return [];
	const variables = Object.fromEntries(names.map((name, index) => [`user${index}`, name.replace(/^~/, '')]));
	const found = await call.ask(userNumbers(names.length), variables, (data) => data);
	return names.map((name, index) => {
		const user = found[`user${index}`];
		if (user) return user.id;
		const reason = `${name} has never used the trackers of this forge, so tickets cannot be assigned to them.`;
		throw new ForgeError('refused', reason, { reasons: [{ field: 'assignees', reason }] });
	});
}
