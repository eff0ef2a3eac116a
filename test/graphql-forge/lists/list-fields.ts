import { listPermissions } from '../../../src/forge/shapes/lists.ts';
import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { Mail, MailingList, Patchset, Subscription } from '../../../src/sandbox/lists/state.ts';
import type { Account, Caller } from '../../../src/sandbox/server/accounts.ts';
import { type PageArgs, pageBySecond, pageOf, unordered } from '../server/cursors.ts';
import { orNull } from '../server/or-null.ts';
import { type Call, properties, type Resolvers } from '../server/resolvers.ts';
import { timestamp } from '../server/words.ts';
import { ownerOf } from './entities.ts';
import type { ThreadSource } from './mail-fields.ts';

/** The fields of users, lists and subscriptions. */
export function listFields({ accounts, drift, lists }: GraphqlParts): Resolvers {
	const { state, archive, access } = lists;
	/** A page of mails, threads or patchsets by the times that they are ordered by. */
	const newest = <T>(
		rows: readonly T[],
		orderOf: (row: T) => { id: number; created: string },
		args: PageArgs,
	) => {
		if (!drift.has('mail-boundary-lost')) return pageOf(rows, (row) => orderOf(row).id, args);
		const dated = rows.map((row) => {
			const { id, created } = orderOf(row);
			return { row, id, at: created };
		});
		const { results, cursor } = pageBySecond(dated, args);
		return { results: results.map(({ row }) => row), cursor };
	};
	const mayBrowse = ({ account }: Caller, list: MailingList) => access.may('browse', list, account);
	const mailsOf = (list: MailingList) => state.mails.filter((mail) => mail.list === list.id);
	const sentBy = ({ email }: Account, caller: Caller) =>
		state.mails.filter(
			({ from, list }) => from === email.toLowerCase() && mayBrowse(caller, archive.list(list)),
		);
	const threadOf = (root: Mail): ThreadSource => ({ root, mails: archive.thread(root) });
	const newestOf = ({ root, mails }: ThreadSource) => mails.at(-1) ?? root;
	const timesOf = {
		created: ({ created }: { readonly created: string }) => timestamp(created),
		updated: ({ updated }: { readonly updated: string }) => timestamp(updated),
	};
	return {
		User: {
			list: ({ name: owner }: Account, { name }: { name: string }, { caller }: Call) =>
				orNull(drift, () => lists.visible(`~${owner}`, name, caller)),
			lists: ({ name }: Account, args: PageArgs, { caller }: Call) => {
				const owned = state.lists.filter((list) => list.owner === name && mayBrowse(caller, list));
				return pageOf(owned, ({ id }) => id, args);
			},
			emails: (account: Account, args: PageArgs, { caller }: Call) =>
				unordered(sentBy(account, caller), args),
			threads: (account: Account, args: PageArgs, { caller }: Call) => {
				const begun = sentBy(account, caller).filter(({ parent }) => parent === null);
				return pageOf(begun.map(threadOf), (thread) => newestOf(thread).id, args);
			},
			patches: (account: Account, args: PageArgs, { caller }: Call) => {
				const sent = new Set(sentBy(account, caller).map(({ patchset }) => patchset));
				const patchsets = state.patchsets.filter(({ id }) => sent.has(id));
				return pageOf(patchsets, ({ id }: Patchset) => id, args);
			},
		},
		MailingList: {
			...properties('id', 'name'),
			...timesOf,
			description: ({ description }: MailingList) => description || null,
			owner: ({ owner }: MailingList) => ownerOf(owner, accounts),
			threads: (list: MailingList, args: PageArgs) => {
				const threads = mailsOf(list).filter(({ parent }) => parent === null);
				return newest(threads.map(threadOf), newestOf, args);
			},
			emails: (list: MailingList, args: PageArgs) => newest(mailsOf(list), (mail) => mail, args),
			patches: (list: MailingList, args: PageArgs) => {
				const patchsets = state.patchsets.filter((patchset) => patchset.list === list.id);
				return newest(patchsets, (patchset) => patchset, args);
			},
			// Compared with the stored header, so the angle brackets belong to it.
			message: (list: MailingList, { messageID }: { messageID: string }) =>
				archive.named(messageID).find((mail) => mail.list === list.id && mail.messageId === messageID) ??
				null,
			defaultACL: ({ permissions }: MailingList) =>
				Object.fromEntries(listPermissions.map((name) => [name, permissions.account.includes(name)])),
			access: (list: MailingList, _args: object, { caller }: Call) =>
				Object.fromEntries(listPermissions.map((name) => [name, access.may(name, list, caller.account)])),
		},
		GeneralACL: properties(...listPermissions),
		Query: {
			subscriptions: (_: unknown, args: PageArgs, { caller }: Call) => {
				const own = state.subscriptions
					.filter(({ subscriber }) => subscriber === caller.account.name)
					.map((one) => ({ ...one, __typename: 'MailingListSubscription' }));
				return pageOf(own, ({ id }) => id, args);
			},
		},
		MailingListSubscription: {
			...properties('id'),
			created: timesOf.created,
			list: ({ list }: Subscription) => archive.list(list),
		},
	};
}
