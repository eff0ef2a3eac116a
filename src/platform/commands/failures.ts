import { count } from '../../base/text/numbers.ts';
import { ForgeError, unknownResultMessage } from '../../forge/contract/errors.ts';
import { capitalize } from '../model/words.ts';
import { describeError } from '../page/error-messages.ts';
import type { SendConflict, Sent } from '../state/outbox/sender.ts';

interface ChangedItem {
	/** The same for all changes of an item. */
	readonly item: string;
	readonly noun: string;
	readonly ref: string;
	/** The word for a change that succeeded; `made` if left out. */
	readonly done?: 'made' | 'sent';
}

/** The result of changing one item. */
export interface Outcome {
	readonly item: ChangedItem;
	readonly result: Sent | SendConflict<unknown> | { readonly kind: 'failed'; readonly error: ForgeError };
}

/** Converts an error to a `ForgeError`. After an error in Tildeforge itself, it is unknown whether the change was made. */
export function failureOf(error: unknown): ForgeError {
	if (error instanceof ForgeError) return error;
	const { problem, mayBeDone } = describeError(error);
	const message = mayBeDone ? problem : `${problem} ${unknownResultMessage}`;
	return new ForgeError('surprise', message, { mayBeDone: true, cause: error });
}

/** The items that did not change as requested. */
export interface FailureSummary {
	/** All failures in a few sentences. */
	readonly text: string;
	/** A sentence for each affected item. */
	readonly sentences: readonly string[];
	/** The title above the sentences. */
	readonly title: string;
	/** The permissions that a token lacks. */
	readonly missing:
		| { readonly instance?: string | undefined; readonly scopes: readonly string[] }
		| undefined;
}

/** `verb` is the verb for the change, such as `confirm`. Undefined if all items changed as requested. */
export function summarizeFailures(outcomes: readonly Outcome[], verb: string): FailureSummary | undefined {
	const failed = outcomes.filter((outcome) => describeFailure(outcome, verb) !== undefined);
	const sentences = failed.flatMap((outcome) => describeFailure(outcome, verb) ?? []);
	const [first] = sentences;
	if (first === undefined) return undefined;
	const errors = outcomes.flatMap(({ result }) => (result.kind === 'failed' ? [result.error] : []));
	const isSure = errors.every(({ mayBeDone }) => !mayBeDone);
	const { noun = 'item', done = 'made' } = outcomes[0]?.item ?? {};
	const [ofOne, claim] = claims[done][isSure ? 'sure' : 'unsure'];
	const failedCount = itemCount(failed);
	const ofAll = count(itemCount(outcomes), noun);
	const howMany = `${failedCount} of ${ofAll} ${failedCount === 1 ? ofOne : claim}.`;
	const ofSeveral = `${howMany} ${sentences.length === 1 ? '' : 'The first: '}${first}`;
	return {
		text: outcomes.length === 1 ? first : ofSeveral,
		sentences,
		title: `${capitalize(noun)}s that ${claim}`,
		missing: errors.find(({ scopes }) => scopes.length > 0),
	};
}

const notChanged = 'did not change as requested';
const perhapsNotChanged = 'may not have changed as requested';
const perhapsNotSent = 'may not have been sent';
/** What is said of one item, and of several, that did not change as requested. */
const claims = {
	made: { sure: [notChanged, notChanged], unsure: [perhapsNotChanged, perhapsNotChanged] },
	sent: { sure: ['was not sent', 'were not sent'], unsure: [perhapsNotSent, perhapsNotSent] },
} as const;

const itemCount = (outcomes: readonly Outcome[]): number =>
	new Set(outcomes.map(({ item }) => item.item)).size;

function describeFailure({ item: { ref }, result }: Outcome, verb: string): string | undefined {
	if (result.kind === 'failed') return failureMessage(ref, verb, result.error);
	if (result.kind === 'conflict')
		return `${ref} was changed in the meantime, so your change was not made. It is now: ${result.theirs}.`;
	return result.note && `${ref}: the forge ${result.note} instead.`;
}

/** Says what failed and why. Does not say that a change was not made if it may have been made. */
const failureMessage = (what: string, verb: string, error: ForgeError): string =>
	error.mayBeDone ? `${what}: ${error.message}` : `Couldn't ${verb} ${what}: ${error.message}`;
