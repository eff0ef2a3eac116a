import { ForgeError } from '../../contract/errors.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { deniedMessage } from '../graphql-error.ts';
import { onePatchset, updatePatchset } from './documents.ts';
import { patchsetOf } from './values.ts';

export const readPatchset = async (call: GraphqlCall, id: number): Promise<unknown> =>
	patchsetOf(await call.ask(onePatchset.whole, { id }, ({ patchset }) => patchset, onePatchset.smaller));

/** Sets the status of a patchset, and reads the patchset as it is then. Without a status, only reads it. */
export async function changePatchset(
	call: GraphqlCall,
	id: number,
	status: string | undefined,
): Promise<unknown> {
	if (status === undefined) return readPatchset(call, id);
	await setStatus(call, id, status);
	try {
		return await readPatchset(call, id);
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		throw error.withMessage(
			`The status was set, but the patchset could not be read again. ${error.problem}`,
			{ mayBeDone: true },
		);
	}
}

/** The answer is the same for a patchset that is missing and for one that the user may not change. */
async function setStatus(call: GraphqlCall, id: number, status: string): Promise<void> {
	try {
		await call.ask(updatePatchset, { id, status: status.toUpperCase() }, ({ updated }) => updated);
	} catch (error) {
		if (!(error instanceof ForgeError) || error.kind !== 'missing') throw error;
		await readPatchset(call, id);
		throw new ForgeError('forbidden', deniedMessage(true));
	}
}
