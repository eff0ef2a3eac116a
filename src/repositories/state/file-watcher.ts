import { isAbort } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { type FileAddress, formatFileAddress } from '../model/file-address.ts';
import { formatRevision, type KnownCommit, type Revision } from '../model/revision.ts';

/** A repository whose branches and tags may move. */
interface MovingRepository {
	/** Fires when a read begins and when it ends, even if it has failed. */
	onDidChange(listener: () => void): Disposable;
	/** Reads the branches and tags if they are not known. */
	commitOf(revision: Revision): Promise<string | undefined>;
	/** Reads nothing. Undefined if the branches and tags are not known. */
	knownCommitOf(revision: Revision): KnownCommit | undefined;
}

/** The most files to remember. VS Code does not report which files it no longer shows, so a shown file is forgotten, too, after this many others. */
const maxFiles = 2000;

/** The files that VS Code has read at a branch or tag. Reports them when that moves. */
export class FileWatcher implements Disposable {
	/** The repository, once for each account that may see it, the most likely account first. */
	readonly #repositories: (address: FileAddress) => readonly MovingRepository[];
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<readonly FileAddress[]>;
	readonly #byRevision = new Map<string, FollowedRevision>();
	/** The key of the revision of each file, by the file's address. The file that VS Code asked for longest ago comes first. */
	readonly #revisions = new Map<string, string>();

	constructor(
		repositories: (address: FileAddress) => readonly MovingRepository[],
		/** Fires when accounts are added or removed. */
		onDidChangeAccounts: Event<void>,
		log: Log,
	) {
		this.#repositories = repositories;
		this.#changes = this.#lifetime.add(
			new Emitter<readonly FileAddress[]>((failure) => log.error('A listener for files failed', failure)),
		);
		this.#lifetime.add(
			onDidChangeAccounts(() => {
				for (const followed of this.#byRevision.values()) followed.connect();
			}),
		);
	}

	get onDidChange(): Event<readonly FileAddress[]> {
		return this.#changes.event;
	}

	add(address: FileAddress): void {
		const { revision, instance, owner, repository } = address;
		// The files of a commit never change.
		if (revision.kind === 'commit') return;
		const key = JSON.stringify([instance, owner, repository, formatRevision(revision)]);
		const followed = this.#byRevision.get(key) ?? this.#follow(key, address);
		const file = JSON.stringify(formatFileAddress(address));
		followed.addresses.set(file, address);
		this.#revisions.delete(file);
		this.#revisions.set(file, key);
		if (this.#revisions.size > maxFiles) this.#forgetOldest();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#follow(key: string, address: FileAddress): FollowedRevision {
		const followed: FollowedRevision = new FollowedRevision(
			this.#lifetime.child(),
			address.revision,
			() => this.#repositories(address),
			() => this.#changes.fire([...followed.addresses.values()]),
		);
		this.#byRevision.set(key, followed);
		followed.connect();
		return followed;
	}

	#forgetOldest(): void {
		const [oldest] = this.#revisions;
		if (!oldest) return;
		const [file, key] = oldest;
		this.#revisions.delete(file);
		const followed = this.#byRevision.get(key);
		followed?.addresses.delete(file);
		if (!followed || followed.addresses.size > 0) return;
		this.#byRevision.delete(key);
		followed.dispose();
	}
}

/** A branch or tag, and its files by address. */
class FollowedRevision implements Disposable {
	readonly addresses = new Map<string, FileAddress>();
	readonly #lifetime: Lifetime;
	readonly #revision: Revision;
	readonly #repositories: () => readonly MovingRepository[];
	readonly #onDidMove: () => void;
	/** Ends when the accounts change. */
	#connected: Lifetime;
	/** Stays while no account is signed in. */
	#known: KnownCommit | undefined;

	constructor(
		lifetime: Lifetime,
		revision: Revision,
		repositories: () => readonly MovingRepository[],
		onDidMove: () => void,
	) {
		this.#lifetime = lifetime;
		this.#connected = lifetime.child();
		this.#revision = revision;
		this.#repositories = repositories;
		this.#onDidMove = onDidMove;
	}

	/** Follows the repository as the accounts that are signed in now see it. */
	connect(): void {
		this.#connected.dispose();
		const connected = this.#lifetime.child();
		this.#connected = connected;
		background(this.#begin(this.#repositories(), connected));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/**
	 * Asks the forge once. When the repository changes later, only compares what is known: each read reports a change, also if it fails, so a read
	 * at each change would lead to the next one without end.
	 */
	async #begin(repositories: readonly MovingRepository[], connected: Lifetime): Promise<void> {
		await this.#ask(repositories);
		if (connected.ended) return;
		const compare = () => this.#compare(repositories);
		for (const repository of repositories) connected.add(repository.onDidChange(compare));
		compare();
	}

	/** Asks the accounts in turn until one sees the revision, as a reader of the files does. */
	async #ask(repositories: readonly MovingRepository[]): Promise<void> {
		for (const repository of repositories) {
			try {
				if ((await repository.commitOf(this.#revision)) !== undefined) return;
			} catch (error) {
				if (!(error instanceof ForgeError) && !isAbort(error)) throw error;
			}
		}
	}

	#compare(repositories: readonly MovingRepository[]): void {
		const answers = repositories.flatMap((repository) => repository.knownCommitOf(this.#revision) ?? []);
		const answer = answers.find(({ commit }) => commit !== undefined) ?? answers[0];
		if (!answer) return;
		const hasMoved = this.#known !== undefined && this.#known.commit !== answer.commit;
		this.#known = answer;
		if (hasMoved) this.#onDidMove();
	}
}
