import { visible } from '../../base/text/invisible-characters.ts';
import { count, formatNumber } from '../../base/text/numbers.ts';
import { isPatchsetKey, listRef, patchsetRef, type SeriesKey } from '../../platform/model/keys.ts';
import { capitalize, joinWords } from '../../platform/model/words.ts';
import { toPageNote } from '../../platform/page/outbox-note.ts';
import { pageStatusNotes, type SignedOut } from '../../platform/page/page-status.ts';
import type { Note } from '../../platform/page/snapshot-parts.ts';
import { versionName } from '../model/series/version-name.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import { missingCount } from '../state/lists/series-summary.ts';
import { commentedNotes, goneRemarkNotes } from './commented-notes.ts';
import { shortDate, shownPatchset } from './parts/version-parts.ts';
import type { KnownSeries, SnapshotInput } from './snapshot-input.ts';

/** Further numbers and files are left out, because they would fill the page. */
const maxNamed = 20;

/** What the page says above the series. */
export function seriesNotes({
	key,
	known,
	pageStatus,
	isReadingMails,
	owner,
	statuses,
	newestChanges,
	commentedVersion,
	earlier,
	viewedStateOf,
	viewedPathsIn,
	now,
	zone,
}: SnapshotInput): readonly Note[] {
	const signedOut = ({ instance, why }: SignedOut): Note => ({
		key: 'signed-out',
		kind: 'warning',
		icon: 'account',
		pieces: [
			[
				owner ? `${owner.account} is signed out of ${owner.instance}.` : `You're signed out of ${instance}.`,
				...(why ? [why] : []),
			].join(' '),
		],
		acts: [{ act: 'sign-in', label: 'Sign In' }],
	});
	return [
		...pageStatusNotes({ pageStatus, ref: nameOf(key), signedOut, hasDraft: false, now, zone }),
		...(known
			? [
					...waitingNotes(key, known.reading, statuses),
					...supersededNotes(known.reading, newestChanges, now, zone),
					...commentedNotes(known.reading, commentedVersion),
					...goneRemarkNotes(known.reading, earlier),
					...(isReadingMails ? [] : goneNotes(known, viewedStateOf, viewedPathsIn)),
					...newerPatchesNotes(known.reading),
					...inheritedNotes(known.reading),
					...missingNotes(known.reading),
					...unreadNotes(known.reading, isReadingMails),
				]
			: []),
	];
}

function waitingNotes(
	key: SeriesKey,
	reading: SeriesReading,
	statuses: SnapshotInput['statuses'],
): readonly Note[] {
	const patchset = shownPatchset(key, reading);
	const waiting = patchset && statuses.waitingOf({ ...key, patchset: patchset.id });
	return waiting ? [toPageNote(waiting)] : [];
}

/** What is being read; null if nothing is. */
export function loadingText({ key, known, isReading }: SnapshotInput): string | null {
	if (!isReading) return null;
	if (!known) return isPatchsetKey(key) ? `Loading ${nameOf(key)}…` : 'Loading mail…';
	return known.reading.unread.length > 0 ? 'Loading mails…' : null;
}

/** The name of the page in messages, before its title is known. */
const nameOf = (key: SeriesKey): string =>
	isPatchsetKey(key) ? patchsetRef(key) : `This mail in ${listRef(key)}`;

/** Says that a newer version was sent. */
function supersededNotes(
	{ chain, version }: SeriesReading,
	/** What the newest version has changed; empty if that is not known. */
	newestChanges: string,
	now: number,
	zone: string | undefined,
): readonly Note[] {
	const newest = chain?.versions.at(-1);
	if (!version || !newest || newest === version) return [];
	const sent = newest.date === undefined ? '' : `, ${shortDate(newest.date, now, zone)}`;
	const changes = newestChanges === '' ? '' : `: ${newestChanges}`;
	const text = `This is ${versionName(version)}. It was superseded by ${versionName(newest)}${sent}${changes}.`;
	return [
		{
			key: 'superseded',
			kind: 'info',
			icon: 'clock',
			pieces: [text],
			acts: [
				{ act: 'compare-latest', label: `Compare with ${versionName(newest)}` },
				{ act: 'show-latest', label: `Open ${versionName(newest)}` },
			],
		},
	];
}

