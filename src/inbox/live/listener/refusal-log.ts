import { coalesce } from '../../../base/coalesce.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';

/**
 * The status of the answer to each kind of refused request. All have an empty body. A forge repeats a delivery only after 502, 503
 * or 504.
 *
 * - A foreign host is answered like an unknown path, whatever the method, so that a sender without a path does not learn what listens here.
 * - A replay is answered like the delivery that it repeats. A proxy that has lost the first answer sends the same request again, and
 *   the forge then rightly notes that the delivery has arrived. A replay by anyone else has no effect either, and its sender does
 *   not learn that.
 */
export const refusalStatus = {
	'foreign host': 404,
	'unknown path': 404,
	'wrong method': 405,
	'not JSON': 415,
	'too long': 413,
	malformed: 400,
	forged: 401,
	replayed: 200,
} as const;

export type Refusal = keyof typeof refusalStatus;

/** Connections that are closed without an answer. */
type ClosedConnection = 'too slow' | 'not HTTP' | 'too many connections';

/** Logs how many requests were refused, at most once in a while, so that no sender can fill the log. */
export class RefusalLog {
	readonly #counts = new Map<Refusal | ClosedConnection, number>();
	readonly #log: Log;
	readonly #write: () => void;

	constructor(lifetime: Lifetime, log: Log, pauseMs: number) {
		this.#log = log;
		const write = () => this.#writeCounts();
		this.#write = coalesce(lifetime, pauseMs, write, { soon: true });
		lifetime.add({ dispose: write });
	}

	add(reason: Refusal | ClosedConnection): void {
		this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
		this.#write();
	}

	#writeCounts(): void {
		if (this.#counts.size === 0) return;
		const counts = [...this.#counts].map(([reason, count]) => `${reason}: ${count}`);
		this.#counts.clear();
		this.#log.warn(`Requests that were refused since the last such record: ${counts.join(', ')}`);
	}
}
