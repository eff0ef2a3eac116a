import { count, formatNumber } from '../../../base/text/numbers.ts';
import { refOf, type TicketKey, ticketAddress } from '../../../platform/model/keys.ts';
import { ticketReference } from '../../../platform/model/references.ts';
import { capitalize, joinWords, type Person } from '../../../platform/model/words.ts';
import type { Note, Piece } from '../../../platform/page/snapshot-parts.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { versionName } from '../../model/series/version-name.ts';
import type { SeriesReading } from '../../model/series-reading.ts';
import { missingCount } from '../../state/lists/series-summary.ts';
import { knownPerson, senderKey, senderOf } from '../people/mail-people.ts';
import type { PeopleByAddress } from '../people/people-by-address.ts';
import type { SeriesContent } from './series-content.ts';
import { shortDate } from './version-parts.ts';

/** Further names are left out, because they would fill the page. */
const maxParticipants = 20;
const maxNumbers = 20;

/** A ticket that the series names. */
interface LinkedTicket {
	readonly target: Omit<TicketKey, 'account'>;
	/** The address of the trackers of another forge. */
	readonly address: string | undefined;
	/** Whether the series closes or implements it. */
	readonly isResolved: boolean;
}

/** `3 patches, 6 files · +224 −19 · for ~ana/editor#42 · mentions ~ana/editor#7`. */
export function summaryPieces(
	{ version }: SeriesReading,
	{ patches, files, fileCount }: SeriesContent,
	tickets: readonly LinkedTicket[],
): readonly Piece[] {
	if (!version || patches.length === 0) return [];
	const diffs = [...files.values()].map(({ file }) => file);
	const sum = (field: 'additions' | 'deletions') => diffs.reduce((all, file) => all + file[field], 0);
	const missing = missingCount(version);
	const counts = [
		count(version.of && version.of > 0 ? version.of : patches.length, 'patch', 'patches'),
		...(missing > 0 ? [`${formatNumber(missing)} missing`] : []),
		...(diffs.length > 0 ? [count(fileCount, 'file')] : []),
	].join(', ');
	const lines =
		diffs.length > 0 ? ` · +${formatNumber(sum('additions'))} −${formatNumber(sum('deletions'))}` : '';
	return [
		counts + lines,
		...ticketLinks(
			'for',
			tickets.filter(({ isResolved }) => isResolved),
		),
		...ticketLinks(
			'mentions',
			tickets.filter(({ isResolved }) => !isResolved),
		),
	];
}

const ticketLinks = (word: string, tickets: readonly LinkedTicket[]): readonly Piece[] =>
	tickets.flatMap(({ target, address }, index): readonly Piece[] => [
		index === 0 ? ` · ${word} ` : ', ',
		{
			link: refOf(target),
			open: address === undefined ? ticketReference(target) : ticketAddress(address, target),
		},
	]);

/** Who has submitted the series: their account if it is known. */
export function submitterOf(
	{ version, mails }: SeriesReading,
	content: SeriesContent,
	people: PeopleByAddress,
): Person | null {
	const first = firstOfSeries(content);
	if (first) return senderOf(first);
	if (version) return knownPerson(version.submitter, people);
	const oldest = oldestOf(mails);
	return oldest ? senderOf(oldest) : null;
}

/** The cover letter, or else the first known patch or, of a thread, the oldest known mail. */
export const firstMailOf = ({ mails }: SeriesReading, content: SeriesContent): FullMail | undefined =>
	firstOfSeries(content) ?? oldestOf(mails);

const firstOfSeries = ({ cover, patches }: SeriesContent): FullMail | undefined =>
	cover ?? patches.find(({ fullMail }) => fullMail)?.fullMail;

const oldestOf = (mails: SeriesReading['mails']): FullMail | undefined =>
	[...mails.values()].toSorted((one, other) => one.id - other.id)[0];

/** Everyone who has replied, in the order of their first mail. */
export function participantsOf(content: SeriesContent): readonly Person[] {
	const first = firstOfSeries(content) ?? content.discussion[0]?.fullMail;
	const known = new Map<string, FullMail>();
	for (const { fullMail } of content.discussion)
		if (!known.has(senderKey(fullMail))) known.set(senderKey(fullMail), fullMail);
	if (first) known.delete(senderKey(first));
	return [...known.values()].slice(0, maxParticipants).map(senderOf);
}

/** Says that a newer version was sent. */
export function supersededNotes(
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

/** Says that a part of a newer version may have been sent. */
export function newerPatchesNotes({ newerPatches }: SeriesReading): readonly Note[] {
	if (newerPatches.length === 0) return [];
	const what = newerPatches.length === 1 ? 'A newer version' : 'Newer versions';
	const verb = newerPatches.length === 1 ? 'was' : 'were';
	const text = `${what} of ${joinFirst(newerPatches)} ${verb} sent in this thread by a sender who is not known yet.`;
	return [{ key: 'newer-patches', kind: 'info', icon: 'clock', pieces: [text], acts: [] }];
}

/** Says which mails could not be read. */
export function unreadNotes({ unread }: SeriesReading, isReading: boolean): readonly Note[] {
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
export function inheritedNotes({ chain, version }: SeriesReading): readonly Note[] {
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
export function missingNotes({ version }: SeriesReading): readonly Note[] {
	if (!version || missingCount(version) === 0) return [];
	const numbers = version.missing.map((number) => formatNumber(number));
	const what = numbers.length === 1 ? 'Patch' : 'Patches';
	const verb = numbers.length === 1 ? 'has' : 'have';
	const text = `${what} ${joinFirst(numbers)} ${verb} not arrived.`;
	return [{ key: 'missing-patches', kind: 'warning', icon: 'warning', pieces: [text], acts: [] }];
}

/** `1, 2 and 3`; of many numbers only the first ones. */
const joinFirst = (numbers: readonly string[]): string =>
	numbers.length > maxNumbers ? `${numbers.slice(0, maxNumbers).join(', ')} and more` : joinWords(numbers);
