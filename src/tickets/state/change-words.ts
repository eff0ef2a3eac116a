import { visible } from '../../base/text/invisible-characters.ts';
import { truncate } from '../../base/text/truncate.ts';
import { isTicketKey, refOf, type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import type { OutboxKind } from '../../platform/state/outbox/described-entry.ts';
import { changeOf } from '../../platform/state/outbox/entry.ts';
import { describeChange, describeProgress, verbOf } from '../model/describe-change.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import type { TicketsTarget } from '../model/tickets-target.ts';
import { type TicketOutboxChange, ticketOutboxFormat } from './changes/ticket-outbox-format.ts';

const longestExcerpt = 50;

/** Changes of tickets. `titleOf` returns the title of a ticket, if it is known. */
export function ticketKind(
	titleOf: (key: TicketKey) => string | undefined,
): OutboxKind<DraftKey, TicketOutboxChange> {
	return {
		...ticketOutboxFormat,
		noun: 'ticket',
		refOf: (key) => (isTicketKey(key) ? refOf(key) : trackerRef(key)),
		shortRefOf: (key) => (isTicketKey(key) ? `#${key.ticket}` : trackerRef(key)),
		describe: ({ change: { comment, ...direct }, creation }) => {
			if (creation) return `New ticket “${excerptOf(creation.title)}”`;
			const parts = [comment === undefined ? '' : `Comment “${excerptOf(comment)}”`, describeChange(direct)];
			return parts.filter((part) => part !== '').join(', ');
		},
		verbOf: ({ change, creation }) => (creation ? 'create a ticket in' : verbOf(change)),
		describeProgress: ({ change, creation }, what) => {
			if (creation) return `Creating a ticket in ${what}`;
			return change.comment === undefined ? describeProgress(change, what) : `Commenting on ${what}`;
		},
		rowOf: ({ key, id, steps }) => {
			const about: TicketsTarget = { kind: 'change', key, entry: id };
			const { change = {}, creation } = changeOf(ticketOutboxFormat, steps) ?? {};
			if (!isTicketKey(key)) {
				const title = visible(creation?.title ?? '');
				return {
					change: 'New ticket',
					name: trackerRef(key),
					title,
					spokenName: `new ticket in ${trackerRef(key)}, ${title}`,
					about,
					open: { id: 'tildeforge.openRow', title: 'Open New Ticket' },
				};
			}
			const { comment, ...direct } = change;
			const words = [comment === undefined ? '' : 'Comment', describeChange(direct)];
			const title = visible(titleOf(key) ?? '');
			return {
				change: words.filter((part) => part !== '').join(', '),
				name: `#${key.ticket}`,
				...(comment !== undefined && { quote: excerptOf(comment) }),
				title,
				spokenName: `${title === '' ? refOf(key) : title}, ticket ${key.ticket}`,
				about,
				open: { id: 'tildeforge.openRow', title: 'Open Ticket' },
			};
		},
	};
}

/** The first line of a comment or title, shortened. */
function excerptOf(text: string): string {
	const [line = '', ...more] = text.trim().split('\n');
	const excerpt = truncate(line, longestExcerpt);
	const hasEllipsis = excerpt !== visible(line.trim());
	return more.length > 0 && !hasEllipsis ? `${excerpt}…` : excerpt;
}
