import { count } from '../../base/text/numbers.ts';
import { isTicketKey, refOf, type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { nearDate } from '../../platform/model/words.ts';
import { agingRow, type Row } from '../../platform/view/row.ts';
import { accountLabel } from '../../signin/sessions/session.ts';
import { isForSeveral } from '../model/ticket-draft.ts';
import type { TicketsTarget } from '../model/tickets-target.ts';
import type { TicketText } from '../state/changes/text-format.ts';

interface DraftRowsInput {
	readonly texts: readonly TicketText[];
	/** The title of a ticket, if it is known. */
	readonly titleOf: (key: TicketKey) => string | undefined;
}

/** The row of unsent drafts, including those of accounts that are signed out; undefined if there are none. */
export function draftsRow(shown: () => DraftRowsInput): Row | undefined {
	const createRow = (): Row => {
		const { length } = shown().texts;
		return {
			id: 'drafts',
			label: 'Drafts',
			description: String(length),
			icon: 'edit',
			spokenLabel: `Drafts, ${length}`,
			context: 'drafts',
			children: () => {
				const { texts, titleOf } = shown();
				return texts.map((text) => agingRow((at) => draftRow(text, titleOf, at)));
			},
			current: createRow,
		};
	};
	return shown().texts.length > 0 ? createRow() : undefined;
}

function draftRow(written: TicketText, titleOf: DraftRowsInput['titleOf'], now: number): Row {
	const { id, key, body, account, saved } = written;
	const { title, text } = body;
	const when = nearDate(new Date(saved).toISOString(), now);
	const firstLine = text.trim().split('\n')[0] ?? '';
	if (isForSeveral(key)) {
		const [first] = key.tickets;
		const subject = `Comment on ${count(key.tickets.length, 'ticket')}`;
		return {
			...rowOf(id, first && { kind: 'comment', key: first, tickets: key.tickets, text: id }),
			label: firstLine.slice(0, 200),
			description: `${subject} · ${when}`,
			tooltip: `${subject}: ${key.tickets.map(refOf).join(', ')}\n${text.slice(0, 500)}`,
			spokenLabel: `Draft, ${subject}, ${firstLine}`,
		};
	}
	const isNew = !isTicketKey(key);
	const subject = isNew ? `New ticket in ${trackerRef(key)}` : refOf(key);
	const words = (isNew ? title : titleOf(key)) || firstLine;
	return {
		...rowOf(id, { kind: 'draft', key, text: id }),
		label: words === '' ? subject : `${isNew ? '' : `#${key.ticket} `}${words.slice(0, 200)}`,
		description: words === '' ? when : `${subject} · ${when}`,
		tooltip: `${subject}${writtenBy(account)}\n${text.slice(0, 500)}`,
		spokenLabel: `Draft for ${subject}, ${words}`,
	};
}

const rowOf = (id: string, about: TicketsTarget | undefined) => ({
	id: `draft/${id}`,
	icon: 'edit' as const,
	context: 'draft',
	...(about && { command: { id: 'tildeforge.openRow', title: 'Open Draft', arguments: [about] }, about }),
});

const writtenBy = ({ name, instance }: TicketText['account']): string =>
	name === '' ? '' : `, written by ${accountLabel({ account: name, instance })}`;
