import { join } from 'node:path';
import type { Disposable } from '../../../base/disposable.ts';
import type { Event } from '../../../base/emitter.ts';
import { fileStorage } from '../../../base/files/file-storage.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import type { List, Patchset } from '../../../forge/shapes/lists.ts';
import { type ListKey, listRef, type PatchsetKey } from '../../../platform/model/keys.ts';
import type { AccountSource } from '../../../platform/state/account-source.ts';
import type { ValueCache } from '../../../platform/state/cache/value-cache.ts';
import { followOtherWindows } from '../../../platform/state/outbox/follow-other-windows.ts';
import { Outbox } from '../../../platform/state/outbox/outbox.ts';
import { PermissionCache } from '../../../platform/state/permission-cache.ts';
import { permitsStatus } from '../../model/permissions.ts';
import type { ListAccount, MailingLists } from '../mailing-lists.ts';
import type { SettableStatus, StatusOutbox, StatusOutboxChange } from './status-outbox-format.ts';
import { statusSender } from './status-sender.ts';
import { statusKind } from './status-words.ts';

/** A patchset, and its title and status as they will be when everything that waits is on the forge. */
export interface ShownPatchset {
	readonly key: PatchsetKey;
	/** Undefined if the patchset is not known. */
	readonly shown: { readonly title: string; readonly status: string } | undefined;
}

/** The change that gives a patchset a status. Its `base` is the status that was shown to the user when they decided. */
export const changeOf = ({ shown }: ShownPatchset, status: SettableStatus): StatusOutboxChange => ({
	status,
	...(shown && { base: shown.status, title: shown.title }),
});

interface StatusChangesOptions {
	readonly lists: Pick<MailingLists, 'of' | 'accounts' | 'onDidChange'>;
	readonly forges: Pick<AccountSource, 'isTemporary' | 'seen'>;
	/** The editor's storage folder for this extension. */
	readonly folder: string;
	readonly log: Log;
}

/** The statuses of patchsets that the user has set, until they are on the forge, and who may set them. */
export class StatusChanges implements Disposable {
	readonly outbox: StatusOutbox;
	readonly #options: StatusChangesOptions;
	readonly #lifetime = new Lifetime();
	/** Whether the user may set the status, by account and list; undefined if the forge does not say. */
	readonly #permissions: PermissionCache<boolean | undefined>;
	/** Listeners to the connections of the current accounts. */
	#connectionListeners = this.#lifetime.child();

	/** Resolves when the waiting statuses are loaded. */
	static async open(options: StatusChangesOptions): Promise<StatusChanges> {
		const changes = new StatusChanges(options);
		await changes.outbox.open();
		return changes;
	}

