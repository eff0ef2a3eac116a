import { createHash } from 'node:crypto';
import { contentDigest } from '../../../mail/hunk-display/content-digest.ts';
import { readAuthor } from '../../../mail/message/address.ts';
import type { Patch } from '../../../mail/patch/patch.ts';
import {
	type MailedPatch,
	type PlacedReplies,
	type PlacedThread,
	placeReplies,
	type TextThread,
} from '../../../mail/replies/place-replies.ts';
import { type FileWarning, fileWarnings } from '../../../mail/safety/file-warnings.ts';
import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';
import { countChangedFiles } from '../../model/net-diff/changes-by-file.ts';
import type { SeriesMailSummary } from '../../model/series/mails/from-mail-summary.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../../model/series-reading.ts';
import { type GivenTrailer, seriesTrailers, trailerMailOf } from '../../model/series-trailers.ts';
import { mailsOf, missingCount } from '../../state/lists/series-summary.ts';
import type { ViewedFile } from '../../state/viewed-files.ts';
import { commentAnchors } from './comment-anchors.ts';
import { type DiscussedMail, discussionOf } from './discussion.ts';

/** A file of a patch on the page. */
export interface ContentFile {
	/** Unique on the page, and the same whenever the page shows the file. */
	readonly key: string;
	readonly file: FileDiff;
	/** The index of the file in its patch. */
	readonly index: number;
	readonly patch: Patch;
	/** Identifies what the diff changes. */
	readonly digest: string;
	/** Identifies the file of the patch in all versions of the series; empty if the versions are not known, or if two files of a version would have the same. */
	readonly seriesFile: string;
	readonly inSeries: ViewedFile['inSeries'];
	/** What may deceive the reader. */
	readonly warnings: readonly FileWarning[];
	/** The replies to its lines. */
	readonly threads: readonly PlacedThread[];
}

/** A patch of the shown version, in the order of the series. */
export interface ContentPatch {
	readonly key: string;
	/** The number in the series. */
	readonly number: number;
	/** `1/3`; empty if it is the only patch. */
	readonly label: string;
	readonly title: string;
	/** The forge's id of its mail; undefined if it has not arrived. */
	readonly mailId: number | undefined;
	/** Undefined if its mail has not been read, or could not be read as a patch. */
	readonly patch: Patch | undefined;
	readonly fullMail: FullMail | undefined;
	/** The index of the patch among those of its mail. */
	readonly nth: number;
	readonly files: readonly ContentFile[];
	/** The replies to its message, notes and diffstat. */
	readonly textThreads: readonly TextThread[];
}

/** What the page shows of a reading. */
export interface SeriesContent {
	readonly patches: readonly ContentPatch[];
	/** The files of all patches, by their keys. */
	readonly files: ReadonlyMap<string, ContentFile>;
	/** How many files the series changes. Several patches may change the same one. */
	readonly fileCount: number;
	/** The paths of the files. */
	readonly paths: ReadonlySet<string>;
	readonly discussion: readonly DiscussedMail[];
	readonly cover: FullMail | undefined;
	/** Where the text of the cover letter starts, below a line that names the author of its patches. */
	readonly coverStart: number;
	/** The replies to its lines. */
	readonly coverThreads: readonly TextThread[];
	/** The trailers that replies have given, for indices of `readPatches`. */
	readonly trailers: readonly GivenTrailer[];
	/** The same trailers, by the forge's ids of the mails that give them. */
	readonly trailersByMail: ReadonlyMap<number, readonly GivenTrailer[]>;
	/** The lines of the diffs that each mail comments on. */
	readonly quotedLines: ReturnType<typeof commentAnchors>;
	/** The patches whose diffs are known. */
	readonly readPatches: readonly ReadPatch[];
}

/** A patch whose diff is known. */
interface ReadPatch extends MailedPatch {
	/** The key of the patch on the page. */
	readonly key: string;
}

export function seriesContent(reading: SeriesReading): SeriesContent {
	const mails = [...reading.mails.values()];
	const known = patchesOfVersion(reading);
	const readPatches = known.flatMap(({ mailId, patch, key }) =>
		mailId !== undefined && patch ? [{ mail: mailId, patch, key }] : [],
	);
	const { cover } = reading.version ?? {};
	const letter = cover && reading.mails.get(cover.id);
	const replies = placeReplies(readPatches, mails, letter);
	const patches = withReplies(known, readPatches, replies);
	const files = new Map(patches.flatMap((patch) => patch.files.map((file) => [file.key, file] as const)));
	const coverThreads = replies.textThreads.filter(({ text }) => text === 'cover');
	const trailers = seriesTrailers(
		readPatches.map(({ mail }) => mail),
		cover?.id,
		mails.map(trailerMailOf),
	);
	return {
		patches,
		files,
		fileCount: countChangedFiles(patches),
		paths: new Set([...files.values()].map(({ file }) => file.new ?? file.old ?? '')),
		quotedLines: commentAnchors(files.values(), coverThreads, patches),
		discussion: discussionOf(reading),
		cover: letter,
		coverThreads,
		coverStart: letter ? startBelowAuthor(letter, readPatches) : 0,
		trailers,
		trailersByMail: byMail(trailers),
		readPatches,
	};
}

