import { ForgeError } from '../../contract/errors.ts';
import type { Read } from '../../contract/read.ts';
import type { TicketEdit } from '../../shapes/trackers.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { trackerResource } from '../named-resource.ts';
import { assigneeNumbers, type TicketParams, userNumbers } from './documents.ts';

/** The numbers of the users to unassign, if the ticket has them, and to assign, if it does not. */
export async function assigneeChanges(
	call: GraphqlCall,
	params: TicketParams,
	{ assign = [], unassign = [] }: Read<typeof TicketEdit>,
): Promise<{ readonly unassigned: readonly number[]; readonly assigned: readonly number[] }> {
	if (assign.length + unassign.length === 0) return { unassigned: [], assigned: [] };
	const current = await trackerResource.ask(
		call,
		params,
		assigneeNumbers,
		{ ticket: Number(params.ticket) },
		({ ticket }) => ticket?.assignees,
	);
	const unassigned = current
		.filter((one) => unassign.includes(one.canonical_name))
		.flatMap(({ id }) => id ?? []);
	const missing = [...new Set(assign)].filter((name) => !current.some((one) => one.canonical_name === name));
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
		throw new ForgeError('refused', reason, { reasons: [{ field: 'assign', reason }] });
	});
}
