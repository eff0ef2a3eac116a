import { formatNumber } from '../../base/text/numbers.ts';
import {
	idOfSeries,
	isPatchsetKey,
	listRef,
	type PatchsetKey,
	patchsetRef,
	type SeriesKey,
} from '../../platform/model/keys.ts';
import type { ServiceAddresses } from '../../platform/model/references.ts';
import { statusName, timeOf } from '../../platform/model/words.ts';
import { toPageNote } from '../../platform/page/outbox-note.ts';
import { type PageStatus, pageStatusNotes, type SignedOut } from '../../platform/page/page-status.ts';
import type { ListPosition, Note, Owner, ShownUnseen } from '../../platform/page/snapshot-parts.ts';
import type { FullMail } from '../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import { findTicketMentions } from '../model/ticket-mentions.ts';
import type { ReadingOptions } from '../state/reading-options.ts';
import { countDrafts } from './comments/comment-places.ts';
import { commentedNotes } from './comments/commented-notes.ts';
import type { PatchsetStatuses } from './host.ts';
import type { OtherVersion } from './page-comments.ts';
import { discussionParts } from './parts/discussion-parts.ts';
import {
	firstMailOf,
	inheritedNotes,
	missingNotes,
	newerPatchesNotes,
	participantsOf,
	submitterOf,
	summaryPieces,
	supersededNotes,
	unreadNotes,
} from './parts/head-parts.ts';
import { mailText } from './parts/mail-parts.ts';
import type { MailRevealRequest } from './parts/mail-reveal-requests.ts';
import type { NetContent } from './parts/net-content.ts';
import { netPart } from './parts/net-part.ts';
import { patchPart } from './parts/patch-parts.ts';
import { placeToReveal } from './parts/place-to-reveal.ts';
import type { SeriesContent } from './parts/series-content.ts';
import { answeredCover, type ReplyOptions } from './parts/shown-replies.ts';
import { statusLook, statusMoves, withoutStatus } from './parts/status-parts.ts';
import { missingReviews, trailerParts } from './parts/trailer-parts.ts';
import { shownPatchset, versionParts } from './parts/version-parts.ts';
import { bracketsOf, displayTitle } from './people/display-title.ts';
import type { PeopleByAddress } from './people/people-by-address.ts';
import { type LinkContext, linksVersion } from './people/text-pieces.ts';
import type { PatchsetSnapshot } from './protocol/protocol.ts';

interface SnapshotLinks extends LinkContext {
	/** The forge of the page; undefined after signing out. */
	readonly home: ServiceAddresses | undefined;
}

export interface SnapshotInput {
	readonly key: SeriesKey;
	/** Undefined until something is known. */
	readonly known:
		| {
				readonly reading: SeriesReading;
				readonly content: SeriesContent;
				/** Set if the page shows what the whole series changes. */
				readonly net?: NetContent | undefined;
		  }
		| undefined;
	readonly pageStatus: PageStatus;
	/** Whether the account is signed in and the forge has not answered yet. */
	readonly isReading: boolean;
	/** Whether mails that are not known may still arrive. */
	readonly isReadingMails: boolean;
	/** The account and the forge of the page. */
	readonly owner: Owner | undefined;
	/** The same, if the user has several accounts. */
	readonly ownerToName: Owner | null;
	readonly links: SnapshotLinks;
	/** All known people, even if no text names them. */
	readonly people: PeopleByAddress;
	/** The address of the forge's lists. */
	readonly listsAddress: string | undefined;
	readonly comparison: PatchsetSnapshot['comparison'];
	readonly comments: PatchsetSnapshot['comments'];
	readonly replyProblem: string;
	/** The newest other version that the user has comments on. */
	readonly commentedVersion: OtherVersion | undefined;
	/** What the newest version has changed; empty if that is not known. */
	readonly newestChanges: string;
	readonly statuses: PatchsetStatuses;
	readonly isViewed: (digest: string) => boolean;
	/** Whether a mail is new since the user's last visit. */
	readonly isUnseen: (mail: FullMail) => boolean;
	readonly options: ReadingOptions;
	readonly position: ListPosition | null;
	/** The mail that the user has opened the page for. */
	readonly requested?: MailRevealRequest | undefined;
	readonly now: number;
	readonly zone: string | undefined;
}

type Known = NonNullable<SnapshotInput['known']>;

/** What the page shows. */
export function seriesSnapshot(input: SnapshotInput): PatchsetSnapshot {
	const { key, known, listsAddress, options, position } = input;
	return {
		key: idOfSeries(key),
		list: { name: listRef(key), open: listsAddress ? `${listsAddress}/${listRef(key)}` : '' },
		notes: notes(input),
		loadingText: loadingText(input),
		options,
		position,
		requested: placeToReveal(input.requested, known),
		me: input.owner?.account ?? '',
		owner: input.ownerToName,
		comparison: input.comparison,
		comments: input.comments,
		replyProblem: input.replyProblem,
		linksVersion: linksVersion(input.links),
		...(known ? { ...headParts(input, known), ...bodyParts(input, known) } : unknownParts(key)),
	};
}

function loadingText({ key, known, isReading }: SnapshotInput): string | null {
	if (!isReading) return null;
	if (!known) return isPatchsetKey(key) ? `Loading ${nameOf(key)}…` : 'Loading mail…';
	return known.reading.unread.length > 0 ? 'Loading mails…' : null;
}

