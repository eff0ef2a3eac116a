import { formatNumber } from '../../base/text/numbers.ts';
import {
	idOfSeries,
	isPatchsetKey,
	listRef,
	type PatchsetKey,
	type SeriesKey,
} from '../../platform/model/keys.ts';
import { statusName, timeOf } from '../../platform/model/words.ts';
import type { ShownUnseen } from '../../platform/page/snapshot-parts.ts';
import type { FullMail } from '../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import { findTicketMentions } from '../model/ticket-mentions.ts';
import type { ViewedFile, ViewedState } from '../state/viewed-files.ts';
import { checkResults } from './check-results.ts';
import { discussionParts } from './parts/discussion-parts.ts';
import { countDrafts } from './parts/file-parts.ts';
import { firstMailOf, participantsOf, submitterOf, summaryPieces } from './parts/head-parts.ts';
import { mailText } from './parts/mail-parts.ts';
import { netPart } from './parts/net-part.ts';
import { patchPart } from './parts/patch-parts.ts';
import { placeToReveal } from './parts/place-to-reveal.ts';
import { remarkParts } from './parts/remark-parts.ts';
import type { SeriesContent } from './parts/series-content.ts';
import { answeredCover, type ReplyOptions } from './parts/shown-replies.ts';
import { statusLook, withoutStatus } from './parts/status-parts.ts';
import { missingReviews, trailerParts } from './parts/trailer-parts.ts';
import { shownPatchset, versionParts } from './parts/version-parts.ts';
import { bracketsOf, displayTitle } from './people/display-title.ts';
import { linksVersion } from './people/text-pieces.ts';
import type { PatchsetSnapshot } from './protocol/protocol.ts';
import { loadingText, seriesNotes } from './series-notes.ts';
import type { KnownSeries, SnapshotInput, SnapshotLinks } from './snapshot-input.ts';

/** What the page shows. */
export function seriesSnapshot(input: SnapshotInput): PatchsetSnapshot {
	const { key, known, listsAddress, options, position } = input;
	return {
		key: idOfSeries(key),
		list: { name: listRef(key), open: listsAddress ? `${listsAddress}/${listRef(key)}` : '' },
		notes: seriesNotes(input),
		loadingText: loadingText(input),
		options,
		position,
		requested: placeToReveal(input.requested, known),
		me: input.owner?.account ?? '',
		owner: input.ownerToName,
		comparison: input.comparison,
		comments: input.comments,
		past: input.past,
		review: input.review,
		sending: input.sending,
		replyProblem: input.replyProblem,
		linksVersion: linksVersion(input.links),
		...(known ? { ...headParts(input, known), ...bodyParts(input, known) } : unknownParts(key)),
	};
}

/** What the page shows until something is known. */
const unknownParts = (key: SeriesKey) =>
	({
		kind: isPatchsetKey(key) ? 'series' : 'thread',
		number: isPatchsetKey(key) ? `patches ${key.patchset}` : '',
		prefix: '',
		title: isPatchsetKey(key) ? `Patchset #${key.patchset}` : 'Mail',
		status: null,
		canSetStatus: false,
		withoutStatus: '',
		undoable: null,
		checks: [],
		versions: [],
		submitter: null,
		time: null,
		unseen: null,
		summary: [],
		participants: [],
		cover: null,
		trailers: [],
		remarks: null,
		missingReviews: '',
		patches: [],
		canCombine: false,
		discussion: [],
	}) as const;

function headParts(
	{ key, statuses, isReading, now, zone, links, people }: SnapshotInput,
	{ reading, content }: KnownSeries,
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
		checks: checkResults(patchset?.tools ?? [], now, zone),
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
	if (!key || known === undefined) return { status: null, canSetStatus: false, undoable: null };
	const waiting = statuses.waitingStatusOf(key);
	const value = waiting ?? known;
	return {
		status: { value, text: statusName(value), ...statusLook(value), isWaiting: waiting !== undefined },
		canSetStatus: statuses.canChange(key),
		undoable: statuses.undoableOf(key) ?? null,
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

function bodyParts(input: SnapshotInput, { reading, content, net }: KnownSeries) {
	const { links, people, isReading, isUnseen, options, now, zone } = input;
	const { cover, patches } = content;
	const discussion = discussionParts(content, isUnseen, now, zone, net);
	const { paths } = content;
	const replies: ReplyOptions = { links, paths, mails: reading.mails, isUnseen, now, zone };
	const { ignoresWhitespace } = options;
	const isNewest = reading.chain?.versions.at(-1) === reading.version;
	// A file of an older version did not change after the user has viewed a newer one.
	const viewedStateOf = (file: ViewedFile): ViewedState => {
		const state = input.viewedStateOf(file);
		return state === 'changed' && !isNewest ? 'new' : state;
	};
	const draftCounts = countDrafts(input.comments.filter(({ sendState }) => sendState === null));
	const shownPatches = net
		? [netPart(net, content, { replies, viewedStateOf, ignoresWhitespace, draftCounts })]
		: patches.map((patch) =>
				patchPart(patch, {
					content,
					people,
					viewedStateOf,
					isReading,
					replies,
					ignoresWhitespace,
					draftCounts,
				}),
			);
	return {
		cover: cover ? coverPart(cover, content, replies) : null,
		trailers: [...trailerParts(content, people), ...input.waitingTrailers],
		remarks: remarkParts(input.earlier, content, net),
		missingReviews: missingReviews(content),
		patches: shownPatches,
		canCombine: content.readPatches.length > 1,
		discussion,
		unseen: unseenShown(discussion.filter((mail) => mail.isUnseen).length),
	};
}
