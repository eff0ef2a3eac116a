import { connect } from '../forge/connect.ts';
import { ForgeError } from '../forge/errors.ts';
import { Queues } from '../forge/queue.ts';
import { get, one } from '../forge/row.ts';
import { User } from '../forge/shapes/people.ts';
import { wire } from '../forge/wire.ts';
import type { Means } from './ask.ts';
import type { Instance } from './instance.ts';

const rows = { user: get('/api/user', null, one(User)) };
const profile = { user: get('/api/user/profile', null, one(User)) };

/**
 * Whose token it is, as the forge says it. The areas are asked side by side, and one that knows is enough: the others may be away. Rejects with
 * what is most worth telling.
 */
export async function identify(
	{ fetch, agent, plainHosts }: Means,
	instance: Instance,
	token: string,
	signal?: AbortSignal,
): Promise<string> {
	const queues = new Queues();
	const known = new AbortController();
	const stop = AbortSignal.any([known.signal, ...(signal ? [signal] : [])]);
	const asked = (['trackers', 'lists', 'repositories', 'identity'] as const).flatMap((service) => {
		const base = instance[service];
		if (base === undefined) return [];
		const area = wire({ base, token: () => token, fetch, queues, agent, plainHosts });
		return [connect(service === 'identity' ? profile : rows, area).user({}, { signal: stop })];
	});
	let failures: readonly unknown[];
	try {
		return (await Promise.any(asked)).canonical_name;
	} catch (error) {
		signal?.throwIfAborted();
		if (!(error instanceof AggregateError)) throw error;
		failures = error.errors;
	} finally {
		known.abort();
	}
	const isRefusal = (error: unknown) => error instanceof ForgeError && error.kind === 'signed-out';
	if (failures.some(isRefusal)) {
		throw new ForgeError(
			'signed-out',
			`${instance.name} does not accept this token. It may have expired, been revoked, or belong to another forge.`,
			{ cause: failures.find(isRefusal) },
		);
	}
	throw failures[0] ?? new ForgeError('refused', `${instance.name} has no addresses to ask.`);
}
