import { type ForgeError, isTransient } from '../../forge/contract/errors.ts';
import { isConnectionFailure, type Unreached } from '../view/connection-message.ts';

/** Data that a view has requested. */
export interface RequestedData {
	/** Why the last request failed. */
	readonly lastError: ForgeError | undefined;
	/** When the data that is shown was read; undefined if there is none. */
	readonly asOf: number | undefined;
}

/** Knows which parts of a view could not be reached. Forgets connection failures when the forge answers any request. */
export class ViewConnection {
	/** The errors of requests that are no longer shown, because the forge has answered another request since. */
	readonly #outdated = new WeakSet<ForgeError>();

	unreached(all: readonly RequestedData[]): readonly Unreached[] {
		return all.flatMap(({ lastError: error, asOf }) =>
			error && isTransient(error) && !this.#outdated.has(error) ? [{ error, asOf }] : [],
		);
	}

	/** The forge that has this data has answered a request. Returns whether some of the data was shown as not reached. */
	didAnswer(all: readonly RequestedData[]): boolean {
		const failures = this.unreached(all).filter(({ error }) => isConnectionFailure(error));
		for (const { error } of failures) this.#outdated.add(error);
		return failures.length > 0;
	}
}
