import { abortable } from '../../../base/abort.ts';
import { timeLimit } from '../../../base/clock.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Commit } from '../../../forge/shapes/repositories.ts';
import type { Received } from '../../../forge/webhooks/delivery.ts';
import { factsOf } from '../../../forge/webhooks/delivery-facts.ts';
import { type RepositoryKey, refOf, repositoryRef, type TicketKey } from '../../../platform/model/keys.ts';
import {
	type AnsweredTicket,
	type LandedPatchset,
	maxTickets,
	pushAnswer,
} from '../../model/commits/push-answer.ts';
import { ticketsInCommits } from '../../model/commits/tickets-in-commits.ts';
import { shortRef } from '../../model/ref-changes.ts';
import type { Repositories } from '../repositories.ts';
import { trackerOfCommit } from './commit-tracker.ts';
import { commitsOfPush } from './commits-of-push.ts';

export interface PushAnswersOptions {
	readonly repositories: Repositories;
	/** What anyone may know of a ticket. Undefined if that is nothing. */
	readonly ticketOf: (key: TicketKey, signal: AbortSignal) => Promise<AnsweredTicket['shown']>;
	/** The patchsets whose patches are among commits, as far as anyone may be told. */
	readonly landed: (
		account: string,
		commits: readonly Commit[],
		signal: AbortSignal,
	) => Promise<readonly LandedPatchset[]>;
	readonly log: Log;
	readonly limits?: Partial<typeof defaultLimits>;
}

/** The listener waits for two seconds. What is not known after this time is left out. */
const defaultLimits = { commitsMs: 800, ticketsMs: 1500, allMs: 1700 };

/**
 * Tells the user who has pushed what the push has done: which tickets its commits mention, and which patchsets they contain. Empty if pushes to
 * the repository are not to be answered, if the forge has not signed the delivery, or if there is nothing to tell.
 */
export async function answerPush(
	key: RepositoryKey,
	received: Received,
	stop: AbortSignal,
	{ repositories, ticketOf, landed, log, limits }: PushAnswersOptions,
): Promise<string> {
	const account = repositories.of(key.account);
	const isWanted = account?.session.account === key.owner && account.answered.has(key.repository);
	// The body of an unsigned delivery can be anyone's who knows the address, and the answer takes several requests.
	const { push } = factsOf(received);
	if (!isWanted || !push) return '';
	const branches = push.refs.filter(({ name, new: to }) => name.startsWith('refs/heads/') && to);
	const newest = branches.flatMap(({ new: to }) => to ?? []);
	const [first] = newest;
	if (!first) return '';
	using lifetime = new Lifetime();
	const cache = repositories.cache(key, lifetime);
	if (!cache) return '';

	const { commitsMs, ticketsMs, allMs } = { ...defaultLimits, ...limits };
	const within = (ms: number) => AbortSignal.any([stop, timeLimit(ms)]);
	const [soon, later, last] = [within(commitsMs), within(ticketsMs), within(allMs)];
	/** Leaves a part out if it fails or takes too long. The others are still told. */
	const orElse = async <T>(work: Promise<T>, fallback: T, what: string, signal = last): Promise<T> => {
		try {
			return await abortable(work, signal);
		} catch (error) {
			log.warn(`The answer to a push to ${repositoryRef(key)} leaves out ${what}`, error);
			return fallback;
		}
	};
	const { instance, session } = account;
	const newestOnly = { commits: newest, isComplete: false };
	const [{ commits, isComplete }, tracker] = await Promise.all([
		orElse(commitsOfPush(cache, push.refs, soon), newestOnly, 'older commits', soon),
		orElse(
			trackerOfCommit(cache.objects, first.id, key, instance),
			undefined,
			'the tickets of its tracker',
			soon,
		),
	]);
	const messages = commits.map(({ message }) => message);
	const mentioned = ticketsInCommits(messages, { instance, tracker });
	const [shown, patchsets] = await Promise.all([
		Promise.all(
			mentioned
				.slice(0, maxTickets)
				.map(({ ticket }) =>
					orElse(ticketOf({ account: session.id, ...ticket }, later), undefined, 'the title of a ticket'),
				),
		),
		orElse(landed(session.id, commits, last), [], 'patchsets'),
	]);
	return pushAnswer({
		by: session.account,
		branches: branches.map(({ name }) => shortRef(name)),
		commits: commits.length,
		isComplete,
		tickets: mentioned.map(({ ticket, verb }, at) => ({ verb, ref: refOf(ticket), shown: shown[at] })),
		patchsets,
	});
}
