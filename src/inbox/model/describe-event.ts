import type { ForgeEvent, TicketHappening } from '../../platform/model/forge-events.ts';
import type { EventWords } from './event-words.ts';
import { listWords } from './list-words.ts';
import { repositoryWords } from './repository-words.ts';
import { ticketWords } from './ticket-words.ts';

/** How one event reads. */
export function wordsOf(event: ForgeEvent, me: string): EventWords {
	if ('ref' in event) return repositoryWords(event);
	return isTicketEvent(event) ? ticketWords(event, me) : listWords(event);
}

export const isTicketEvent = (event: ForgeEvent): event is TicketHappening => 'tracker' in event.place;
