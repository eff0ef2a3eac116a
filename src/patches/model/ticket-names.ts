import { isReply } from '../../mail/replies/ancestors.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { references, type ServiceAddresses, type TrackerPath } from '../../platform/model/references.ts';
import type { FullMail } from './series/mails/full-mail.ts';
import { findTicketMentions } from './ticket-mentions.ts';

/** A ticket as a text names it. The owner or tracker is empty where it is that of the list: `#12`, `notes#4`. */
export type TicketName = Omit<TicketKey, 'account'>;

/** Fewer than a series may name, because they are stored with each mail. */
const maxNames = 20;
const ofList: TrackerPath = { owner: '', tracker: '' };

const known = new WeakMap<FullMail['mail'], readonly TicketName[]>();

/** The tickets of the list's forge that a cover letter or patch names. Replies name tickets for other reasons. */
export function ticketNamesOf(fullMail: FullMail, home: ServiceAddresses): readonly TicketName[] {
	const { mail, patches } = fullMail;
	const names = known.get(mail);
	if (names) return names;
	const cover = patches.length === 0 ? { title: mail.subject, text: mail.text } : undefined;
	const found = isReply(fullMail) ? [] : findTicketMentions({ cover, patches }, home, [home], ofList);
	const read = found
		.slice(0, maxNames)
		.map(({ target: { owner, tracker, ticket } }) => ({ owner, tracker, ticket }));
	known.set(mail, read);
	return read;
}

/** The tickets that a subject names without an address. */
export const ticketNamesIn = (subject: string): readonly TicketName[] =>
	subject.includes('#')
		? references(subject, [], ofList).flatMap(({ target }) => (target.kind === 'ticket' ? [target] : []))
		: [];

/** Only this many characters of a text are searched. */
const maxSearched = 50_000;

/** Whether a mail has text such as `#12`, which needs the tracker of the list. Diffs have no links. */
export function hasTicketNumber({ mail, patches }: FullMail): boolean {
	const texts =
		patches.length === 0
			? [mail.text]
			: patches.flatMap(({ subject, message, notes, trailers }) => [
					subject.title,
					message,
					notes,
					...trailers.map(({ value }) => value),
				]);
	return [mail.subject, ...texts].some((text) => /#[1-9]/.test(text.slice(0, maxSearched)));
}

/** Whether a name may mean a ticket. If it needs the tracker of the list, that must be known too: see `namesTicket`. */
export const mayNameTicket = (name: TicketName, ticket: TicketName): boolean =>
	name.ticket === ticket.ticket &&
	(name.owner === '' || name.owner === ticket.owner) &&
	(name.tracker === '' || name.tracker === ticket.tracker);

/** Whether a name means a ticket. `tracker` is that of the list; undefined if it is not known. */
export const namesTicket = (
	name: TicketName,
	ticket: TicketName,
	tracker: TrackerPath | undefined,
): boolean =>
	name.ticket === ticket.ticket &&
	(name.owner || tracker?.owner) === ticket.owner &&
	(name.tracker || tracker?.tracker) === ticket.tracker;
