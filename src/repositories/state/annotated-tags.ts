import { FailurePauses } from '../../base/failure-pauses.ts';
import type { ReadObject } from '../../platform/git/objects.ts';
import type { Tag } from '../model/refs.ts';

/** The most tags to look up. Each takes one request. */
const maxLookedUp = 100;

/** Knows which tags of a repository are annotated. */
export class AnnotatedTags {
	/** The id of the commit that a tag leads to; undefined if it leads to a file or folder. */
	readonly #peel: (target: string, options: ReadObject) => Promise<string | undefined>;
	/** The commits of tags, by the tags' targets. */
	readonly #commits = new Map<string, string | undefined>();

	/** The rows of tags ask each time that they are drawn. */
	readonly #pauses = new FailurePauses<string>();

	constructor(peel: (target: string, options: ReadObject) => Promise<string | undefined>) {
		this.#peel = peel;
	}

	/** Undefined if it is not known. */
	isAnnotated({ target }: Tag): boolean | undefined {
		const commit = this.#commits.get(target);
		return commit === undefined ? undefined : commit !== target;
	}

	/** Looks up the first of the tags that are not known. Resolves with whether it has learned something. */
	async lookUp(tags: readonly Tag[], signal: AbortSignal): Promise<boolean> {
		const unknown = tags
			.slice(0, maxLookedUp)
			.filter(({ target }) => !this.#commits.has(target) && !this.#pauses.isPaused(target));
		const learned = await Promise.all(
			unknown.map(({ target }) =>
				this.#learn(target, signal).catch(() => {
					if (!signal.aborted) this.#pauses.begin(target);
					return false;
				}),
			),
		);
		return learned.includes(true);
	}

	async #learn(target: string, signal: AbortSignal): Promise<boolean> {
		const commit = await this.#peel(target, { signal });
		const isNew = !this.#commits.has(target);
		this.#commits.set(target, commit);
		return isNew;
	}
}
