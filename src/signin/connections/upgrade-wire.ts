import { abortable } from '../../base/abort.ts';
import type { Call, Wire } from '../../forge/client/connect.ts';
import { ForgeError } from '../../forge/contract/errors.ts';

/** How long a service is not probed again. */
const probeIntervalMs = 10 * 60_000;

const neverAborts = new AbortController().signal;

/**
 * Notices that a forge has replaced the REST of a service by GraphQL. Every call then finds nothing, so a call that finds nothing waits for
 * `handleUpgrade`, which probes the service. That returns the error of the call if the service was replaced, and is not called more
 * often than every ten minutes. Without this, everything that the user has there would seem to be deleted.
 */
export function withUpgrade(
	below: Wire,
	handleUpgrade: () => Promise<ForgeError | undefined>,
	now: () => number = Date.now,
): Wire {
	let last: { readonly at: number; readonly result: Promise<ForgeError | undefined> } | undefined;
	const callOrHandle = async <T>(call: Call, send: (call: Call) => Promise<T>): Promise<T> => {
		try {
			return await send(call);
		} catch (error) {
			// A status means that the forge says so itself.
			const isMissing = error instanceof ForgeError && error.kind === 'missing' && error.status !== undefined;
			if (!isMissing) throw error;
			// The clock can be set back.
			if (!last || Math.abs(now() - last.at) >= probeIntervalMs)
				last = { at: now(), result: handleUpgrade() };
			throw (await abortable(last.result, call.signal ?? neverAborts)) ?? error;
		}
	};
	return {
		json: (call) => callOrHandle(call, below.json),
		bytes: (call) => callOrHandle(call, below.bytes),
		nothing: (call) => callOrHandle(call, below.nothing),
		report: below.report,
	};
}
