import { type ForgeError, isTransient } from '../../forge/contract/errors.ts';
import { isConnectionFailure, type Unreached } from '../view/connection-message.ts';

/** Something that a view has requested. */
export interface ViewRequest {
	/** Why the last request failed. */
	readonly error: ForgeError | undefined;
	/** When the rows that are shown were read; undefined if there are none. */
	readonly asOf: number | undefined;
}

/** Knows which parts of a view could not be reached. Forgets connection failures when the forge answers any request. */
export class ViewConnection {
	/** The errors of requests after which the forge has answered another one. */
	readonly #outdated = new WeakSet<ForgeError>();

	unreached(all: readonly ViewRequest[]): readonly Unreached[] {
		return all.flatMap(({ error, asOf }) =>
			error && isTransient(error) && !this.#outdated.has(error) ? [{ error, asOf }] : [],
		);
	}

	/** The forge of these parts has answered a request. Returns whether one of them was shown as unreachable. */
	didAnswer(all: readonly ViewRequest[]): boolean {
		const failures = this.unreached(all).filter(({ error }) => isConnectionFailure(error));
		for (const { error } of failures) this.#outdated.add(error);
		return failures.length > 0;
	}
}
