import type { GraphqlCall, OwnerParams } from '../graphql-call.ts';
import { type ListData, listNumber } from './documents.ts';

export interface ListParams extends OwnerParams {
	readonly list: string | number;
}

export interface PatchsetParams extends ListParams {
	readonly patchset: string | number;
}

/** Whether a list is the one that is meant. The account's own lists are known by their names alone. */
export const isIn = ({ owner, list }: ListParams, { name, owner: of }: ListData): boolean =>
	name === String(list) &&
	(owner === undefined || of.canonical_name === `~${String(owner).replace(/^~/, '')}`);

export const listVariables = ({ list }: ListParams) => ({ list: String(list) });

const keyOf = ({ owner, list }: ListParams) => `list ${String(owner ?? '').replace(/^~/, '')}/${list}`;

/** Remembers the number of a list that a read has shown. */
export function learnList<T extends { readonly id: number }>(
	call: GraphqlCall,
	params: ListParams,
	list: T | null,
): T | null {
	if (list) call.numbers.learn(keyOf(params), list.id);
	return list;
}

/** The number that the list of this name has now. */
export const findList = (call: GraphqlCall, params: ListParams): Promise<number> =>
	call.askOwner(listNumber, params, listVariables(params), ({ list }) => list?.id);

/** Makes a change of a list, whose number is looked up if no read has shown it. */
export const useList = <T>(
	call: GraphqlCall,
	params: ListParams,
	change: (list: number) => Promise<T>,
): Promise<T> => call.numbers.use(keyOf(params), () => findList(call, params), change);
