import { abortable, neverAborts } from '../../base/abort.ts';
import { steadyTime } from '../../base/clock.ts';
import type { Call, Wire } from '../../forge/client/connect.ts';
import { ForgeError } from '../../forge/contract/errors.ts';

/** How long a missing path counts as missing, after a probe has found the dialect of the service unchanged. */
const believedMs = 10 * 60_000;
/** How long the result of a probe serves for all paths. */
const probeIntervalMs = 15_000;
/** More paths than are missing at one time. */
const maxPaths = 1000;

/**
 * Notices that a forge has replaced the REST of a service by GraphQL, or the reverse. Every call then finds nothing, as if all that the user
 * has there were deleted. So a call that finds nothing waits for `checkDialect`, which probes the service, and fails with the error that it
 * returns. If that is undefined, the dialect is unchanged, and nothing is there.
 */
export function withUpgrade(below: Wire, checkDialect: () => Promise<ForgeError | undefined>): Wire {
	let last: { readonly at: number; readonly result: Promise<ForgeError | undefined> } | undefined;
	/** By the path that was missing: when a probe found the dialect unchanged. */
	const missing = new Map<string, number>();
	const isBelieved = (path: string) =>
		steadyTime() - (missing.get(path) ?? Number.NEGATIVE_INFINITY) < believedMs;
	const check = () => {
		if (last && steadyTime() - last.at < probeIntervalMs) return last.result;
		const current = { at: steadyTime(), result: checkDialect() };
		last = current;
		current.result.catch(() => {
			if (last === current) last = undefined;
		});
		return current.result;
	};
	const callOrCheck = async <T>(call: Call, send: (call: Call) => Promise<T>): Promise<T> => {
		try {
			return await send(call);
		} catch (error) {
			// With a status, the forge has answered that there is nothing. Without one, Tildeforge itself found nothing.
			const isMissing = error instanceof ForgeError && error.kind === 'missing' && error.status !== undefined;
			if (!isMissing || isBelieved(call.path)) throw error;
			const replacement = await abortable(check(), call.signal ?? neverAborts);
			if (replacement) throw replacement;
			if (missing.size >= maxPaths) missing.clear();
			missing.set(call.path, steadyTime());
			throw error;
		}
	};
	return {
		json: (call) => callOrCheck(call, below.json),
		bytes: (call) => callOrCheck(call, below.bytes),
		nothing: (call) => callOrCheck(call, below.nothing),
		report: below.report,
	};
}
