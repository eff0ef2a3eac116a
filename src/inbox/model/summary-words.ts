import { count } from '../../base/text/numbers.ts';
import type { ListHappening, TicketHappening } from '../../platform/model/forge-events.ts';
import { wireWord } from '../../platform/model/words.ts';
import { isMentionInMail, listWords, patchWords } from './list-words.ts';
import { isMentionOfUser, ticketWords } from './ticket-words.ts';

/** How the row of several events about one subject reads. */
export interface SummaryWords {
	/** The name of a codicon. */
	readonly icon: string;
	/** The subject. */
	readonly label: string;
	/** What has happened to it: `12 replies`. */
	readonly details: string;
	/** The subject, for screen readers. */
	readonly spokenSubject: readonly string[];
}

/** The newest first. */
type Events<Event> = readonly [Event, ...Event[]];

const isPart = (part: string | false | undefined): part is string => typeof part === 'string';

export function ticketSummary(events: Events<TicketHappening>, me: string): SummaryWords {
	const ofKind = (...kinds: readonly TicketHappening['kind'][]) =>
		events.filter(({ kind }) => kinds.includes(kind));
	const [newest] = events;
	const mention = events.find(isMentionOfUser);
	const assignment = ofKind('assigned', 'unassigned').find(({ whom }) => whom === me);
	const [status] = ofKind('status');
	const comments = ofKind('commented').length;
	const parts = [
		mention && 'mentions you',
		assignment && ticketWords({ ...assignment, by: '' }, me).details,
		ofKind('created').length > 0 && 'new ticket',
		comments > 0 && count(comments, 'comment'),
		status && ticketWords({ ...status, by: '' }, me).details,
	].filter(isPart);
	const others = ofKind('labels', 'assigned', 'unassigned', 'mentioned', 'referenced', 'other').filter(
		(event) => event !== assignment && event !== mention,
	).length;
	if (others > 0) parts.push(count(others, parts.length > 0 ? 'other change' : 'change'));
	const { label, title } = ticketWords(newest, me);
	return {
		icon: ticketWords(mention ?? newest, me).icon,
		label,
		details: parts.join(', '),
		spokenSubject: [`Ticket ${newest.item.ticket}`, title],
	};
}

/** The new status of a patchset. */
const statusWord = ({ status = 'unknown' }: ListHappening): string =>
	status === 'unknown' ? 'status changed' : wireWord(status);

/** Of several versions of a series, only the newest is named. */
export function listSummary(events: Events<ListHappening>): SummaryWords {
	const ofKind = (...kinds: readonly ListHappening['kind'][]) =>
		events.filter(({ kind }) => kinds.includes(kind));
	const [newest] = events;
	const [version] = ofKind('patchset', 'pull-request').toSorted(
		(one, other) => (other.version ?? 0) - (one.version ?? 0),
	);
	const [status] = ofKind('patchset-status');
	const replies = ofKind('reply');
	const areToUser = replies.every(({ concerns }) => concerns.includes('patch-sent'));
	const mention = events.find(isMentionInMail);
	const parts = [
		mention && 'mentions you',
		version && (version.kind === 'pull-request' ? 'pull request' : patchWords(version) || 'patchset'),
		ofKind('thread').length > 0 && 'new thread',
		status && statusWord(status),
		replies.length > 0 && `${count(replies.length, 'reply', 'replies')}${areToUser ? ' to you' : ''}`,
		ofKind('list').length > 0 && count(ofKind('list').length, 'change'),
	];
	const { label, title } = listWords(version ?? newest);
	const { icon } = listWords(mention ?? version ?? newest);
	const number = version?.version ?? 1;
	return {
		icon,
		label,
		details: parts.filter(isPart).join(', '),
		spokenSubject: [title, ...(number > 1 ? [`version ${number}`] : [])],
	};
}
