import { Emitter } from '../../base/emitter.ts';
import type { SeenCommits } from '../../platform/model/forge-events.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';

/** Reports which commits the user looks at. */
export class CommitSeenSource {
	readonly #seen = new Emitter<SeenCommits>();
	/** Fires when the user looks at commits, even if they were seen before. */
	readonly onDidSee = this.#seen.event;

	/** The user looks at commits, and at those that `targets` lead to. */
	see(
		{ account, owner, repository }: RepositoryKey,
		commits: readonly string[],
		targets: SeenCommits['targets'] = {},
	): void {
		this.#seen.fire({ repository: { account, owner, repository }, commits, targets });
	}
}
