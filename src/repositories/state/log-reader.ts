import { SharedCalls } from '../../base/shared-calls.ts';
import type { Page } from '../../forge/pages.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import type { RemoteRepository } from './forge-objects.ts';

interface OpenPages {
	/** The revision at which they begin. */
	readonly revision: string;
	readonly iterator: AsyncIterator<Page<Commit>>;
	readonly controller: AbortController;
}

/** Reads the history of a revision page by page, in the server's order, newest first. */
export class LogReader {
	readonly #remote: RemoteRepository;
	readonly #revision: string;
	/** By id, because the server repeats the commit at which a page continues. */
	readonly #commits = new Map<string, Commit>();
	/** The values of `#commits`. A new array after each page. */
	#list: readonly Commit[] = [];
	readonly #reads = new SharedCalls<'more', void>();
	#pages: OpenPages | undefined;
	#isComplete = false;

	/** `revision` is an id, a branch or a tag. */
	constructor(remote: RemoteRepository, revision: string) {
		this.#remote = remote;
		this.#revision = revision;
	}

	get commits(): readonly Commit[] {
		return this.#list;
	}

	/** Whether all commits have been read. */
	get isComplete(): boolean {
		return this.#isComplete;
	}

	/** Reads the next page. Concurrent callers share it. After a failure, the next call tries the same page again. */
	readMore(signal?: AbortSignal): Promise<void> {
		return this.#reads.join('more', (stop) => this.#readMore(stop), signal);
	}

	async #readMore(signal: AbortSignal): Promise<void> {
		if (this.#isComplete) return;
		this.#pages ??= this.#open();
		const pages = this.#pages;
		// An iterator that was stopped or has failed cannot continue, so the next call opens another one.
		const close = () => {
			pages.controller.abort(signal.reason);
			if (this.#pages === pages) this.#pages = undefined;
		};
		signal.addEventListener('abort', close, { once: true });
		try {
			const { value, done } = await pages.iterator.next();
			if (signal.aborted) return;
			for (const commit of done ? [] : value.rows) this.#commits.set(commit.id, commit);
			this.#list = [...this.#commits.values()];
			this.#isComplete = done === true || value.isLast;
			// A branch can be replaced meanwhile, so the next pages are those of its newest commit.
			if (pages.revision !== this.#list[0]?.id) this.#pages = undefined;
		} catch (error) {
			close();
			throw error;
		} finally {
			signal.removeEventListener('abort', close);
		}
	}

	/** Continues after the last commit. The server repeats that commit. */
	#open(): OpenPages {
		const { client, owner, repository } = this.#remote;
		const controller = new AbortController();
		const [revision, last] = [this.#list[0]?.id ?? this.#revision, this.#list.at(-1)?.id];
		const pages = client.logFrom(
			{ owner, repository, ref: revision },
			{ signal: controller.signal, ...(last !== undefined && { query: { start: last } }) },
		);
		return { revision, iterator: pages[Symbol.asyncIterator](), controller };
	}
}
