import { sleep } from '../base/backoff.ts';
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

const services = ['trackers', 'lists', 'repositories', 'identity'] as const;

/** Somebody waits for the answer, or others wait for their turn. */
const limits = { answer: 10_000, whole: 10_000 };
const retrying = { times: 0, base: 0, cap: 0, patience: 0 };

/** How long the others may still say that they know a token which one does not, in milliseconds. */
const grace = 1500;

/** Asks each service of a forge, side by side, whose token it is. */
function askAll(
	{ fetch, agent, plainHosts }: Means,
	instance: Instance,
	token: string,
	signal: AbortSignal,
): readonly Promise<string>[] {
	const queues = new Queues();
	return services.flatMap((service) => {
		const base = instance[service];
		if (base === undefined) return [];
		const area = wire({ base, token: () => token, fetch, queues, agent, plainHosts, limits, retrying });
		const { user } = connect(service === 'identity' ? profile : rows, area);
		return [user({}, { signal }).then(({ canonical_name }) => canonical_name)];
	});
}

const isRefusal = (error: unknown) => error instanceof ForgeError && error.kind === 'signed-out';

/**
 * Whose token it is, as the forge says it. One service that knows is enough: the others may be away. Where one refuses the token,
 * the others are not waited for much longer. Rejects with what is most worth telling.
 */
export async function identify(
	means: Means,
	instance: Instance,
	token: string,
	signal?: AbortSignal,
): Promise<string> {
	const known = new AbortController();
	const stop = AbortSignal.any([known.signal, ...(signal ? [signal] : [])]);
	const asked = askAll(means, instance, token, stop).map((answer) =>
		answer.catch((error: unknown) => {
			if (isRefusal(error)) {
				sleep(grace, stop).then(
					() => known.abort(),
					() => {},
				);
			}
			throw error;
		}),
	);
	let failures: readonly unknown[];
	try {
		return await Promise.any(asked);
	} catch (error) {
		signal?.throwIfAborted();
		if (!(error instanceof AggregateError)) throw error;
		failures = error.errors;
	} finally {
		known.abort();
	}
	if (failures.some(isRefusal)) {
		throw new ForgeError(
			'signed-out',
			`${instance.name} does not accept this token. It may have expired, been revoked, or belong to another forge.`,
			{ cause: failures.find(isRefusal) },
		);
	}
	throw failures[0] ?? new ForgeError('refused', `${instance.name} has no addresses to ask.`);
}

/**
 * Whether the whole forge no longer accepts a token: each of its services that knows tokens refuses it. Rejects where one that might
 * accept it cannot be asked, because nobody must be signed out for that.
 */
export async function isDead(
	means: Means,
	instance: Instance,
	token: string,
	signal?: AbortSignal,
): Promise<boolean> {
	const known = new AbortController();
	const stop = AbortSignal.any([known.signal, ...(signal ? [signal] : [])]);
	let lives = false;
	const outcomes = await Promise.allSettled(
		askAll(means, instance, token, stop).map(async (answer) => {
			try {
				await answer;
			} catch (error) {
				// Who is told what the token may not do has a token that is good.
				if (!(error instanceof ForgeError && error.kind === 'forbidden')) throw error;
			}
			lives = true;
			known.abort();
		}),
	);
	signal?.throwIfAborted();
	if (lives) return false;
	const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
	const isNothingThere = (error: unknown) => error instanceof ForgeError && error.kind === 'missing';
	for (const failure of failures) if (!isRefusal(failure) && !isNothingThere(failure)) throw failure;
	return failures.some(isRefusal);
}
