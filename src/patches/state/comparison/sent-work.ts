import type { PatchTexts } from '../../../mail/range-diff/compared-patch.ts';
import type { RangeDiffWork } from '../../../mail/range-diff/run-range-diff.ts';

type SentPatch = Omit<PatchTexts, 'diff'> & { readonly diff: readonly string[] };

/** The form in which work is sent to a worker. An object for each line would take ten times as long. */
export interface SentWork {
	readonly old: readonly SentPatch[];
	readonly new: readonly SentPatch[];
}

export const sentWork = (work: RangeDiffWork): SentWork => ({
	old: work.old.map(sentPatch),
	new: work.new.map(sentPatch),
});

export const workOf = (sent: SentWork): RangeDiffWork => ({
	old: sent.old.map(receivedPatch),
	new: sent.new.map(receivedPatch),
});

const sentPatch = ({ author, message, diff }: PatchTexts): SentPatch => ({
	author,
	message,
	diff: diff.map(({ text }) => text),
});

const receivedPatch = ({ author, message, diff }: SentPatch): PatchTexts => ({
	author,
	message,
	diff: diff.map((text) => ({ text })),
});
