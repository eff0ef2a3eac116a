import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { ForgeError } from '../../forge/contract/errors.ts';
import type { Account, Area } from '../../signin/connections/connection.ts';
import { whyEnded } from '../state/session-ending.ts';
import { type FeatureAccounts, ownerToName, tabOwner, trackOwner } from './owner.ts';
import { PageReads } from './page-reads.ts';
import type { PageStatus } from './page-status.ts';
import type { Owner } from './snapshot-parts.ts';

/**
 * Loads what a page shows: first from the disk, then from the forge. Follows the account of the page as it signs in and out. The constructor
 * of a subclass ends with `start`, because it calls methods that use the fields of the subclass.
 */
export abstract class PageLoader<Opened extends Account> implements Disposable {
	protected readonly lifetime = new Lifetime();
	protected readonly reads: PageReads;
	protected readonly changed: () => void;
	readonly #accountId: string;
	readonly #accounts: FeatureAccounts<Opened>;
	readonly #owner: () => Owner | undefined;
	#account: Opened | undefined;
	#source: Opened | undefined;
	#sourceLifetime = new Lifetime();

	constructor(
		accountId: string,
		accounts: FeatureAccounts<Opened>,
		changed: () => void,
		owner = trackOwner(accountId, accounts),
	) {
		this.#accountId = accountId;
		this.#accounts = accounts;
		this.#owner = owner;
		this.changed = changed;
		this.lifetime.add({ dispose: () => this.#sourceLifetime.dispose() });
		this.reads = this.lifetime.add(
			new PageReads({
				open: () => this.readStored(),
				read: (signal) => this.readForge(signal),
				isComplete: () => this.wasStored,
				didRead: () => this.didRead(),
				changed,
			}),
		);
	}

	/** The area of the forge that has what the page shows. */
	protected abstract readonly area: Area;

	/** Whether there is something to show. */
	protected abstract readonly isKnown: boolean;

	/** Whether all that the page shows was on the disk. */
	protected abstract readonly wasStored: boolean;

	/** When the displayed data was read. */
	protected abstract readonly asOf: number | undefined;

	/** From now on, the page shows what this account has read. `lifetime` ends when it shows that of another account. */
	protected abstract setSource(source: Opened | undefined, lifetime: Lifetime): void;

	protected abstract readStored(): Promise<void>;

	/** Returns the failure of what the page could do without. Other failures reject with a `ForgeError`. */
	protected abstract readForge(signal: AbortSignal): Promise<ForgeError | undefined>;

	/** Whether there is something to read. */
	protected get isReadable(): boolean {
		return true;
	}

	/** The forge has answered, or could not be reached. */
	protected didRead(): void {
		this.changed();
	}

	protected start(): void {
		this.lifetime.add(this.#accounts.onDidChange(() => this.#updateAccount()));
		this.#updateAccount();
	}

	/** The account, if it is signed in. */
	get account(): Opened | undefined {
		return this.#account;
	}

	/** The account that has read what the page shows. If its session has ended without the user signing out, the page shows what is known and stored. */
	get source(): Opened | undefined {
		return this.#source;
	}

	/** The account and the forge of the page, even after the account has signed out. */
	get owner(): Owner | undefined {
		return this.#owner();
	}

	/** The owner, if the page has to name it. */
	get ownerToName(): Owner | null {
		return ownerToName(this.#accountId, this.owner, this.#accounts);
	}

	/** The owner, if the tab of the page has to name it. */
	get tabOwner(): Owner | null {
		return tabOwner(this.#accountId, this.owner, this.#accounts);
	}

	/** Resolves when the stored data was read. */
	get opened(): Promise<void> {
		return this.#source && this.isReadable ? this.reads.opened : Promise.resolve();
	}

	pageStatus(): PageStatus {
		const account = this.#account;
		if (!account) {
			const ended = this.#accounts.endedSession(this.#accountId);
			const instance = this.owner?.instance ?? 'the forge';
			return { kind: 'signed-out', instance, ...(ended && { why: whyEnded(ended) }) };
		}
		const { name: instance, [this.area]: address } = account.instance;
		return this.reads.pageStatus({ instance, address, isKnown: this.isKnown, asOf: this.asOf });
	}

	async refresh(): Promise<void> {
		if (this.#account) await this.reads.read();
	}

	/** The page is being drawn, so it is visible. */
	didDraw(): void {
		this.reads.didDraw();
	}

	/** The page was hidden. Cancels the reads in progress; they start again when the page is shown. */
	didHide(): void {
		this.reads.didHide();
	}

	/** The page is visible again. */
	didShow(): void {
		this.reads.retryNow();
	}

	dispose(): void {
		this.lifetime.dispose();
	}

	/** Switches to the account as it is now: signed in, with another connection, or gone. */
	#updateAccount(): void {
		const account = this.#accounts.of(this.#accountId);
		const source = account ?? this.#accounts.endedAccount(this.#accountId);
		if (account !== this.#account || source !== this.#source) this.#setAccount(account, source);
		// There may be other accounts now, and another reason why the page is signed out.
		else this.changed();
	}

	#setAccount(account: Opened | undefined, source: Opened | undefined): void {
		this.#account = account;
		if (source !== this.#source) {
			this.#sourceLifetime.dispose();
			this.#sourceLifetime = new Lifetime();
			this.#source = source;
			this.setSource(source, this.#sourceLifetime);
		}
		this.reads.reset();
		if (this.isReadable && account) background(this.reads.read());
		else if (this.isReadable && source) background(this.reads.readStored());
		this.changed();
	}
}