/**
 * Names the files that the user has viewed in an earlier version and that the newest one does not change, until the user has viewed all files of
 * the newest one.
 */
function goneNotes(
	{ reading: { chain, version }, content }: KnownSeries,
	viewedStateOf: SnapshotInput['viewedStateOf'],
	viewedPathsIn: SnapshotInput['viewedPathsIn'],
): readonly Note[] {
	const { patches, readPatches, paths } = content;
	const files = [...content.files.values()];
	const series = files[0]?.inSeries?.series;
	const isNewest = chain?.versions.at(-1) === version;
	if (!version || !isNewest || series === undefined || readPatches.length < patches.length) return [];
	if (files.every((file) => viewedStateOf(file) === 'viewed')) return [];
	const former = new Set(files.map(({ file }) => file.old ?? ''));
	const gone = [...viewedPathsIn(series)].filter((path) => !paths.has(path) && !former.has(path));
	if (gone.length === 0) return [];
	const text = `${versionName(version)} no longer changes ${joinFirst(gone.toSorted().map(visible))}, which you viewed in an earlier version.`;
	return [{ key: 'gone-files', kind: 'info', icon: 'clock', pieces: [text], acts: [] }];
}

/** Says that a part of a newer version may have been sent. */
function newerPatchesNotes({ newerPatches }: SeriesReading): readonly Note[] {
	if (newerPatches.length === 0) return [];
	const what = newerPatches.length === 1 ? 'Patch' : 'Patches';
	const verb = newerPatches.length === 1 ? 'has a newer version' : 'have newer versions';
	const text = `${what} ${joinFirst(newerPatches)} ${verb} in this thread. The sender is not known yet.`;
	return [{ key: 'newer-patches', kind: 'info', icon: 'clock', pieces: [text], acts: [] }];
}

/** Says which mails could not be read. */
function unreadNotes({ unread }: SeriesReading, isReading: boolean): readonly Note[] {
	if (unread.length === 0 || isReading) return [];
	const text = `Couldn't load ${count(unread.length, 'mail')}.`;
	const acts = [{ act: 'retry', label: 'Try Again' } as const];
	return [{ key: 'unread', kind: 'warning', icon: 'warning', pieces: [text], acts }];
}

/** `patches 1 and 3 are`. */
function numbersText(
	patches: readonly { readonly number: number }[],
	singular: string,
	plural: string,
): string {
	const numbers = joinFirst(patches.map(({ number }) => formatNumber(number)));
	return patches.length === 1 ? `patch ${numbers} ${singular}` : `patches ${numbers} ${plural}`;
}

/** Says which patches of a partial version are those of earlier versions. */
function inheritedNotes({ chain, version }: SeriesReading): readonly Note[] {
	if (!version?.isPartial) return [];
	const all = [...version.patches, ...version.extra];
	const sources = Map.groupBy(
		all.filter(({ isInherited }) => isInherited),
		({ mail }) =>
			chain?.versions.find(({ patches, extra }) =>
				[...patches, ...extra].some((one) => one.mail.id === mail.id && !one.isInherited),
			),
	);
	const texts = [...sources].flatMap(([source, patches]) =>
		source ? [`${capitalize(numbersText(patches, 'is', 'are'))} from ${versionName(source)}.`] : [],
	);
	if (texts.length === 0) return [];
	const own = all.filter(({ isInherited }) => !isInherited);
	const text = [`Only ${numbersText(own, 'was', 'were')} sent again.`, ...texts].join(' ');
	return [{ key: 'inherited', kind: 'info', icon: 'layers', pieces: [text], acts: [] }];
}

/** Says which patches have not arrived. */
function missingNotes({ version }: SeriesReading): readonly Note[] {
	if (!version || missingCount(version) === 0) return [];
	const numbers = version.missing.map((number) => formatNumber(number));
	const what = numbers.length === 1 ? 'Patch' : 'Patches';
	const verb = numbers.length === 1 ? 'has' : 'have';
	const text = `${what} ${joinFirst(numbers)} ${verb} not arrived.`;
	return [{ key: 'missing-patches', kind: 'warning', icon: 'warning', pieces: [text], acts: [] }];
}

/** `1, 2 and 3`; of many only the first ones. */
const joinFirst = (all: readonly string[]): string =>
	all.length > maxNamed ? `${all.slice(0, maxNamed).join(', ')} and more` : joinWords(all);
