import type { ForgeEvent, ListHappening, TicketHappening } from '../../platform/model/forge-events.ts';
import { longAge, shortAge } from '../../platform/model/words.ts';
import type { InboxEntry } from './entry.ts';
import { type EventWords, oneLine } from './event-words.ts';
import { listWords } from './list-words.ts';
import { nameOfPlace } from './places.ts';
import { repositoryWords } from './repository-words.ts';
import { ticketWords } from './ticket-words.ts';

/** What the row of an event shows. */
interface DescribedEvent {
	readonly label: string;
	readonly description: string;
	/** The name of a codicon. */
	readonly icon: string;
	/** The id of a theme color: unseen events have one. */
	readonly color: string | undefined;
	/** The text for screen readers, instead of label and description. */
	readonly spokenLabel: string;
}

interface Viewer {
	/** The user's name, with the tilde. */
	readonly me: string;
	readonly now: number;
}

export function describeEvent({ event, seenAt }: InboxEntry, { me, now }: Viewer): DescribedEvent {
	const { icon, label, spoken, details, spokenDetails } = wordsOf(event, me);
	const isUnseen = seenAt === undefined;
	return {
		icon,
		label,
		description: [shortAge(event.at, now), details].filter(Boolean).join(' · '),
		color: isUnseen ? 'charts.blue' : undefined,
		spokenLabel: [
			spoken,
			...spokenDetails,
			oneLine(nameOfPlace(event.place)),
			longAge(event.at, now),
			isUnseen ? 'unseen' : '',
		]
			.filter(Boolean)
			.join(', '),
	};
}

/** The parts of an event's row that do not change with time. */
export function wordsOf(event: ForgeEvent, me: string): EventWords {
	if ('ref' in event) return repositoryWords(event);
	return isTicketEvent(event) ? ticketWords(event, me) : listWords(event);
}

const isTicketEvent = (event: TicketHappening | ListHappening): event is TicketHappening =>
	'tracker' in event.place;
