import { largest } from '../../base/collections.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Client } from '../../forge/client/connect.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { trackerExtraRows, trackerRows } from '../../forge/rows/trackers.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { isTicketKey, type TicketKey, type TrackerKey } from '../../platform/model/keys.ts';
import type { Sender } from '../../platform/state/outbox/sender.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { describeLabels, describeState, describeTitle } from '../model/describe-change.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import type { Trackers } from './account-trackers.ts';
import { type Conflict, changeTicket } from './change-ticket.ts';
import { remainingChange, withOriginalInComment } from './changes/change.ts';
import { TicketCreator } from './changes/create-ticket.ts';
import { withCurrentLabels, withRenamedLabels } from './changes/rename-label.ts';
import { baseOf, type TicketOutboxChange } from './changes/ticket-outbox-format.ts';
import type { ForgeQuirks } from './forge-quirks.ts';
import { hasComment, markOf, readMark } from './has-comment.ts';
import type { OwnChanges } from './own-changes.ts';
import type { TrackerCache } from './tracker-cache.ts';

/** The part of a `TicketAccount` that sends changes. */
interface SendingAccount {
	readonly client: Client<typeof trackerRows>;
	readonly connection: { readonly trackerExtras?: Client<typeof trackerExtraRows> | undefined };
	readonly trackers: Trackers;
	readonly instance: { readonly name: string };
	/** `account` is its name, with the tilde. */
	readonly session: { readonly account: string };
}

/** The accounts and what is known of their forges. */
interface SendingAccounts {
	readonly of: (account: string) => SendingAccount | undefined;
	readonly quirks: ForgeQuirks;
	readonly ownChanges: OwnChanges;
	/** Adds labels to a ticket that was just created, because forges accept none with it. Called before it counts as created. */
	readonly label: (key: TicketKey, labels: readonly string[]) => Promise<void>;
	readonly didCreate: (tracker: TrackerKey, ticket: Ticket) => void;
}

