import type { Call, Wire } from '../../forge/client/connect.ts';
import { ForgeError, needsSignIn } from '../../forge/contract/errors.ts';
import type { Service } from '../instances/instance.ts';
import type { Renewal } from './renewal.ts';

/**
 * Sends calls with the token of the session `id`. Renews a token that is about to end or was refused. Ends the session if the forge no
 * longer accepts it. Sends nothing once the session has ended. A failure that requires a sign-in names the forge.
 */
export function withRenewal(
	below: Wire,
	instance: string,
	service: Service,
	id: string,
	renewal: Renewal,
): Wire {
	const callWithRenewal = async <T>(call: Call, send: (call: Call) => Promise<T>): Promise<T> => {
		const used = await renewal.renewIfNeeded(id, call.signal);
		if (!used) throw new ForgeError('signed-out', `You're not signed in to ${instance}. Sign in again.`);
		try {
			return await send(call);
		} catch (error) {
			if (!(error instanceof ForgeError) || error.kind !== 'signed-out') throw error;
			// A request whose token is refused has changed nothing, so any request can be sent again.
			const current = renewal.session(id);
			if (current && current.token !== used.token) return send(call);
			if (await renewal.handleRefusal(used, service, call.signal)) return send(call);
			throw error;
		}
	};
	const callNamingForge = async <T>(call: Call, send: (call: Call) => Promise<T>): Promise<T> => {
		try {
			return await callWithRenewal(call, send);
		} catch (error) {
			throw error instanceof ForgeError && needsSignIn(error)
				? error.withMessage(error.message, { instance })
				: error;
		}
	};
	return {
		json: (call) => callNamingForge(call, below.json),
		bytes: (call) => callNamingForge(call, below.bytes),
		nothing: (call) => callNamingForge(call, below.nothing),
		report: below.report,
	};
}