	private constructor(options: StatusChangesOptions) {
		const { lists, forges, folder, log } = options;
		this.#options = options;
		this.#permissions = new PermissionCache();
		const didSet = (key: PatchsetKey, answer: Patchset) => this.#didSet(key, answer);
		const learn = (list: ListKey, isPermitted: boolean) => this.#permissions.put(nameOf(list), isPermitted);
		this.outbox = this.#lifetime.add(
			new Outbox({
				storage: fileStorage(join(folder, 'patchset-outbox'), log),
				kind: statusKind,
				sender: statusSender((account) => lists.of(account), learn, didSet),
				isLocal: ({ account }) => forges.isTemporary(account),
				log,
			}),
		);
		this.#lifetime.add(
			lists.onDidChange(() => {
				this.#listenToConnections();
				this.outbox.didChangeAccounts();
			}),
		);
		this.#listenToConnections();
		this.#lifetime.add(followOtherWindows(this.outbox, (keys, lifetime) => this.#readStored(keys, lifetime)));
	}

	/** Fires when a waiting status was added, sent or removed in any window. */
	get onDidChange(): Event<void> {
		return this.outbox.onDidChange;
	}

	/** The status that is not on the forge yet. Undefined if there is none, or if the forge has it already. */
	waitingStatusOf(key: PatchsetKey): SettableStatus | undefined {
		return this.outbox.waitingChangeOf(key)?.status;
	}

	/**
	 * Whether the user has set the status that a patchset has, or is about to, as far as this window knows. The forge says only when a patchset
	 * last changed, and not who has set its status. If it changed after the forge's answer to the user, another user has set the status.
	 */
	isOwn(key: PatchsetKey, { status, updated }: Patchset): boolean {
		if (this.waitingStatusOf(key) === status) return true;
		const own = this.#options.forges.seen.visit(key, statusItem(key, status));
		const changedAt = parseTime(updated);
		return own !== undefined && (changedAt === undefined || changedAt - own <= toleranceMs);
	}

	/** Reads which statuses other windows have set for an account. */
	async readOwn(account: string): Promise<void> {
		await this.#options.forges.seen.read(account);
	}

	/** Whether the user may set the status of patchsets of a list. True if that is unknown: the forge checks each change itself. */
	canChange(key: ListKey): boolean {
		const account = this.#options.lists.of(key.account);
		return account !== undefined && (isOwner(account, key) || this.#permissions.of(nameOf(key)) !== false);
	}

	/** Learns who may set the status in a list from what is known of it, without a request. */
	async learnPermissions(key: ListKey): Promise<void> {
		await this.#withDetails(key, async (details) => {
			await details.open();
			const { value, asOf } = details;
			if (value && asOf !== undefined) this.#permissions.learn(nameOf(key), permitsStatus(value), asOf);
		});
	}

	/** As `learnPermissions`, but asks the forge if its last answer is no longer valid. Returns whether it has asked. */
	async readPermissions(key: ListKey, signal: AbortSignal): Promise<boolean> {
		let hasAsked = false;
		await this.learnPermissions(key);
		await this.#withDetails(key, (details) =>
			this.#permissions.read(
				nameOf(key),
				async () => {
					hasAsked = true;
					await details.refresh(signal);
					signal.throwIfAborted();
					if (details.lastError) throw details.lastError;
					return details.value && permitsStatus(details.value);
				},
				signal,
			),
		);
		return hasAsked;
	}

	/** What is shown of patchsets now. A command remembers it when it begins, to notice what others change while it asks the user. */
	shownOf(keys: readonly PatchsetKey[]): Promise<readonly ShownPatchset[]> {
		return Promise.all(keys.map(async (key) => ({ key, shown: await this.shown(key) })));
	}

	/** Sets the status of patchsets, to be sent after `delayMs`. See `changeOf`. */
	async setStatus(
		patchsets: readonly ShownPatchset[],
		status: SettableStatus,
		delayMs: number,
	): Promise<void> {
		const changes = patchsets.map((patchset) => ({ key: patchset.key, change: changeOf(patchset, status) }));
		await this.outbox.add(changes, delayMs);
	}

	/** The title and status of a patchset as they will be when everything that waits is on the forge. Undefined if it is not known. */
	async shown(key: PatchsetKey): Promise<ShownPatchset['shown']> {
		const known = await this.#known(key);
		return known && { title: known.subject, status: this.waitingStatusOf(key) ?? known.status };
	}

	/**
	 * The forge has set the status for the user. Stores it among what the user has seen, for `isOwn`. Resolves when all windows can read it. Never
	 * rejects.
	 */
	async #didSet(key: PatchsetKey, { status, updated }: Patchset): Promise<void> {
		const { forges, log } = this.#options;
		const at = parseTime(updated) ?? Number.MAX_SAFE_INTEGER;
		try {
			await forges.seen.add(key, { visits: { [statusItem(key, status)]: at } });
		} catch (error) {
			log.warn('A status that was set could not be stored, and may appear in the Inbox', error);
		}
	}

	/** Shows patchsets of several lists as another window has stored them. */
	async #readStored(keys: readonly PatchsetKey[], lifetime: Lifetime): Promise<void> {
		const lists = [...Map.groupBy(keys, nameOf).values()];
		await Promise.all(
			lists.map(async (ofList) => {
				const [first] = ofList;
				if (!first) return;
				const { account, owner, list } = first;
				const cache = this.#options.lists.of(account)?.lists.cache({ owner, name: list }, lifetime);
				await cache?.open();
				await cache?.readStored(ofList.map(({ patchset }) => patchset));
			}),
		);
	}

	async #known({ account, owner, list, patchset }: PatchsetKey): Promise<Patchset | undefined> {
		using lifetime = new Lifetime();
		const cache = this.#options.lists.of(account)?.lists.cache({ owner, name: list }, lifetime);
		await cache?.open();
		return cache?.patchset(patchset);
	}

	/**
	 * Calls `use` with the details of a list, unless it is already known that the user may set the status. The forge may have accepted a status
	 * from the user although the details do not say that they moderate the list, so the details must not overrule that.
	 */
	async #withDetails(key: ListKey, use: (details: ValueCache<List>) => Promise<void>): Promise<void> {
		const account = this.#options.lists.of(key.account);
		if (!account || isOwner(account, key) || this.#permissions.of(nameOf(key)) === true) return;
		using lifetime = new Lifetime();
		const { details } = account.lists.cache({ owner: key.owner, name: key.list }, lifetime);
		if (details) await use(details);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#listenToConnections(): void {
		this.#connectionListeners.dispose();
		this.#connectionListeners = this.#lifetime.child();
		for (const { connection, session } of this.#options.lists.accounts)
			this.#connectionListeners.add(
				connection.onDidAnswer((area) => area === 'lists' && this.outbox.didReach(session.id)),
			);
	}
}

const isOwner = ({ session }: ListAccount, { owner }: ListKey): boolean => session.account === owner;

/** The forge may round the same time in different ways. */
const toleranceMs = 1000;

/** A status of a patchset, as an item that the user has seen. */
const statusItem = ({ patchset }: PatchsetKey, status: string): string => `patchset ${patchset} ${status}`;

const nameOf = (key: ListKey): string => `${key.account} ${listRef(key)}`;
