import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import { type ShownState, shownStateOf } from '../../platform/state/outbox/queue.ts';
import type { Row } from '../../platform/view/row.ts';
import type { Target } from '../model/target.ts';
import { describeEntry, fullReason, isListed, shortReason } from '../state/outbox-text.ts';
import type { TicketEntry } from '../state/pending-change.ts';

interface WaitingRowsInput {
	readonly entries: readonly TicketEntry[];
	/** The title of a ticket, if it is known. */
	readonly titleOf: (key: TicketKey) => string | undefined;
	readonly now: number;
}

const icons: Readonly<Record<ShownState, Pick<Row, 'icon' | 'color'>>> = {
	pending: { icon: 'cloud-upload' },
	sending: { icon: 'cloud-upload' },
	waiting: { icon: 'cloud-upload' },
	unconfirmed: { icon: 'question', color: 'list.warningForeground' },
	refused: { icon: 'error', color: 'list.errorForeground' },
	conflict: { icon: 'warning', color: 'list.warningForeground' },
};

/** The row of changes that wait to be sent, also those of accounts that are signed out; undefined if there are none. */
export function waitingRow(shown: () => WaitingRowsInput): Row | undefined {
	const listed = () => {
		const { entries, now } = shown();
		return entries.filter((entry) => isListed(entry, now));
	};
	const createRow = (): Row => {
		const { length } = listed();
		return {
			id: 'waiting',
			label: 'Waiting',
			description: String(length),
			icon: 'cloud-upload',
			tooltip: 'Changes that are not on the forge yet',
			spokenLabel: `Waiting, ${length}`,
			context: 'waiting',
			isOpen: true,
			children: () => listed().map((entry) => entryRow(entry, shown())),
			current: createRow,
		};
	};
	return listed().length > 0 ? createRow() : undefined;
}

function entryRow(entry: TicketEntry, { titleOf, now }: WaitingRowsInput): Row {
	const { key, id } = entry;
	const title = visible(titleOf(key) ?? refOf(key));
	const about: Target = { kind: 'change', key, entry: id };
	const mine = describeEntry(entry);
	const reason = shortReason(entry, now);
	return {
		id: `waiting/${id}`,
		label: `#${key.ticket} ${title}`,
		description: `${mine} · ${reason}`,
		...icons[shownStateOf(entry, now)],
		tooltip: `${refOf(key)}\n${fullReason(entry, now)}`,
		spokenLabel: `${mine}, ${reason}, ${title}, ticket ${key.ticket}`,
		context: 'change',
		command: { id: 'tildeforge.openRow', title: 'Open Ticket', arguments: [about] },
		about,
	};
}
