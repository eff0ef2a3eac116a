import * as v from 'valibot';
import { patchsetStatuses, toolIcons } from '../../../src/forge/shapes/lists.ts';
import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { Patchset } from '../../../src/sandbox/lists/state.ts';
import type { Call, Resolvers } from '../server/resolvers.ts';

const Status = v.picklist(patchsetStatuses);
const toolIcon = (name: string) => v.parse(v.picklist(toolIcons), name.toLowerCase());

/** Changes of lists, patchsets and subscriptions. Null is the answer if something is missing, and if the user may not change it. */
export function listMutations({ lists }: GraphqlParts): Resolvers[string] {
	const { state, archive, access } = lists;
	const browsable = (id: number, { caller }: Call) =>
		state.lists.find((list) => list.id === id && access.may('browse', list, caller.account));
	const mayModerate = ({ list }: Patchset, { caller }: Call) =>
		access.may('moderate', archive.list(list), caller.account);
	return {
		createMailingList: (
			_: unknown,
			{ name, description }: { name: string; description?: string | null },
			{ caller }: Call,
		) => lists.create(caller.account, { name, description: description ?? '' }),
		updateMailingList: (
			_: unknown,
			{ id, input }: { id: number; input: { description?: string | null } },
			{ caller }: Call,
		) => {
			const list = state.lists.find((one) => one.id === id && one.owner === caller.account.name);
			if (!list) return null;
			if (input.description !== undefined) lists.update(list, { description: input.description ?? '' });
			return list;
		},
		updatePatchset: (_: unknown, { id, status }: { id: number; status: string }, call: Call) => {
			const patchset = state.patchsets.find((one) => one.id === id);
			if (!patchset || !mayModerate(patchset, call)) return null;
			lists.setStatus(patchset, v.parse(Status, status.toLowerCase()));
			return patchset;
		},
		createTool: (
			_: unknown,
			{ patchsetID, details, icon }: { patchsetID: number; details: string; icon: string },
			call: Call,
		) => {
			const patchset = state.patchsets.find((one) => one.id === patchsetID);
			if (!patchset || !mayModerate(patchset, call)) return null;
			return lists.putTool(patchset, { details, icon: toolIcon(icon) });
		},
		updateTool: (
			_: unknown,
			{ id, details, icon }: { id: number; details?: string | null; icon?: string | null },
			call: Call,
		) => {
			const patchset = state.patchsets.find(({ tools }) => tools?.some((tool) => tool.id === id));
			const tool = patchset?.tools?.find((one) => one.id === id);
			if (!patchset || !tool || !mayModerate(patchset, call)) return null;
			const changed = { details: details ?? tool.details, icon: icon ? toolIcon(icon) : tool.icon };
			return lists.putTool(patchset, changed, id);
		},
		mailingListSubscribe: (_: unknown, { listID }: { listID: number }, call: Call) => {
			const list = browsable(listID, call);
			return list ? lists.subscribe(list, call.caller.account) : null;
		},
		mailingListUnsubscribe: (_: unknown, { listID }: { listID: number }, { caller: { account } }: Call) => {
			const found = state.subscriptions.find(
				({ list, subscriber }) => list === listID && subscriber === account.name,
			);
			if (found) lists.unsubscribe(archive.list(listID), account);
			return found ?? null;
		},
	};
}
