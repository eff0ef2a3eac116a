import type { Client } from '../../forge/client/connect.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { repositoryExtraRows } from '../../forge/rows/repositories.ts';
import type { FoundCode } from '../../forge/shapes/code-search.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';

/** Searches code on the forge of an account. */
export class CodeSearch {
	/** What only GraphQL offers. A repository that is opened with it shows whether its forge can search code. Undefined in REST. */
	readonly extras: Client<typeof repositoryExtraRows> | undefined;
	readonly #forge: string;
	#isMissing = false;

	/** `forge` is the name of the forge. */
	constructor(extras: Client<typeof repositoryExtraRows> | undefined, forge: string) {
		this.#forge = forge;
		this.extras = extras && {
			...extras,
			openRepository: async (...asked) => {
				const opened = await extras.openRepository(...asked);
				if (opened.has_code_search !== null) this.#isMissing = !opened.has_code_search;
				return opened;
			},
		};
	}

	/** Whether to offer it. What is not known yet is offered. */
	get isOffered(): boolean {
		return this.extras !== undefined && !this.#isMissing;
	}

	/** Searches the default branch of a repository. Fails with a `ForgeError`. */
	async find({ owner, repository }: RepositoryKey, query: string, signal: AbortSignal): Promise<FoundCode> {
		if (!this.extras || this.#isMissing) throw this.missing();
		return this.extras.searchCode({ owner, repository }, { query }, { signal });
	}

	/** What the user reads if the forge has no such search. */
	missing(): ForgeError {
		return new ForgeError(
			'refused',
			`${this.#forge} cannot search code. Find in Repository… can search the same files.`,
		);
	}
}
