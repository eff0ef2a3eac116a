import type { listRows } from '../../forge/rows/lists.ts';
import type { PatchsetStatus } from '../../forge/shapes/lists.ts';
import type { Family } from '../../forge/webhooks/families.ts';
import type { Account, Accounts, Caller } from '../server/accounts.ts';
import { timestamp } from '../server/delivery.ts';
import type { Quirk } from '../server/drift.ts';
import type { Hooks } from '../server/hooks.ts';
import { invalid, missing } from '../server/refusal.ts';
import type { Handlers } from '../server/serve.ts';
import { Access, type Who } from './access.ts';
import { Archive } from './archive.ts';
import { handlers } from './handlers.ts';
import { type Delivery, Inbox } from './inbox.ts';
import type { ListOperations, NewList } from './list-operations.ts';
import { createListSerializer, type ListSerializer } from './serializer.ts';
import { Series } from './series.ts';
import {
	type ListsState,
	type Mail,
	type MailingList,
	openToAll,
	type Patchset,
	type PatchsetTool,
	type Permissions,
	type Subscription,
} from './state.ts';

export interface ListsOptions {
	readonly state: ListsState;
	/** Called after each change, to save the state. */
	readonly changed: () => void;
	readonly accounts: Accounts;
	readonly hooks: Hooks;
	readonly drift: ReadonlySet<Quirk>;
	readonly now: () => Date;
	/** The host in the lists' addresses. */
	readonly host: string;
	/** Called when someone reads a thread, as a page does that shows it. */
	readonly didOpen?: () => void;
}

/** The mailing lists of the forge and the operations on them. The handlers check the caller's permissions. */
export class Lists implements ListOperations {
	readonly handlers: Handlers<typeof listRows>;
	readonly state: ListsState;
	readonly archive: Archive;
	readonly access: Access;
	/** To be called when a thread is read. */
	readonly didOpen: () => void;
	readonly #serializer: ListSerializer;
	readonly #options: ListsOptions;
	readonly #inbox: Inbox;

