import { abortable, isAbort, tryAsync } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Account } from './connection.ts';

type Task = (account: Account, signal: AbortSignal) => Promise<unknown>;

const defaultLimits = {
	/** For all tasks together. */
	maxMs: 3000,
	/** A forge that has not answered at all by then probably cannot be reached. */
	silentMs: 1000,
};

/** Tasks at the forge that run with a token before it ends, because the user signs out or it is replaced. */
export class TokenEndWork {
	readonly #tasks = new Set<Task>();
	readonly #log: Log;
	readonly #limits: typeof defaultLimits;

	constructor(log: Log, limits: Partial<typeof defaultLimits> = {}) {
		this.#log = log;
		this.#limits = { ...defaultLimits, ...limits };
	}

	add(task: Task): Disposable {
		this.#tasks.add(task);
		return { dispose: () => this.#tasks.delete(task) };
	}

	/** Resolves when all is done, or when it takes too long. Never rejects. The session of the account has the token. */
	async run(account: Account): Promise<void> {
		const { maxMs, silentMs } = this.#limits;
		const limit = new AbortController();
		const { signal } = limit;
		const lifetime = new Lifetime();
		lifetime.timeout(() => limit.abort(), maxMs);
		const silence = lifetime.timeout(() => limit.abort(), silentMs);
		lifetime.add(account.connection.onDidAnswer(() => silence.dispose()));
		const done = [...this.#tasks].map(async (task) => {
			try {
				await abortable(
					tryAsync(() => task(account, signal)),
					signal,
				);
			} catch (error) {
				if (!isAbort(error)) this.#log.warn('Could not clean up at the forge before a token ended', error);
			}
		});
		await Promise.all(done);
		lifetime.dispose();
	}
}
