import * as v from 'valibot';
import { idOfTicket, type TicketKey, trackerRef } from '../../../platform/model/keys.ts';
import { entryReader } from '../../../platform/state/outbox/entry.ts';
import type { Text, TextAccount, TextFormat } from '../../../platform/state/texts/text.ts';
import type { Texts } from '../../../platform/state/texts/texts.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import { continues, type DraftBody, isBlank, isForSeveral, type TextKey } from '../../model/ticket-draft.ts';
import { type TicketEntry, type TicketOutboxChange, ticketOutboxFormat } from './ticket-outbox-format.ts';

/** A comment, a comment for several tickets, or a new ticket. */
export type TicketText = Text<TextKey, DraftBody, TicketEntry>;
export type TicketTexts = Texts<TextKey, DraftBody, TicketEntry>;

export const accountOfText = (key: TextKey): string =>
	isForSeveral(key) ? (key.tickets[0]?.account ?? '') : key.account;

/** The account that a text belongs to. `before` is the account of an earlier version, used if the account is signed out. */
export function textAccountOf(
	key: TextKey,
	session: Pick<Session, 'account' | 'instance'> | undefined,
	before?: TextAccount,
): TextAccount {
	const id = accountOfText(key);
	return session
		? { id, name: session.account, instance: session.instance }
		: (before ?? { id, name: '', instance: '' });
}

/** The tickets in an order that does not depend on the order in which the user selected them. */
export const inOrder = (tickets: readonly TicketKey[]): readonly TicketKey[] =>
	[...tickets].sort(
		(one, other) =>
			one.account.localeCompare(other.account) ||
			trackerRef(one).localeCompare(trackerRef(other)) ||
			one.ticket - other.ticket,
	);

/** What a text for these tickets is for. */
export function textKeyOf(tickets: readonly TicketKey[]): TextKey {
	const [only, ...others] = tickets;
	return only && others.length === 0 ? only : { tickets: inOrder(tickets) };
}

const names = v.pipe(v.array(v.string()), v.readonly());
const tracker = { account: v.string(), owner: v.string(), tracker: v.string() };
const ticket = v.object({ ...tracker, ticket: v.number() });

export const severalTickets = v.object({ tickets: v.pipe(v.array(ticket), v.minLength(1), v.readonly()) });

const readTicketEntry = entryReader(ticketOutboxFormat);

/** How the texts for tickets are stored. */
export const ticketTexts: TextFormat<TextKey, DraftBody, TicketEntry> = {
	key: v.union([severalTickets, ticket, v.object(tracker)]),
	body: v.object({
		title: v.string(),
		text: v.string(),
		status: v.nullable(v.string()),
		resolution: v.nullable(v.string()),
		addLabels: names,
		removeLabels: names,
		base: v.nullable(v.string()),
	}),
	idOf: (key) => (isForSeveral(key) ? inOrder(key.tickets).map(idOfTicket).join('\n') : idOfTicket(key)),
	isEmpty: isBlank,
	continues,
	keyOf: (entries) => {
		const [first, ...others] = entries.map(({ key }) => key);
		if (first && others.length === 0) return first;
		return { tickets: entries.flatMap(({ key }) => ('ticket' in key ? [key] : [])) };
	},
	toStored: (entry) => withChanges(entry, withoutText),
	readEntry: (stored, body, textId) => {
		const entry = readTicketEntry(stored);
		return entry && { ...withChanges(entry, (change) => withText(change, body)), textId };
	},
	unsent: (body, { steps }) => {
		const hasText = steps.some(
			({ change: { change, creation } }) => creation || change.comment !== undefined,
		);
		return hasText || body.text === '' ? body : { ...body, text: '' };
	},
};

const withChanges = (
	entry: TicketEntry,
	change: (change: TicketOutboxChange) => TicketOutboxChange,
): TicketEntry => ({
	...entry,
	steps: entry.steps.map((step) => ({ ...step, change: change(step.change) })),
});

/** An entry of a text does not repeat what the text has: a comment on 500 tickets has 500 entries. */
const withoutText = ({ change, creation, ...rest }: TicketOutboxChange): TicketOutboxChange => ({
	...rest,
	change: change.comment === undefined ? change : { ...change, comment: '' },
	...(creation && { creation: { title: '', ...newestOf(creation) } }),
});

const withText = (
	{ change, creation, ...rest }: TicketOutboxChange,
	body: DraftBody,
): TicketOutboxChange => ({
	...rest,
	change: change.comment === '' ? { ...change, comment: body.text.trimEnd() } : change,
	...(creation && { creation: { ...creationOf(body), ...newestOf(creation) } }),
});

const newestOf = ({ newest }: NonNullable<TicketOutboxChange['creation']>) =>
	newest === undefined ? {} : { newest };

/** The ticket that a text for a new one describes. */
export function creationOf({
	title,
	text,
	addLabels,
}: DraftBody): NonNullable<TicketOutboxChange['creation']> {
	const description = text.trim();
	return {
		title: title.trim(),
		...(description !== '' && { description }),
		...(addLabels.length > 0 && { labels: addLabels }),
	};
}
