import { truncate } from '../../base/text/truncate.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';

/** More does not fit above an input field. */
const longestTitle = 60;

/** The title of an input field about a ticket: `Status: ~ana/editor#3 · Undo history is lost`. `title` is that of the ticket, if it is known. */
export function titleAbout(what: string, key: TicketKey, title = ''): string {
	return [`${what}: ${refOf(key)}`, truncate(title, longestTitle)].filter(Boolean).join(' · ');
}