/** Sends changes of tickets, each with its account, and asks the forge what has arrived. Fails with a `ForgeError`. */
export function ticketSender(accounts: SendingAccounts): Sender<DraftKey, TicketOutboxChange> {
	const withAccount = async <T>(
		{ account: id, owner, tracker }: DraftKey,
		use: (account: SendingAccount, trackerCache: TrackerCache) => Promise<T>,
	): Promise<T> => {
		const account = accounts.of(id);
		if (!account) throw signedOut('ticket');
		using lifetime = new Lifetime();
		return await use(account, account.trackers.cache({ owner, name: tracker }, lifetime));
	};
	/** The ticket exists now. It is stored before it gets its labels: stored later, it would replace the ticket with labels. */
	const didCreate = async (
		key: TrackerKey,
		ticket: Ticket,
		trackerCache: TrackerCache,
		labels: readonly string[],
	) => {
		trackerCache.put(ticket);
		await trackerCache.store.settled();
		if (labels.length > 0) await accounts.label({ ...key, ticket: ticket.id }, labels);
		accounts.didCreate(key, ticket);
	};
	const creatorFor = ({ client, session }: SendingAccount, key: TrackerKey) =>
		new TicketCreator(client, session.account, key);
	return {
		send: (key, waiting, options) =>
			withAccount(key, async (account, trackerCache) => {
				const { client, connection, instance, session } = account;
				if (!isTicketKey(key)) {
					await trackerCache.open();
					const { creation } = withRenamedLabels(waiting, trackerCache.labels.value ?? []);
					if (!creation) throw new ForgeError('missing', 'There is nothing to create.');
					const { labels = [], newest: newestThen = 0, ...wanted } = creation;
					options.signal.throwIfAborted();
					const newest = Math.max(newestThen, newestTicket(trackerCache));
					const ticket = await creatorFor(account, key).create(wanted, newest, options.confirm);
					await didCreate(key, ticket, trackerCache, labels);
					return { kind: 'sent' };
				}
				const { quirks } = accounts;
				const learn = (quirk: Parameters<ForgeQuirks['learn']>[1]) => quirks.learn(instance.name, quirk);
				const context = {
					client,
					extras: connection.trackerExtras,
					trackerCache,
					me: session.account,
					quirks: quirks.of(instance.name),
					learn,
				};
				const { change, base, labelIds } = waiting;
				const result = await trackerCache.answersHere.change(key.ticket, () =>
					changeTicket(context, key, withOriginalInComment(change), base, {
						...options,
						...(labelIds && { labelIds }),
					}),
				);
				if (result.kind === 'conflict') {
					const rebased = { ...waiting, base: baseOf(result.ticket) };
					return { kind: 'conflict', theirs: theirsOf(result), rebased };
				}
				// Other windows read the ticket from the disk when the outbox no longer has the change.
				await trackerCache.store.settled();
				const { before, ticket, difference } = result;
				const isStored = !before || (await accounts.ownChanges.didSend(key, before, ticket, session.account));
				const note = difference && `set the status to ${describeState(difference.actual)}`;
				return { kind: 'sent', note, ...(!isStored && { needsCheck: true }) };
			}),
		mark: (key, confirmedAt) => {
			const lifetime = new Lifetime();
			const trackerCache = accounts
				.of(key.account)
				?.trackers.cache({ owner: key.owner, name: key.tracker }, lifetime);
			const mark = isTicketKey(key)
				? markOf(trackerCache, key.ticket, confirmedAt)
				: String(trackerCache ? newestTicket(trackerCache) : 0);
			lifetime.dispose();
			return mark;
		},
		missing: (key, waiting, { mark, signal }) =>
			withAccount(key, async (account, trackerCache) => {
				const { session } = account;
				if (!isTicketKey(key)) {
					await trackerCache.labels.open();
					const { creation } = withRenamedLabels(waiting, trackerCache.labels.value ?? []);
					if (!creation) return undefined;
					const { labels = [], newest: newestThen = 0, ...wanted } = creation;
					// Where the tracker was not read, the mark is 0, and an older ticket can have the same words.
					const newest = Math.max(newestThen, Number(mark ?? 0));
					const ticket = await creatorFor(account, key).find(wanted, newest);
					if (!ticket) return waiting;
					await didCreate(key, ticket, trackerCache, labels);
					return undefined;
				}
				const { ownChanges } = accounts;
				const me = session.account;
				const missing = await findMissing(ownChanges, trackerCache, key, waiting, me, mark, signal);
				await trackerCache.store.settled();
				return missing;
			}),
	};
}

/** The highest number of the known tickets. */
const newestTicket = ({ tickets }: TrackerCache): number => Math.max(0, largest(tickets.keys()));

/** What the forge does not have of a change. Undefined if it has all of it. */
async function findMissing(
	ownChanges: OwnChanges,
	trackerCache: TrackerCache,
	key: TicketKey,
	waiting: TicketOutboxChange,
	me: string,
	mark: string | undefined,
	signal: AbortSignal,
): Promise<TicketOutboxChange | undefined> {
	const { ticket: number } = key;
	const known = readMark(mark);
	const { comment } = withOriginalInComment(waiting.change);
	const search = comment !== undefined && { ...known, text: comment, me };
	const isCommentThere = search && (await hasComment(trackerCache, number, search));
	const ticket = await trackerCache.read(number, signal);
	const current = await withCurrentLabels(waiting, ticket, trackerCache.labels, signal);
	const { comment: _comment, ...direct } = withOriginalInComment(current.change);
	const isRestThere = Object.keys(remainingChange(ticket, direct)).length === 0;
	if (isRestThere || isCommentThere) {
		const events = search ? trackerCache.discussions.of(number).value : undefined;
		await ownChanges.didFind(key, trackerCache, { ticket, known, events, me, signal });
	}
	if (isRestThere && (isCommentThere || comment === undefined)) return undefined;
	return isCommentThere ? { ...current, change: direct } : current;
}

/** The other user's change, in the fields that conflict. */
const theirsOf = ({ ticket, fields }: Conflict): string =>
	[
		...(fields.includes('status') || fields.includes('resolution') ? [describeState(ticket)] : []),
		...(fields.includes('labels') ? [describeLabels(ticket.labels)] : []),
		...(fields.includes('title') ? [describeTitle(ticket.title)] : []),
	].join(', ');
