import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { type FileAddress, spellAddress } from '../model/file-address.ts';
import { type Revision, spellRevision } from '../model/revision.ts';

/** A repository whose branches and tags may move. */
interface MovingRepository {
	onDidChange(listener: () => void): Disposable;
	commitOf(revision: Revision): Promise<string | undefined>;
}

/** The most files to remember: VS Code does not report which ones it no longer shows. */
const mostFiles = 2000;

interface Followed {
	readonly addresses: Map<string, FileAddress>;
	commit: string | undefined;
}

/** The files that VS Code has read at a branch or tag. Reports them when that moves. */
export class FollowedFiles implements Disposable {
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<readonly FileAddress[]>;
	readonly #repository: (address: FileAddress) => MovingRepository | undefined;
	readonly #byRevision = new Map<string, Followed>();
	#count = 0;

	constructor(repository: (address: FileAddress) => MovingRepository | undefined, log: Log) {
		this.#repository = repository;
		this.#changes = this.#lifetime.add(
			new Emitter<readonly FileAddress[]>((failure) => log.error('A listener for files failed', failure)),
		);
	}

	get onDidChange(): Event<readonly FileAddress[]> {
		return this.#changes.event;
	}

	add(address: FileAddress): void {
		const { revision, instance, owner, repository } = address;
		// The files of a commit never change.
		if (revision.kind === 'commit' || this.#count >= mostFiles) return;
		const key = JSON.stringify([instance, owner, repository, spellRevision(revision)]);
		const followed = this.#byRevision.get(key) ?? this.#follow(key, address);
		const { path } = spellAddress(address);
		if (!followed || followed.addresses.has(path)) return;
		this.#count += 1;
		followed.addresses.set(path, address);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#follow(key: string, address: FileAddress): Followed | undefined {
		const repository = this.#repository(address);
		if (!repository) return undefined;
		const followed: Followed = { addresses: new Map(), commit: undefined };
		this.#byRevision.set(key, followed);
		const read = async () => {
			const commit = await repository.commitOf(address.revision);
			const hasMoved = followed.commit !== undefined && followed.commit !== commit;
			followed.commit = commit;
			if (hasMoved) this.#changes.fire([...followed.addresses.values()]);
		};
		const check = () => read().catch(() => {});
		check();
		this.#lifetime.add(repository.onDidChange(check));
		return followed;
	}
}