/** Git begins a mail with a line for the author if another address sends it. The page shows authors with the patches, so the text starts below that line. */
function startBelowAuthor({ mail }: FullMail, patches: readonly ReadPatch[]): number {
	const [header = '', line = ''] =
		/^\s{0,10}From: ([^\n]{1,500})\n\r?\n/i.exec(mail.text.slice(0, 1000)) ?? [];
	const author = readAuthor(line)?.email.toLowerCase();
	const isShown = patches.some(({ patch }) => patch.author.email.toLowerCase() === author);
	return author !== undefined && isShown ? header.length : 0;
}

function byMail(trailers: readonly GivenTrailer[]): ReadonlyMap<number, readonly GivenTrailer[]> {
	const found = new Map<number, GivenTrailer[]>();
	for (const trailer of trailers) {
		for (const mail of new Set(trailer.mails)) {
			const others = found.get(mail);
			if (others) others.push(trailer);
			else found.set(mail, [trailer]);
		}
	}
	return found;
}

function patchesOfVersion({ version, chain, mails }: SeriesReading): readonly ContentPatch[] {
	if (!version) return [];
	const { of = 0 } = version;
	const [oldest] = chain?.versions ?? [];
	const series = oldest && mailsOf(oldest)[0]?.id;
	const labelOf = (number: number) => (of > 1 ? `${number}/${of}` : '');
	const arrived = [...version.patches, ...version.extra].flatMap(({ number, mail }) =>
		patchesOfMail(mail, number, labelOf(number), mails.get(mail.id), series),
	);
	const missing = missingCount(version) === 0 ? [] : version.missing;
	const absent = missing.map(
		(number): ContentPatch => ({
			key: `missing ${number}`,
			number,
			label: labelOf(number),
			title: '',
			mailId: undefined,
			patch: undefined,
			fullMail: undefined,
			nth: 0,
			files: [],
			textThreads: [],
		}),
	);
	return [...withoutEqualSeriesFiles(arrived), ...absent].toSorted((one, other) => one.number - other.number);
}

/** Patches can have equal titles. Their files are not versions of each other. */
function withoutEqualSeriesFiles(patches: readonly ContentPatch[]): readonly ContentPatch[] {
	const all = patches.flatMap(({ files }) => files);
	const byId = Map.groupBy(all, ({ seriesFile }) => seriesFile);
	const isOnlyOne = ({ seriesFile }: ContentFile) => byId.get(seriesFile)?.length === 1;
	return patches.map((patch) => ({
		...patch,
		files: patch.files.map((file) => (isOnlyOne(file) ? file : { ...file, seriesFile: '' })),
	}));
}

const seriesFileOf = (series: number, title: string, file: FileDiff): string =>
	createHash('sha256')
		.update(JSON.stringify([series, title, file.new ?? file.old]))
		.digest('base64url')
		.slice(0, 22);

/** The patches of a mail, usually one, or one entry without a patch if none was read. `series`: the forge's id of the first mail of the oldest version. */
function patchesOfMail(
	{ id, subject }: SeriesMailSummary,
	number: number,
	label: string,
	fullMail: FullMail | undefined,
	series: number | undefined,
): readonly ContentPatch[] {
	const patches = fullMail && fullMail.patches.length > 0 ? fullMail.patches : [undefined];
	return patches.map((patch, nth) => {
		const key = `${id}.${nth}`;
		const { title } = patch?.subject ?? subject;
		const files =
			patch?.files.map((file, index) => ({
				key: `${key}.${index}`,
				file,
				index,
				patch,
				threads: [],
				digest: contentDigest(patch.source, file),
				seriesFile: series === undefined ? '' : seriesFileOf(series, title, file),
				inSeries: series === undefined ? undefined : { series, path: file.new ?? file.old ?? '' },
				warnings: fileWarnings(patch.source, file),
			})) ?? [];
		return { key, number, label, title, mailId: id, patch, fullMail, nth, files, textThreads: [] };
	});
}

/** Adds the replies to the patches and files whose lines they quote. */
function withReplies(
	patches: readonly ContentPatch[],
	readPatches: readonly ReadPatch[],
	replies: PlacedReplies,
): readonly ContentPatch[] {
	const threads = Map.groupBy(replies.threads, ({ patch, file }) => `${readPatches[patch]?.key}.${file}`);
	const textThreads = Map.groupBy(replies.textThreads, ({ patch }) => readPatches[patch]?.key);
	return patches.map((patch) => ({
		...patch,
		textThreads: textThreads.get(patch.key) ?? [],
		files: patch.files.map((file) => ({ ...file, threads: threads.get(file.key) ?? [] })),
	}));
}
