import { rememberByObject } from '../../../base/remember.ts';
import { count, formatNumber } from '../../../base/text/numbers.ts';
import type { PlacedPart } from '../../../mail/replies/place-replies.ts';
import type { PatchsetSnapshot } from '../protocol/protocol.ts';
import { commentAnchors } from './comment-anchors.ts';
import type { NetContent } from './net-content.ts';
import { type EarlierVersion, isRemark } from './remarks.ts';
import type { SeriesContent } from './series-content.ts';

/** How many of the remarks on the version before are at lines that this one has changed, and where the first of these is. */
export function remarkParts(
	earlier: EarlierVersion | undefined,
	content: SeriesContent,
	net: NetContent | undefined,
): PatchsetSnapshot['remarks'] {
	if (!earlier) return null;
	const { on, remarks, unread } = earlier;
	const carried = remarks?.carried.flatMap(({ parts }) => parts) ?? [];
	const gone = remarks?.gone.length ?? 0;
	const total = carried.length + gone;
	const changed = carried.filter(({ isChanged }) => isChanged).length;
	const areGone = gone > 0 ? `, ${formatNumber(gone)} ${isOrAre(gone)} gone` : '';
	const text = [
		total > 0 &&
			`${formatNumber(changed)} of ${count(total, 'remark')} on ${on.name} ${isOrAre(changed)} at lines that changed${areGone}`,
		unread > 0 && `Compare with ${on.name} to see ${count(unread, 'reply', 'replies')} to it at the lines`,
	].filter(Boolean);
	if (text.length === 0) return null;
	const first = firstRemarks(content)[net ? 'net' : 'each'];
	const place = first && { ...first, file: net?.byChange.get(first.file)?.content.key ?? first.file };
	return { text: text.join(' · '), first: place ?? null };
}

const isOrAre = (number: number): string => (number === 1 ? 'is' : 'are');

/** The first remark at changed lines or, without one, at any, if the page shows each patch, and if it shows what they change together. */
const firstRemarks = rememberByObject((content: SeriesContent) => ({
	each: firstOf(content, false),
	net: firstOf(content, true),
}));

const firstOf = (content: SeriesContent, isNet: boolean) =>
	firstWith(content, isNet, (part) => isRemark(part) && part.isChanged) ??
	firstWith(content, isNet, isRemark);

function firstWith(content: SeriesContent, isNet: boolean, isWanted: (part: PlacedPart) => boolean) {
	const wanted = <T extends { readonly parts: readonly PlacedPart[] }>(threads: readonly T[]) =>
		threads.map((thread) => ({ ...thread, parts: thread.parts.filter(isWanted) }));
	const places = [
		() => commentAnchors([], wanted(content.coverThreads)),
		...content.patches.map(
			(patch) => () =>
				commentAnchors(
					patch.files.map((file) => ({ ...file, threads: wanted(file.threads) })),
					[],
					isNet ? [] : [{ ...patch, textThreads: wanted(patch.textThreads) }],
				),
		),
	];
	for (const find of places) {
		for (const [mail, lines] of find()) for (const line of lines) return { ...line, mail };
	}
	return undefined;
}
