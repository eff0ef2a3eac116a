import type { PatchTexts } from '../../../mail/range-diff/range-diff-patch.ts';
import type { RangeDiffWork } from '../../../mail/range-diff/run-range-diff.ts';

type PatchMessage = Omit<PatchTexts, 'diff'> & { readonly diff: readonly string[] };

/** The form in which work is sent to a worker. An object for each line would take ten times as long. */
export interface WorkMessage {
	readonly old: readonly PatchMessage[];
	readonly new: readonly PatchMessage[];
}

export const toWorkMessage = (work: RangeDiffWork): WorkMessage => ({
	old: work.old.map(sentPatch),
	new: work.new.map(sentPatch),
});

export const workOf = (sent: WorkMessage): RangeDiffWork => ({
	old: sent.old.map(receivedPatch),
	new: sent.new.map(receivedPatch),
});

const sentPatch = ({ author, message, diff }: PatchTexts): PatchMessage => ({
	author,
	message,
	diff: diff.map(({ text }) => text),
});

const receivedPatch = ({ author, message, diff }: PatchMessage): PatchTexts => ({
	author,
	message,
	diff: diff.map((text) => ({ text })),
});
