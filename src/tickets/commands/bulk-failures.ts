import { ForgeError, isTransient, unknownResultSuffix } from '../../forge/errors.ts';
import { refOf, spellKey, type TicketKey } from '../../platform/model/keys.ts';
import { count } from '../../platform/model/words.ts';
import { describeError } from '../../platform/page/error-messages.ts';
import type { SendConflict, Sent } from '../../platform/state/outbox/sender.ts';
import { failureMessage } from '../model/failure-messages.ts';

/** The result of changing one ticket. */
export interface Outcome {
	readonly key: TicketKey;
	readonly result: Sent | SendConflict | { readonly kind: 'failed'; readonly error: ForgeError };
}

/** Converts an error to a `ForgeError`. After an error in Tildeforge itself, it is unknown whether the change was made. */
export function failureOf(error: unknown): ForgeError {
	if (error instanceof ForgeError) return error;
	const { problem, mayBeDone } = describeError(error);
	const message = mayBeDone ? problem : `${problem}${unknownResultSuffix('PUT')}`;
	return new ForgeError('surprise', message, { mayBeDone: true, cause: error });
}

/** The tickets that did not change as requested. */
export interface FailureSummary {
	/** One or two sentences about all failures. */
	readonly text: string;
	/** A sentence for each affected ticket. */
	readonly sentences: readonly string[];
	/** The title above the sentences. */
	readonly title: string;
	/** The tickets that certainly did not change, and whose failure is probably temporary. */
	readonly retryable: readonly TicketKey[];
}

/** `verb` is the verb for the change, such as `confirm`. Undefined if all tickets changed as requested. */
export function summarizeFailures(outcomes: readonly Outcome[], verb: string): FailureSummary | undefined {
	const each = outcomes.flatMap((outcome) => describeFailure(outcome, verb) ?? []);
	const [first] = each;
	if (first === undefined) return undefined;
	const failures = outcomes.flatMap(({ key, result }) =>
		result.kind === 'failed' ? [{ key, error: result.error }] : [],
	);
	const retryable = failures
		.filter(({ error }) => isTransient(error) && !error.mayBeDone)
		.map(({ key }) => key);
	const isSure = failures.every(({ error }) => !error.mayBeDone);
	const claim = `${isSure ? 'did not change' : 'may not have changed'} as requested`;
	const failed = outcomes.filter((outcome) => describeFailure(outcome, verb) !== undefined);
	const number = `${ticketsOf(failed)} of ${count(ticketsOf(outcomes), 'ticket')} ${claim}.`;
	const some = each.length === 1 ? `${number} ${first}` : `${number} The first: ${first}`;
	return {
		text: outcomes.length === 1 ? first : some,
		sentences: each,
		title: `Tickets that ${claim}`,
		retryable,
	};
}

const ticketsOf = (outcomes: readonly Outcome[]): number =>
	new Set(outcomes.map(({ key }) => spellKey(key))).size;

function describeFailure({ key, result }: Outcome, verb: string): string | undefined {
	const ref = refOf(key);
	if (result.kind === 'failed') return failureMessage(ref, verb, result.error);
	if (result.kind === 'conflict') {
		return `${ref} was changed in the meantime, so your change was not made. It is now: ${result.theirs}.`;
	}
	return result.note && `${ref}: the forge ${result.note} instead.`;
}
