import { timeOfDay } from '../../base/clock.ts';
import type { DescribedEntry } from '../state/outbox/described-entry.ts';
import { missingPermissions } from '../state/outbox/entry.ts';
import { type ShownState, shownStateOf } from '../state/outbox/queue.ts';
import { fullReason, isListed, shortReason } from '../state/outbox/text.ts';
import type { Row } from './row.ts';

const icons: Readonly<Record<ShownState, Pick<Row, 'icon' | 'color'>>> = {
	pending: { icon: 'cloud-upload' },
	sending: { icon: 'cloud-upload' },
	waiting: { icon: 'cloud-upload' },
	unconfirmed: { icon: 'question', color: 'list.warningForeground' },
	refused: { icon: 'error', color: 'list.errorForeground' },
	conflict: { icon: 'warning', color: 'list.warningForeground' },
};

/** The row of changes that wait to be sent, including changes of signed-out accounts; undefined if there are none. */
export function outboxRow(entries: () => readonly DescribedEntry[]): Row | undefined {
	const listed = () => entries().filter((entry) => isListed(entry, timeOfDay()));
	const createRow = (): Row => {
		const { length } = listed();
		return {
			id: 'waiting',
			label: 'Waiting',
			description: String(length),
			icon: 'cloud-upload',
			tooltip: 'Changes that are waiting to be sent',
			spokenLabel: `Waiting, ${length}`,
			context: 'waiting',
			isOpen: true,
			children: () => listed().map((entry) => entryRow(entry, timeOfDay())),
			current: createRow,
		};
	};
	return listed().length > 0 ? createRow() : undefined;
}

function entryRow(entry: DescribedEntry, now: number): Row {
	const { id, ref, noun, state } = entry;
	const { change, name, quote, title, spokenName, about, open } = entry.row();
	const isConflict = state.kind === 'conflict';
	const what = isConflict ? `Conflict: ${change}` : change;
	const reason = isConflict ? `now ${state.theirs}` : shortReason(entry, now);
	const quoted = quote === undefined ? [] : [`“${quote}”`];
	const context = [
		`change ${noun}`,
		...(missingPermissions(entry) ? ['lacksPermission'] : []),
		...(isConflict ? ['hasConflict'] : []),
	];
	return {
		id: `waiting/${id}`,
		label: `${what} · ${name}`,
		description: [reason, ...quoted, title].filter((part) => part !== '').join(' · '),
		...icons[shownStateOf(entry, now)],
		tooltip: `${ref}\n${fullReason(entry, now)}`,
		spokenLabel: [what, ...quoted, reason, spokenName].join(', '),
		context: context.join(' '),
		...(open && { command: { ...open, arguments: [about] } }),
		about,
	};
}
