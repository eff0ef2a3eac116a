import { append, smallest } from '../../../base/collections.ts';
import { createSlices } from '../../../base/slices.ts';
import { anchorOf, type CommentedLines } from '../../../mail/compose/commented-lines.ts';
import type { Pair } from '../../../mail/range-diff/range-diff.ts';
import {
	type PlacedPart,
	type PlacedThread,
	placeReplies,
	type TextThread,
} from '../../../mail/replies/place-replies.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../../model/series-reading.ts';
import { createCarrier } from '../../state/comparison/carry-over.ts';
import { patchesOf } from '../../state/comparison/compare-versions.ts';
import type { ComparedVersionName } from '../protocol/comparison-protocol.ts';
import type { ContentFile, SeriesContent } from './series-content.ts';

/** What a reply to the version before says about lines, which this version may have changed. */
export interface Remark extends PlacedPart {
	readonly fullMail: FullMail;
	/** The version before. */
	readonly on: ComparedVersionName;
	readonly isChanged: boolean;
}

export const isRemark = (part: PlacedPart): part is Remark => 'on' in part;

/** Remarks on the same lines, and where these are in this version. */
interface CarriedRemarks {
	readonly mail: number;
	readonly lines: CommentedLines;
	readonly parts: readonly Remark[];
}

/** What was said about the lines of the version before. Reasons: docs/decisions/reviews.md. */
export interface EarlierRemarks {
	readonly carried: readonly CarriedRemarks[];
	/** Those on something that this version does not have. */
	readonly gone: readonly Remark[];
}

/** What a page knows of what was said about the version before. */
export interface EarlierVersion {
	readonly on: ComparedVersionName;
	/** Undefined until the versions were compared. */
	readonly remarks: EarlierRemarks | undefined;
	/** How many replies to it were not compared. */
	readonly unread: number;
}

/** Finds the remarks on a version in the next one, `current`. Replies to patches that both versions have are no such remarks. */
export async function carryRemarks(
	old: SeriesReading,
	on: ComparedVersionName,
	current: SeriesReading,
	pairs: readonly Pair[],
	signal: AbortSignal,
): Promise<EarlierRemarks> {
	const patches = patchesOf(old);
	const cover = old.mails.get(old.version?.cover?.id ?? -1);
	const { threads, textThreads } = placeReplies(patches, [...old.mails.values()], cover);
	const carry = createCarrier(old, current, pairs);
	const pause = createSlices(signal);
	const carried: CarriedRemarks[] = [];
	const gone: Remark[] = [];
	for (const thread of [...textThreads, ...threads]) {
		await pause();
		const { mail = cover?.id ?? -1, nth = 0 } = patches[thread.patch] ?? {};
		const found = carry({ mail, lines: linesOf(thread, nth) });
		const parts = thread.parts.flatMap((part): readonly Remark[] => {
			const fullMail = current.mails.has(part.mail) ? undefined : old.mails.get(part.mail);
			return fullMail ? [{ ...part, fullMail, on, isChanged: found?.isChanged !== false }] : [];
		});
		if (!found || found.lines.kind === 'whole') append(gone, parts);
		else if (parts.length > 0) carried.push({ mail: found.mail, lines: found.lines, parts });
	}
	return { carried, gone };
}

function linesOf(thread: PlacedThread | TextThread, patch: number): CommentedLines {
	const { first, last } = thread;
	if ('text' in thread)
		return thread.text === 'cover'
			? { kind: 'mail', first, last }
			: { kind: 'text', text: thread.text, patch, first, last };
	const { file, hunk } = thread;
	return last < 0 ? { kind: 'file', patch, file } : { kind: 'diff', patch, file, hunk, first, last };
}

/** Adds the remarks on the version before to the replies at the same lines. */
export function withRemarks(content: SeriesContent, { carried }: EarlierRemarks): SeriesContent {
	const inFiles: PlacedThread[] = [];
	const inTexts: TextThread[] = [];
	for (const { mail, lines, parts } of carried) {
		const nth = 'patch' in lines ? lines.patch : 0;
		const patch = content.patches.findIndex((one) => one.mailId === mail && one.nth === nth);
		const anchor = anchorOf(lines, patch - nth);
		if (anchor && 'hunk' in anchor) inFiles.push({ ...anchor, parts });
		else if (anchor) inTexts.push({ ...anchor, parts });
	}
	const patches = content.patches.map((patch, index) => {
		const isHere = (thread: { readonly patch: number }) => thread.patch === index;
		const own = inFiles.filter(isHere);
		const withThreads = (file: ContentFile) => {
			const threads = own.filter((thread) => thread.file === file.index);
			return threads.length > 0 ? { ...file, threads: joined(file.threads, threads) } : file;
		};
		return {
			...patch,
			textThreads: joined(patch.textThreads, inTexts.filter(isHere)),
			files: own.length > 0 ? patch.files.map(withThreads) : patch.files,
		};
	});
	const onCover = inTexts.filter(({ text }) => text === 'cover');
	return {
		...content,
		patches,
		files: new Map(patches.flatMap(({ files }) => files.map((file) => [file.key, file] as const))),
		coverThreads: joined(content.coverThreads, onCover),
	};
}

/** Threads in the order of their lines. What was said about the version before comes first. */
function joined<T extends PlacedThread | TextThread>(
	threads: readonly T[],
	earlier: readonly T[],
): readonly T[] {
	if (earlier.length === 0) return threads;
	const hunkOf = (thread: PlacedThread | TextThread) => ('hunk' in thread ? thread.hunk : -1);
	const placeOf = (thread: PlacedThread | TextThread) =>
		`${'hunk' in thread ? thread.hunk : thread.text} ${thread.last}`;
	return [...Map.groupBy([...earlier, ...threads], placeOf).values()]
		.flatMap((all) => {
			const [thread] = all;
			const parts = all.flatMap((one) => one.parts);
			return thread ? [{ ...thread, first: smallest(all.map(({ first }) => first)), parts }] : [];
		})
		.sort((one, other) => hunkOf(one) - hunkOf(other) || one.last - other.last);
}
