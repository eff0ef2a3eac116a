import type { GraphqlCall } from '../graphql-call.ts';
import { type PatchsetParams, pickPatchset } from './change-patchset.ts';
import { openedSeries } from './documents.ts';
import { withTexts } from './read-mails.ts';
import { patchsetOf } from './values.ts';

/** Reads a patchset with the mails of its thread, the first one first. Leaves out the mails if they could not be read. */
export async function readOpenedSeries(call: GraphqlCall, params: PatchsetParams): Promise<unknown> {
	const { patchset, thread } = await call.ask(openedSeries, { id: Number(params.patchset) }, (parts) => {
		const found = pickPatchset(params)(parts);
		return found && { patchset: found, thread: parts.discussed?.thread };
	});
	return { patchset: patchsetOf(patchset), thread: thread && (await withTexts(call, thread)) };
}
