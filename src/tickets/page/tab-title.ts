import { truncate } from '../../base/text/truncate.ts';
import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';

/** The maximum length of a ticket's title in a tab. */
const longestTitle = 60;

/** The title of a ticket's tab. `title` is undefined if the ticket has not been read yet. */
export const ticketTabTitle = ({ ticket }: TicketKey, title: string | undefined): string =>
	title === undefined ? `#${ticket}` : `#${ticket} ${truncate(title, longestTitle)}`;

export const newTicketTabTitle = ({ tracker }: TrackerKey): string => `New ticket in ${tracker}`;
