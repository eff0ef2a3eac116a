import type { listRows } from '../../forge/rows/lists.ts';
import { type Accounts, type Caller, covers, user } from '../server/accounts.ts';
import type { Quirk } from '../server/drift.ts';
import { invalid, missing, notYours, Refusal } from '../server/refusal.ts';
import type { Handlers } from '../server/serve.ts';
import type { Access } from './access.ts';
import type { Archive } from './archive.ts';
import type { ListOperations } from './list-operations.ts';
import { searchPredicate } from './search.ts';
import type { ListSerializer } from './serializer.ts';
import type { ListsState, Mail, Patchset, Subscription } from './state.ts';

interface HandlersOptions {
	readonly state: ListsState;
	readonly lists: ListOperations;
	readonly archive: Archive;
	readonly access: Access;
	readonly serializer: ListSerializer;
	readonly accounts: Accounts;
	readonly drift: ReadonlySet<Quirk>;
	readonly didOpen: () => void;
}

/** A list, with or without its owner. */
interface ListParams {
	readonly owner?: string;
	readonly list: string;
}

const newestFirst = <T extends { readonly id: number }>(rows: readonly T[]) =>
	rows.toSorted((a, b) => b.id - a.id);

/** Brings mails into an order without meaning. Real servers return the mails of a thread in the order of their database. */
const scatter = (mails: readonly Mail[]) =>
	mails.toSorted((a, b) => Math.imul(a.id, 0x9e3779b1) - Math.imul(b.id, 0x9e3779b1) || a.id - b.id);

/** Counts characters, as real servers do, and not UTF-16 code units. */
function checkDescription({ description = '' }: { readonly description?: string }): void {
	if ([...description].length >= 16_384) {
		throw invalid('description', 'Description must be less than 16384 characters.');
	}
}

export function handlers(options: HandlersOptions): Handlers<typeof listRows> {
	const { state, lists, archive, access, serializer, accounts, drift, didOpen } = options;
	const hidden = () =>
		drift.has('private-is-html') ? new Refusal(403, 'This is private.', { html: true }) : missing();

	const browsable = (caller: Caller) => (row: { readonly list: number }) =>
		access.may('browse', archive.list(row.list), caller.account);

	/** The mail that a route names. If several lists have a copy, the first copy that the caller may see. */
	const mailOf = (name: string, caller: Caller): Mail => {
		if (name.includes('/') && drift.has('slashed-id-is-missing')) throw missing();
		const copies = archive.named(name);
		const mail = copies.find(browsable(caller));
		if (!mail) throw copies.length > 0 ? hidden() : missing();
		return mail;
	};

	const listOf = ({ owner, list }: ListParams, caller: Caller) => lists.visible(owner, list, caller);

	const patchsetOf = (params: ListParams & { readonly patchset: string }, caller: Caller): Patchset => {
		const { id } = listOf(params, caller);
		const found = state.patchsets.find((one) => one.list === id && String(one.id) === params.patchset);
		if (!found) throw missing();
		return found;
	};

	const subscriptionOf = (id: string, { account }: Caller): Subscription => {
		const found = state.subscriptions.find(
			(subscription) => String(subscription.id) === id && subscription.subscriber === account.name,
		);
		if (!found) throw missing();
		return found;
	};

	return {
		user: ({ params, caller }) => user(accounts.subject(params.owner, caller)),

		emails: ({ params, caller }) => {
			const email = accounts.subject(params.owner, caller).email.toLowerCase();
			const mails = state.mails.filter(({ from }) => from === email).filter(browsable(caller));
			return newestFirst(mails).map(serializer.mailRow);
		},
		email: ({ params, caller }) => serializer.email(mailOf(params.email, caller)),
		thread: ({ params, caller }) => {
			const root = mailOf(params.email, caller);
			if (root.parent !== null) throw missing();
			didOpen();
			const answers = archive.thread(root).filter((mail) => mail !== root);
			return [root, ...(drift.has('thread-unordered') ? scatter(answers) : answers)].map(serializer.email);
		},

		lists: ({ params, caller }) => {
			const { name } = accounts.subject(params.owner, caller);
			const owned = state.lists.filter(
				(list) => list.owner === name && access.may('browse', list, caller.account),
			);
			return newestFirst(owned).map(serializer.list);
		},
		createList: ({ body, caller }) => {
			checkDescription(body);
			return serializer.list(lists.create(caller.account, body));
		},
		list: ({ params, caller }) => serializer.list(listOf(params, caller)),
		updateList: ({ params, body, caller }) => {
			const list = listOf(params, caller);
			checkDescription(body);
			if (body.description !== undefined) lists.update(list, body);
			return serializer.list(list);
		},

		posts: ({ params, caller, query }) => {
			const { id } = listOf(params, caller);
			const matches = searchPredicate(query.get('search')?.trim() || 'is:thread', archive);
			return newestFirst(state.mails.filter((mail) => mail.list === id && matches(mail))).map(
				serializer.mailRow,
			);
		},

		patchsets: ({ params, caller }) => {
			const { id } = listOf(params, caller);
			return newestFirst(state.patchsets.filter(({ list }) => list === id)).map(serializer.patchsetRow);
		},
		patchset: ({ params, caller }) => serializer.patchsetRow(patchsetOf(params, caller)),
		updatePatchset: ({ params, body, caller }) => {
			if (drift.has('patches-write') && !covers(caller.token.scopes, 'patches:write')) {
				throw new Refusal(
					403,
					'Your OAuth token is not permitted to use this endpoint (needs patches:write)',
				);
			}
			const patchset = patchsetOf(params, caller);
			if (!access.may('moderate', archive.list(patchset.list), caller.account)) throw notYours();
			if (body.status !== undefined) lists.setStatus(patchset, body.status);
			return serializer.patchsetRow(patchset);
		},
		patches: ({ params, caller }) =>
			patchsetOf(params, caller).patches.map((id) => serializer.email(archive.mail(id))),

		subscriptions: ({ caller }) =>
			newestFirst(state.subscriptions.filter(({ subscriber }) => subscriber === caller.account.name)).map(
				serializer.subscription,
			),
		subscribe: ({ body, caller }) => {
			const [, owner, name = ''] = /^(~[^/]+)\/([^/]+)$/.exec(body.list) ?? [];
			if (owner === undefined) {
				throw invalid('list', 'Invalid list name specified - expected owner/list-name');
			}
			return serializer.subscription(lists.subscribe(lists.visible(owner, name, caller), caller.account));
		},
		subscription: ({ params, caller }) =>
			serializer.subscription(subscriptionOf(params.subscription, caller)),
		unsubscribe: ({ params, caller }) => {
			const { list } = subscriptionOf(params.subscription, caller);
			lists.unsubscribe(archive.list(list), caller.account);
		},
	};
}
