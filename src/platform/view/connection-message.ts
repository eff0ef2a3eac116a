import { smallest } from '../../base/collections.ts';
import type { ForgeError } from '../../forge/contract/errors.ts';
import { nearDate } from '../model/words.ts';
import { shortNames } from './failure-rows.ts';

/** A request that could not reach the forge. */
export interface Unreached {
	readonly error: ForgeError;
	/** When the rows that are shown instead were read; undefined if there are none. */
	readonly asOf: number | undefined;
}

/** Whether the failure is no longer true as soon as the forge answers any other request. */
export const isConnectionFailure = ({ kind }: ForgeError): boolean =>
	kind === 'offline' || kind === 'timeout';

/** The state of the connection, to show above the rows of a view; undefined if everything was reached. */
export function connectionMessage(unreached: readonly Unreached[], now: number): string | undefined {
	const [first] = unreached;
	if (!first) return undefined;
	const reasons = [...new Set(unreached.map(({ error }) => error.message))];
	const times = unreached.flatMap(({ asOf }) => asOf ?? []);
	const updated =
		times.length > 0 ? [`Last updated ${nearDate(new Date(smallest(times)).toISOString(), now)}.`] : [];
	return [`${shortNames[first.error.kind]}.`, ...reasons, ...updated].join(' ');
}
