import { visible } from '../../base/text/invisible-characters.ts';
import { truncate } from '../../base/text/truncate.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import {
	type ChangeWords,
	type DescribedEntry,
	type DescribedOutbox,
	describeEntry,
	describeOutbox,
} from '../../platform/state/outbox/describe-outbox.ts';
import { describeChange, describeProgress, verbOf } from '../model/describe-change.ts';
import type { TicketsTarget } from '../model/tickets-target.ts';
import {
	type TicketEntry,
	type TicketOutboxChange,
	ticketOutboxFormat,
} from './changes/ticket-outbox-format.ts';
import type { Tickets } from './tickets.ts';

const longestExcerpt = 50;

/** The words for changes of tickets. `titleOf` returns the title of a ticket, if it is known. */
function ticketWords(
	titleOf: (key: TicketKey) => string | undefined,
): ChangeWords<TicketKey, TicketOutboxChange> {
	return {
		itemName: 'ticket',
		refOf,
		shortRefOf: ({ ticket }) => `#${ticket}`,
		describe: ({ change: { comment, ...direct } }) => {
			const parts = [comment === undefined ? '' : `Comment “${excerptOf(comment)}”`, describeChange(direct)];
			return parts.filter((part) => part !== '').join(', ');
		},
		verbOf: ({ change }) => verbOf(change),
		describeProgress: ({ change, draft }, what) =>
			draft ? `Commenting on ${what}` : describeProgress(change, what),
		rowOf: ({ key, id }) => {
			const title = visible(titleOf(key) ?? refOf(key));
			const about: TicketsTarget = { kind: 'change', key, entry: id };
			return {
				label: `#${key.ticket} ${title}`,
				spokenName: `${title}, ticket ${key.ticket}`,
				about,
				open: { id: 'tildeforge.openRow', title: 'Open Ticket' },
			};
		},
	};
}

/** The outbox of tickets with the words for their changes. */
export const describeTicketOutbox = (
	tickets: Pick<Tickets, 'outbox' | 'known'>,
): DescribedOutbox<TicketKey> =>
	describeOutbox(
		tickets.outbox,
		ticketOutboxFormat,
		ticketWords((key) => tickets.known(key)?.title),
	);

/** An entry with the words for it. */
export const describeTicketEntry = (entry: TicketEntry): DescribedEntry<TicketKey> =>
	describeEntry(ticketOutboxFormat, withoutTitles, entry);

const withoutTitles = ticketWords(() => undefined);

/** The first line of a comment, shortened. */
function excerptOf(comment: string): string {
	const [line = '', ...more] = comment.trim().split('\n');
	const excerpt = truncate(line, longestExcerpt);
	return more.length === 0 || excerpt !== visible(line.trim()) ? excerpt : `${excerpt}…`;
}
