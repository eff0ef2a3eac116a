import { isTicketKey, refOf, spellKey, type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { nearDate } from '../../platform/model/words.ts';
import type { Row } from '../../platform/view/row.ts';
import { accountLabel } from '../../signin/session.ts';

import type { Target } from '../model/target.ts';
import type { TicketDraft } from '../state/draft-format.ts';

interface DraftRowsInput {
	readonly drafts: readonly TicketDraft[];
	/** The title of a ticket, if it is known. */
	readonly titleOf: (key: TicketKey) => string | undefined;
	readonly now: number;
}

/** The row of unsent drafts, including those of accounts that are signed out; undefined if there are none. */
export function draftsRow(shown: () => DraftRowsInput): Row | undefined {
	const createRow = (): Row => {
		const { length } = shown().drafts;
		return {
			id: 'drafts',
			label: 'Drafts',
			description: String(length),
			icon: 'edit',
			spokenLabel: `Drafts, ${length}`,
			context: 'drafts',
			children: () => shown().drafts.map((draft) => draftRow(draft, shown())),
			current: createRow,
		};
	};
	return shown().drafts.length > 0 ? createRow() : undefined;
}

function draftRow({ key, body, account, saved }: TicketDraft, { titleOf, now }: DraftRowsInput): Row {
	const { title, text } = body;
	const isNew = !isTicketKey(key);
	const subject = isNew ? `New ticket in ${trackerRef(key)}` : refOf(key);
	const about: Target = { kind: 'draft', key };
	const words = (isNew ? title : titleOf(key)) || text.trim().split('\n')[0] || '';
	const when = nearDate(new Date(saved).toISOString(), now);
	return {
		id: `draft/${spellKey(key)}`,
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

const writtenBy = ({ name, instance }: TicketDraft['account']): string =>
	name === '' ? '' : `, written by ${accountLabel({ account: name, instance })}`;
