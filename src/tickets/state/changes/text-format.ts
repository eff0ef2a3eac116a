import * as v from 'valibot';
import { idOfTicket, isTicketKey, type TicketKey, trackerRef } from '../../../platform/model/keys.ts';
import type { Text, TextAccount, TextFormat } from '../../../platform/state/texts/text.ts';
import type { Texts } from '../../../platform/state/texts/texts.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import {
	continues,
	type DraftBody,
	emptyBody,
	isBlank,
	isForSeveral,
	type TextKey,
} from '../../model/ticket-draft.ts';
import type { TicketEntry, TicketOutboxChange } from './ticket-outbox-format.ts';

/** A comment, a comment for several tickets, or a new ticket. */
export type TicketText = Text<TextKey, DraftBody>;
export type TicketTexts = Texts<TextKey, DraftBody>;

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

/** How the texts for tickets are stored. */
export const ticketTexts: TextFormat<TextKey, DraftBody> = {
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
};

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

/** What the user has written for a change, as far as the change says that. */
const bodyOf = ({ change, creation }: TicketOutboxChange): DraftBody => ({
	...emptyBody,
	title: creation?.title ?? '',
	text: (creation ? creation.description : change.comment) ?? '',
	status: change.status ?? null,
	resolution: change.resolution ?? null,
	addLabels: creation?.labels ?? change.addLabels ?? [],
	removeLabels: change.removeLabels ?? [],
});

const hasText = ({ steps }: TicketEntry): boolean =>
	steps.some(({ change: { change, creation } }) => creation || change.comment !== undefined);

/**
 * The part of a text that these entries have not sent, and the ticket or tickets that it is for. The forge may have the rest, such as the comment
 * but not the status. `body` is the body of the text, if that is still kept. Undefined if nothing is left.
 */
export function unsentOf(
	entries: readonly TicketEntry[],
	body: DraftBody | undefined,
): { readonly key: TextKey; readonly body: DraftBody } | undefined {
	const withText = entries.filter(hasText);
	// If no entry has a text, the forge has the comment already.
	const wasTextSent = withText.length === 0;
	const kept = wasTextSent ? entries : withText;
	const keys = kept.map(({ key }) => key);
	const key = keys.length === 1 ? keys[0] : textKeyOf(keys.filter(isTicketKey));
	const [change] = kept.flatMap(({ steps }) => steps.map((step) => step.change));
	if (!key || !change) return undefined;
	const unsent = { ...(body ?? bodyOf(change)), ...(wasTextSent && { text: '' }) };
	return isBlank(unsent) ? undefined : { key, body: unsent };
}
