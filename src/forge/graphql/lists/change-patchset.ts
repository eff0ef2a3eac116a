import { ForgeError } from '../../contract/errors.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { deniedMessage } from '../graphql-error.ts';
import type { ListParams } from '../named-resource.ts';
import {
	type ListData,
	onePatchset,
	type PatchsetData,
	type PatchsetParts,
	updatePatchset,
} from './documents.ts';
import { patchsetOf } from './values.ts';

export interface PatchsetParams extends ListParams {
	readonly patchset: string | number;
}

/** Whether a list is the one that is meant. The account's own lists are known by their names alone. */
export const isIn = ({ owner, list }: ListParams, { name, owner: of }: ListData): boolean =>
	name === String(list) &&
	(owner === undefined || of.canonical_name === `~${String(owner).replace(/^~/, '')}`);

/** The forge finds patchsets by their number, so one of another list is found, too, and counts as missing. */
export const pickPatchset =
	(params: PatchsetParams) =>
	({ patchset, sent, reported }: PatchsetParts): PatchsetData | null =>
		patchset && isIn(params, patchset.list) ? { ...patchset, ...sent, ...reported } : null;

const findPatchset = (call: GraphqlCall, params: PatchsetParams): Promise<PatchsetData> =>
	call.ask(onePatchset, { id: Number(params.patchset) }, pickPatchset(params));

export const readPatchset = async (call: GraphqlCall, params: PatchsetParams): Promise<unknown> =>
	patchsetOf(await findPatchset(call, params));

/** Sets the status of a patchset. The answer of a change does not say whether the patchset is missing, or the user may not change it. */
export async function changePatchset(
	call: GraphqlCall,
	params: PatchsetParams,
	status: string | undefined,
): Promise<unknown> {
	const found = await findPatchset(call, params);
	if (status === undefined) return patchsetOf(found);
	const variables = { id: found.id, status: status.toUpperCase() };
	const { updated } = await call.ask(updatePatchset, variables, (data) => data);
	if (!updated) throw new ForgeError('forbidden', deniedMessage(true));
	return patchsetOf({ ...found, ...updated });
}
