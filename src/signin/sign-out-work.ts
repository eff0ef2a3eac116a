import { abortable, isAbort, tryAsync } from '../base/abort.ts';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Account } from './connection.ts';

type Work = (account: Account, signal: AbortSignal) => Promise<unknown>;

const defaultLimits = {
	longestMs: 3000,
	/** A forge that has not answered at all by then probably cannot be reached. */
	silentMs: 1000,
};

/** What is done at the forge before an account is signed out, while its token still works. */
export class SignOutWork {
	readonly #works = new Set<Work>();
	readonly #log: Log;
	readonly #limits: typeof defaultLimits;

	constructor(log: Log, limits: Partial<typeof defaultLimits> = {}) {
		this.#log = log;
		this.#limits = { ...defaultLimits, ...limits };
	}

	add(work: Work): Disposable {
		this.#works.add(work);
		return { dispose: () => this.#works.delete(work) };
	}

	/** Resolves when all is done, or when it takes too long. Never rejects. */
	async run(account: Account): Promise<void> {
		const { longestMs, silentMs } = this.#limits;
		const limit = new AbortController();
		const { signal } = limit;
		const lifetime = new Lifetime();
		lifetime.timeout(() => limit.abort(), longestMs);
		const silence = lifetime.timeout(() => limit.abort(), silentMs);
		lifetime.add(account.connection.onDidAnswer(() => silence.dispose()));
		const done = [...this.#works].map(async (work) => {
			try {
				await abortable(
					tryAsync(() => work(account, signal)),
					signal,
				);
			} catch (error) {
				if (!isAbort(error))
					this.#log.warn('Something was not ended at the forge before the sign-out', error);
			}
		});
		await Promise.all(done);
		lifetime.dispose();
	}
}
