import { count } from '../../base/text/numbers.ts';
import { idOfTicket, isTicketKey, refOf, type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { nearDate } from '../../platform/model/words.ts';
import { agingRow, type Row } from '../../platform/view/row.ts';
import { accountLabel } from '../../signin/sessions/session.ts';

import type { TicketsTarget } from '../model/tickets-target.ts';
import type { BulkComment } from '../state/changes/bulk-comments.ts';
import type { TicketDraft } from '../state/changes/draft-format.ts';

interface DraftRowsInput {
	readonly drafts: readonly TicketDraft[];
	readonly comments: readonly BulkComment[];
	/** The title of a ticket, if it is known. */
	readonly titleOf: (key: TicketKey) => string | undefined;
	readonly now: () => number;
}

/** The row of unsent drafts, including those of accounts that are signed out; undefined if there are none. */
export function draftsRow(shown: () => DraftRowsInput): Row | undefined {
	const createRow = (): Row => {
		const { drafts, comments } = shown();
		const length = drafts.length + comments.length;
		return {
			id: 'drafts',
			label: 'Drafts',
			description: String(length),
			icon: 'edit',
			spokenLabel: `Drafts, ${length}`,
			context: 'drafts',
			children: () => {
				const { drafts, comments, titleOf, now } = shown();
				return [
					...drafts.map((draft) => agingRow(now, (at) => draftRow(draft, titleOf, at))),
					...comments.flatMap((comment) => bulkCommentRow(comment, now)),
				];
			},
			current: createRow,
		};
	};
	const { drafts, comments } = shown();
	return drafts.length + comments.length > 0 ? createRow() : undefined;
}

function draftRow(
	{ key, body, account, saved }: TicketDraft,
	titleOf: DraftRowsInput['titleOf'],
	now: number,
): Row {
	const { title, text } = body;
	const isNew = !isTicketKey(key);
	const subject = isNew ? `New ticket in ${trackerRef(key)}` : refOf(key);
	const about: TicketsTarget = { kind: 'draft', key };
	const words = (isNew ? title : titleOf(key)) || text.trim().split('\n')[0] || '';
	const when = nearDate(new Date(saved).toISOString(), now);
	return {
		id: `draft/${idOfTicket(key)}`,
		label: words === '' ? subject : `${isNew ? '' : `#${key.ticket} `}${words.slice(0, 200)}`,
		description: words === '' ? when : `${subject} · ${when}`,
		icon: 'edit',
		tooltip: `${subject}${writtenBy(account)}\n${text.slice(0, 500)}`,
		spokenLabel: `Draft for ${subject}, ${words}`,
		context: 'draft',
		command: { id: 'tildeforge.openRow', title: 'Open Draft', arguments: [about] },
		about,
	};
}

/** The row of a comment for several tickets. */
function bulkCommentRow({ key: tickets, body, saved }: BulkComment, now: () => number): readonly Row[] {
	const [key] = tickets;
	if (!key) return [];
	const { text } = body;
	const subject = `Comment on ${count(tickets.length, 'ticket')}`;
	const words = text.trim().split('\n')[0] ?? '';
	const about: TicketsTarget = { kind: 'comment', key, tickets };
	const rowAt = (at: number): Row => ({
		id: `draft/${tickets.map(idOfTicket).join()}`,
		label: words.slice(0, 200),
		description: `${subject} · ${nearDate(new Date(saved).toISOString(), at)}`,
		icon: 'edit',
		tooltip: `${subject}: ${tickets.map(refOf).join(', ')}\n${text.slice(0, 500)}`,
		spokenLabel: `Draft, ${subject}, ${words}`,
		context: 'draft',
		command: { id: 'tildeforge.openRow', title: 'Open Draft', arguments: [about] },
		about,
	});
	return [agingRow(now, rowAt)];
}

const writtenBy = ({ name, instance }: TicketDraft['account']): string =>
	name === '' ? '' : `, written by ${accountLabel({ account: name, instance })}`;
