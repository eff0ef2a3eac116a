import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import { nearDate } from '../../platform/model/words.ts';
import type { Draft } from '../../platform/state/draft.ts';
import type { Row } from '../../platform/view/row.ts';

interface DraftsShown {
	readonly drafts: readonly Draft[];
	/** The title of a ticket, if it is known. */
	readonly titleOf: (key: TicketKey) => string | undefined;
	readonly now: number;
}

/** The row of unsent drafts, including those of accounts that are signed out; undefined if there are none. */
export function draftsRow(shown: () => DraftsShown): Row | undefined {
	const make = (): Row => {
		const { length } = shown().drafts;
		return {
			id: 'drafts',
			label: 'Drafts',
			description: String(length),
			icon: 'edit',
			said: `Drafts, ${length}`,
			context: 'drafts',
			children: () => shown().drafts.map((draft) => draftRow(draft, shown())),
			now: make,
		};
	};
	return shown().drafts.length > 0 ? make() : undefined;
}

function draftRow({ key, text, title, account, saved }: Draft, { titleOf, now }: DraftsShown): Row {
	const isNew = !('ticket' in key);
	const about = isNew ? `New ticket in ${key.owner}/${key.tracker}` : refOf(key);
	const words = (isNew ? title : titleOf(key)) || text.trim().split('\n')[0] || '';
	const when = nearDate(new Date(saved).toISOString(), now);
	return {
		id: `draft/${key.account}/${key.owner}/${key.tracker}/${isNew ? 'new' : key.ticket}`,
		label: words === '' ? about : `${isNew ? '' : `#${key.ticket} `}${words.slice(0, 200)}`,
		description: words === '' ? when : `${about} · ${when}`,
		icon: 'edit',
		tooltip: `${about}, written by ${account.label}\n${text.slice(0, 500)}`,
		said: `Draft for ${about}, ${words}`,
		context: 'draft',
		command: { id: 'tildeforge.openTicket', title: 'Open Ticket', arguments: [key] },
		about: key,
	};
}