	constructor(options: ListsOptions) {
		const { state, accounts, drift, host, now, didOpen = () => {} } = options;
		this.#options = options;
		this.state = state;
		this.didOpen = didOpen;
		this.archive = new Archive(state);
		this.access = new Access(state, accounts);
		this.#serializer = createListSerializer(this.archive, accounts, drift);
		const series = new Series(state, this.archive, drift);
		const parts = { state, lists: this, archive: this.archive, access: this.access };
		this.#inbox = new Inbox({ ...parts, series, drift, host, now });
		this.handlers = handlers({ ...parts, serializer: this.#serializer, accounts, drift, didOpen });
	}

	/** The address that receives mail for a list. */
	address({ owner, name }: MailingList): string {
		return `~${owner}/${name}@${this.#options.host}`;
	}

	find(owner: string, name: string): MailingList | undefined {
		const bare = owner.replace(/^~/, '');
		return this.#options.state.lists.find((list) => list.owner === bare && list.name === name);
	}

	create(owner: Account, { name, description = '', permissions = openToAll }: NewList): MailingList {
		if (!/^[a-z_-][a-z0-9._-]*$/.test(name)) throw invalid('name', 'Name must match [a-z_-][a-z0-9._-]*');
		if (name.length > 255) throw invalid('name', 'Name must be at most 255 characters.');
		if (this.find(owner.name, name)) throw invalid('name', 'This name is already in use.');
		const { state, hooks } = this.#options;
		const created = this.#stamp();
		const list: MailingList = {
			id: state.next.list++,
			owner: owner.name,
			name,
			created,
			updated: created,
			description,
			permissions,
		};
		state.lists.push(list);
		this.#addSubscription(list, owner.name);
		hooks.emit('listsUser', { owner: `~${owner.name}` }, 'list:create', this.#serializer.list(list), {
			records: { list },
		});
		this.#options.changed();
		return list;
	}

	update(
		list: MailingList,
		change: { readonly description?: string; readonly permissions?: Permissions },
	): void {
		Object.assign(list, change, { updated: this.#stamp() });
		const target = { owner: `~${list.owner}`, list: list.name };
		this.#options.hooks.emit('list', target, 'list:update', this.#serializer.list(list), {
			records: { list },
		});
		this.#options.changed();
	}

	subscribe(list: MailingList, who: Who): Subscription {
		const name = this.access.nameOf(who);
		const { state, hooks, drift } = this.#options;
		const before = state.subscriptions.find((one) => one.list === list.id && one.subscriber === name);
		if (before) return before;
		const subscription = this.#addSubscription(list, name);
		const target = { owner: `~${name}` };
		if (drift.has('subscribing-sends-remove')) {
			hooks.emit('listsUser', target, 'subscription:remove', { id: subscription.id });
		} else {
			hooks.emit('listsUser', target, 'subscription:create', this.#serializer.subscription(subscription));
		}
		this.#options.changed();
		return subscription;
	}

	unsubscribe(list: MailingList, who: Who): void {
		const name = this.access.nameOf(who);
		const { state, hooks } = this.#options;
		const subscription = state.subscriptions.find((one) => one.list === list.id && one.subscriber === name);
		if (!subscription) return;
		state.subscriptions = state.subscriptions.filter((one) => one !== subscription);
		hooks.emit('listsUser', { owner: `~${name}` }, 'subscription:remove', { id: subscription.id });
		this.#options.changed();
	}

	setStatus(patchset: Patchset, status: PatchsetStatus, at = this.#stamp()): void {
		patchset.status = status;
		patchset.updated = at;
		this.#options.changed();
	}

	/** Adds what a program says about a patchset, or changes it. Without an `id`, it is new. */
	putTool(patchset: Patchset, tool: Omit<PatchsetTool, 'id' | 'updated'>, id?: number): PatchsetTool {
		const count = this.state.patchsets.reduce((sum, { tools = [] }) => sum + tools.length, 0);
		const put = { id: id ?? count + 1, updated: this.#stamp(), ...tool };
		patchset.tools = [...(patchset.tools ?? []).filter((one) => one.id !== put.id), put];
		this.#options.changed();
		return put;
	}

	/**
	 * Receives a mail. Returns the mails that it became: one for each list that does not have it yet, none for a
	 * command. If it throws `MailRefused`, nothing was stored.
	 */
	receive(raw: Uint8Array | string, delivery: Delivery): readonly Mail[] {
		const filed = this.#inbox.receive(raw, delivery);
		for (const { mail, patchset } of filed) this.#announce(mail, patchset);
		if (filed.length > 0) this.#options.changed();
		return filed.map(({ mail }) => mail);
	}

	/**
	 * Throws `MailRefused` if the server would refuse every mail from this sender to this address, whatever its
	 * content.
	 */
	checkRecipient(address: string, from: string): void {
		this.#inbox.checkRecipient(address, from);
	}

	/** For webhooks: throws if the resource in a family's path is not visible to the caller. */
	readonly check = (family: Family, params: Readonly<Record<string, string>>, caller: Caller): void => {
		if (family === 'list') this.visible(params.owner, params.list ?? '', caller);
	};

	visible(owner: string | undefined, name: string, caller: Caller): MailingList {
		const list = this.find(this.#options.accounts.subject(owner, caller).name, name);
		if (!list || !this.access.may('browse', list, caller.account)) throw missing();
		return list;
	}

	#announce(mail: Mail, patchset: Patchset | undefined): void {
		const { hooks, accounts } = this.#options;
		const list = this.archive.list(mail.list);
		const target = { owner: `~${list.owner}`, list: list.name };
		const email = this.#serializer.email(mail);
		const sender = accounts.findByEmail(mail.from);
		// In GraphQL, hooks of accounts receive no mails, so their stored queries get no record.
		if (sender) hooks.emit('listsUser', { owner: `~${sender.name}` }, 'email:received', email);
		hooks.emit('list', target, 'post:received', email, { records: { email: mail } });
		if (!patchset) return;
		const form = this.#serializer.patchset(patchset);
		hooks.emit('list', target, 'patchset:received', form, { records: { patchset } });
	}

	#addSubscription(list: MailingList, subscriber: string): Subscription {
		const { state } = this.#options;
		const created = this.#stamp();
		const subscription = { id: state.next.subscription++, list: list.id, created, subscriber };
		state.subscriptions.push(subscription);
		return subscription;
	}

	#stamp(): string {
		return timestamp(this.#options.now());
	}
}
