import * as v from 'valibot';
import { patchsetStatuses } from '../../../src/forge/shapes/lists.ts';
import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { Call, Resolvers } from '../server/resolvers.ts';

const Status = v.picklist(patchsetStatuses);

/** Changes of lists, patchsets and subscriptions. Null is the answer if something is missing, and if the user may not change it. */
export function listMutations({ lists }: GraphqlParts): Resolvers[string] {
	const { state, archive, access } = lists;
	const browsable = (id: number, { caller }: Call) =>
		state.lists.find((list) => list.id === id && access.may('browse', list, caller.account));
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
		updatePatchset: (
			_: unknown,
			{ id, status }: { id: number; status: string },
			{ caller: { account } }: Call,
		) => {
			const patchset = state.patchsets.find((one) => one.id === id);
			if (!patchset || !access.may('moderate', archive.list(patchset.list), account)) return null;
			lists.setStatus(patchset, v.parse(Status, status.toLowerCase()));
			return patchset;
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