/** The name of the page in messages, before its title is known. */
const nameOf = (key: SeriesKey): string =>
	isPatchsetKey(key) ? patchsetRef(key) : `This mail in ${listRef(key)}`;

function notes({
	key,
	known,
	pageStatus,
	isReadingMails,
	owner,
	statuses,
	newestChanges,
	commentedVersion,
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

/** What the page shows until something is known. */
const unknownParts = (key: SeriesKey) =>
	({
		kind: isPatchsetKey(key) ? 'series' : 'thread',
		number: isPatchsetKey(key) ? `patches ${key.patchset}` : '',
		prefix: '',
		title: isPatchsetKey(key) ? `Patchset #${key.patchset}` : 'Mail',
		status: null,
		moves: [],
		withoutStatus: '',
		canUndo: false,
		versions: [],
		submitter: null,
		time: null,
		unseen: null,
		summary: [],
		participants: [],
		cover: null,
		trailers: [],
		missingReviews: '',
		patches: [],
		canCombine: false,
		discussion: [],
	}) as const;

function headParts(
	{ key, statuses, isReading, now, zone, links, people }: SnapshotInput,
	{ reading, content }: Known,
) {
	const { version } = reading;
	const patchset = shownPatchset(key, reading);
	const first = firstMailOf(reading, content);
	const subject = first?.mail.subject ?? patchset?.subject ?? '';
	const at = version?.date ?? first?.mail.date ?? first?.arrived;
	return {
		kind: kindOf(reading),
		number: patchset ? `patches ${patchset.id}` : '',
		prefix: version ? bracketsOf(subject) : '',
		title: displayTitle(version?.title ?? subject),
		...statusParts(patchset && { ...key, patchset: patchset.id }, patchset?.status, statuses),
		withoutStatus: patchset || isPatchsetKey(key) || isReading ? '' : withoutStatus(reading),
		versions: versionParts(key, reading, now, zone),
		submitter: submitterOf(reading, content, people),
		time: at === undefined ? null : timeOf(new Date(at).toISOString(), now, zone),
		summary: summaryPieces(reading, content, ticketsOf(content, links)),
		participants: participantsOf(content),
	};
}

function kindOf({ chain, version }: SeriesReading): PatchsetSnapshot['kind'] {
	if (!version) return 'thread';
	return chain?.kind === 'pull' ? 'pull' : 'series';
}

/** The tickets that the series names. */
const ticketsOf = ({ cover, patches }: SeriesContent, { home, instances, tracker }: SnapshotLinks) =>
	home === undefined
		? []
		: findTicketMentions(
				{
					cover: cover && { title: cover.mail.subject, text: cover.mail.text },
					patches: patches.flatMap(({ patch }) => patch ?? []),
				},
				home,
				instances,
				tracker,
			).map(({ target, instance, isResolved }) => ({
				target,
				isResolved,
				address: instance.trackers === home.trackers ? undefined : instance.trackers,
			}));

function statusParts(
	key: PatchsetKey | undefined,
	known: string | undefined,
	statuses: SnapshotInput['statuses'],
) {
	if (!key || known === undefined) return { status: null, moves: [], canUndo: false };
	const pending = statuses.pendingStatusOf(key);
	const value = pending ?? known;
	return {
		status: { value, text: statusName(value), ...statusLook(value), isPending: pending !== undefined },
		moves: statuses.canChange(key) ? statusMoves : [],
		canUndo: statuses.canUndo(key),
	};
}

function unseenShown(count: number): ShownUnseen | null {
	const text = `${formatNumber(count)} new`;
	return count === 0 ? null : { text, label: `${text} since your last visit` };
}

function coverPart(
	cover: FullMail,
	{ paths, coverStart, coverThreads }: SeriesContent,
	replies: ReplyOptions,
): PatchsetSnapshot['cover'] {
	const { answered, restStart } = answeredCover(cover, coverStart, coverThreads, replies);
	return { mail: cover.id, answered, text: mailText(cover, replies.links, paths, restStart) };
}

function bodyParts(input: SnapshotInput, { reading, content, net }: Known) {
	const { links, people, isReading, isViewed, isUnseen, options, now, zone } = input;
	const { cover, patches } = content;
	const discussion = discussionParts(content, isUnseen, now, zone, net);
	const { paths } = content;
	const replies: ReplyOptions = { links, paths, mails: reading.mails, isUnseen, now, zone };
	const { ignoresWhitespace } = options;
	const draftCounts = countDrafts(input.comments.filter(({ sendState }) => sendState === null));
	const shownPatches = net
		? [netPart(net, content, { replies, isViewed, ignoresWhitespace, draftCounts })]
		: patches.map((patch) =>
				patchPart(patch, {
					content,
					people,
					isViewed,
					isReading,
					replies,
					ignoresWhitespace,
					draftCounts,
				}),
			);
	return {
		cover: cover ? coverPart(cover, content, replies) : null,
		trailers: trailerParts(content, people),
		missingReviews: missingReviews(content),
		patches: shownPatches,
		canCombine: content.readPatches.length > 1,
		discussion,
		unseen: unseenShown(discussion.filter((mail) => mail.isUnseen).length),
	};
}
