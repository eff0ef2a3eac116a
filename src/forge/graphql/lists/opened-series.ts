import type { GraphqlCall } from '../graphql-call.ts';
import { type PatchsetParams, pickPatchset } from './change-patchset.ts';
import { openedSeries } from './documents.ts';
import { withTexts } from './read-mails.ts';
import { patchsetOf } from './values.ts';

/** Reads a patchset with the mails of its thread, the first one first. Leaves out the mails if not all of them came with it. */
export async function readOpenedSeries(call: GraphqlCall, params: PatchsetParams): Promise<unknown> {
	const { patchset, thread } = await call.ask(openedSeries, { id: Number(params.patchset) }, (parts) => {
		const found = pickPatchset(params)(parts);
		return found && { patchset: found, thread: parts.discussed?.thread };
	});
	const isWhole = thread?.descendants.next === null;
	const mails = isWhole ? [thread.root, ...thread.descendants.results] : [];
	return {
		patchset: patchsetOf(patchset),
		thread: isWhole ? await withTexts(call, thread.root.id, mails) : null,
	};
}
