import { count, formatNumber } from '../../../base/text/numbers.ts';
import type { Patch } from '../../../mail/patch/patch.ts';
import type { TextThread } from '../../../mail/replies/place-replies.ts';
import type { ParseWarning } from '../../../mail/text/parse-warnings.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { trailerCounts } from '../../model/series-trailers.ts';
import type { ViewedFile, ViewedState } from '../../state/viewed-files.ts';
import { displayTitle } from '../people/display-title.ts';
import { knownPerson } from '../people/mail-people.ts';
import type { PeopleByAddress } from '../people/people-by-address.ts';
import type { ShownPatch } from '../protocol/protocol.ts';
import { filePart } from './file-parts.ts';
import type { ContentFile, ContentPatch, SeriesContent } from './series-content.ts';
import { answeredText, type ReplyOptions, shownReplies } from './shown-replies.ts';
import { unreadPatch } from './unread-diffs.ts';

interface PatchPartOptions {
	readonly content: SeriesContent;
	readonly people: PeopleByAddress;
	/** Whether the account is signed in and the forge has not answered yet. */
	readonly isReading: boolean;
	readonly replies: ReplyOptions;
	readonly viewedStateOf: (file: ViewedFile) => ViewedState;
	readonly ignoresWhitespace: boolean;
	readonly draftCounts: ReadonlyMap<string, number>;
}

/** A patch, without the diffs of its files. */
export function patchPart(
	patch: ContentPatch,
	{ content, people, isReading, replies, ...options }: PatchPartOptions,
): ShownPatch {
	const { key, label, mailId, textThreads } = patch;
	const threadsOf = (text: TextThread['text']) => textThreads.filter((thread) => thread.text === text);
	const message = answeredText(patch.patch?.message ?? '', threadsOf('message'), replies);
	const notes = answeredText(patch.patch?.notes ?? '', threadsOf('notes'), replies);
	return {
		key,
		number: label,
		title: mailId === undefined ? 'This patch has not arrived' : displayTitle(patch.title),
		mail: mailId ?? null,
		author: authorOf(patch, people),
		trailers: trailerBadges(patch, content),
		answeredMessage: message.answered,
		message: message.rest,
		messageLine: message.restLine,
		answeredNotes: notes.answered,
		notes: notes.rest,
		notesLine: notes.restLine,
		diffstatReplies: threadsOf('diffstat').map(({ last, parts }) => ({
			file: patch.files[last]?.key ?? '',
			replies: shownReplies(parts, replies),
		})),
		files: patch.files.map((file) => filePart(file, { ...options, replies })),
		summary: changesSummary(patch.files),
		warnings: warningsOf(patch, isReading),
		unread: patch.patch ? unreadPatch(patch.patch) : [],
	};
}

/** The author of a patch, if it is not who has sent it. */
function authorOf({ patch, fullMail }: ContentPatch, people: PeopleByAddress): ShownPatch['author'] {
	if (!patch || !fullMail) return null;
	const { author } = patch;
	const from = fullMail.mail.from.email.toLowerCase();
	if (author.email === '' || author.email.toLowerCase() === from) return null;
	return knownPerson(author, people);
}

/** `R 2`: how many people have given each of the usual trailers. */
function trailerBadges(
	{ key }: ContentPatch,
	{ trailers, readPatches }: SeriesContent,
): ShownPatch['trailers'] {
	const index = readPatches.findIndex((one) => one.key === key);
	const patch = readPatches[index]?.patch;
	if (!patch) return [];
	const { reviewed, tested, acked } = trailerCounts(patch, index, trailers);
	const badges = [
		{ letter: 'R', name: 'Reviewed by', number: reviewed },
		{ letter: 'T', name: 'Tested by', number: tested },
		{ letter: 'A', name: 'Acknowledged by', number: acked },
	];
	return badges
		.filter(({ number }) => number > 0)
		.map(({ letter, name, number }) => ({
			text: `${letter} ${formatNumber(number)}`,
			label: `${name} ${count(number, 'person', 'people')}`,
		}));
}

/** `2 files, 85 lines added, 19 removed`. */
export function changesSummary(files: readonly ContentFile[]): string {
	if (files.length === 0) return '';
	const sum = (field: 'additions' | 'deletions') => files.reduce((all, { file }) => all + file[field], 0);
	return `${count(files.length, 'file')}, ${count(sum('additions'), 'line')} added, ${formatNumber(sum('deletions'))} removed`;
}

function warningsOf({ mailId, fullMail, patch }: ContentPatch, isReading: boolean): readonly string[] {
	if (mailId === undefined) return [];
	if (!fullMail) return isReading ? [] : ["This patch isn't loaded yet."];
	if (!patch) return ['This mail contains no diff. Use Show Original to read it.'];
	return [
		...(isCut(fullMail, patch)
			? ['Part of the diff could not be read. Use Show Original to see all of it.']
			: []),
		...(patch.warnings.includes('line-wrapped')
			? ['A mail program has wrapped some lines of this diff.']
			: []),
		...(patch.warnings.includes('several-patches') ? ['This mail contains several patches.'] : []),
	];
}

/** Whether a part of the diff could not be read. */
export const isCut = ({ mail }: FullMail, patch: Patch): boolean =>
	[...mail.warnings, ...patch.warnings].some((code) => cutCodes.has(code));

const cutCodes: ReadonlySet<ParseWarning> = new Set([
	'mail-cut',
	'hunk-short',
	'hunk-header',
	'file-header',
	'binary-cut',
	'binary-malformed',
	'diff-unread',
	'diff-too-large',
	'lines-too-many',
]);
