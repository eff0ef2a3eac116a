import { count, formatNumber } from '../../../base/text/numbers.ts';
import { refOf, type TicketKey, ticketAddress } from '../../../platform/model/keys.ts';
import { ticketReference } from '../../../platform/model/references.ts';
import type { Person } from '../../../platform/model/words.ts';
import type { Piece } from '../../../platform/page/snapshot-parts.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../../model/series-reading.ts';
import { missingCount } from '../../state/lists/series-summary.ts';
import { knownPerson, senderKey, senderOf } from '../people/mail-people.ts';
import type { PeopleByAddress } from '../people/people-by-address.ts';
import type { SeriesContent } from './series-content.ts';

/** Further people are left out, because they would fill the page. */
const maxParticipants = 20;

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
