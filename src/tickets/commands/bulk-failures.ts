import { ForgeError, isPassing, unknown } from '../../forge/errors.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import { count, statusName } from '../../platform/model/words.ts';
import { worded } from '../../platform/page/error-messages.ts';
import { undoneWords } from '../model/failure-messages.ts';
import type { Changed, Conflict } from '../state/change-ticket.ts';

/** What came of a change of one ticket. */
export interface Outcome {
	readonly key: TicketKey;
	readonly result: Changed | Conflict | { readonly kind: 'failed'; readonly error: ForgeError };
}

/** A failure as that of a forge. Of a mistake of ours nobody knows whether it came before the change was made, or after. */
export function failureOf(error: unknown): ForgeError {
	if (error instanceof ForgeError) return error;
	const { problem, isUnsure } = worded(error);
	const message = isUnsure ? problem : `${problem}${unknown('PUT')}`;
	return new ForgeError('surprise', message, { mayBeDone: true, cause: error });
}

/** What of a change did not go as it was asked for. */
export interface Troubles {
	/** All of it in a few words. */
	readonly words: string;
	/** A sentence for each ticket that is concerned. */
	readonly each: readonly string[];
	/** What the sentences stand below. */
	readonly title: string;
	/** The tickets of which it is sure that nothing was done, and likely that it can be done soon. */
	readonly again: readonly TicketKey[];
}

/** `deed` is what each ticket was to be: `confirmed`. Undefined where all went well. */
export function troublesOf(outcomes: readonly Outcome[], deed: string): Troubles | undefined {
	const each = outcomes.flatMap((outcome) => trouble(outcome, deed) ?? []);
	const [first] = each;
	if (first === undefined) return undefined;
	const failures = outcomes.flatMap(({ key, result }) =>
		result.kind === 'failed' ? [{ key, error: result.error }] : [],
	);
	const again = failures.filter(({ error }) => isPassing(error) && !error.mayBeDone).map(({ key }) => key);
	const isSure = failures.every(({ error }) => !error.mayBeDone);
	const claim = `${isSure ? 'did not change' : 'may not have changed'} as asked for`;
	const number = `${each.length} of ${count(outcomes.length, 'ticket')} ${claim}.`;
	const some = each.length === 1 ? `${number} ${first}` : `${number} The first: ${first}`;
	return { words: outcomes.length === 1 ? first : some, each, title: `What ${claim}`, again };
}

function trouble({ key, result }: Outcome, deed: string): string | undefined {
	const ref = refOf(key);
	if (result.kind === 'failed') return undoneWords(ref, deed, result.error);
	if (result.kind === 'conflict')
		return `${ref}: somebody else has changed it meanwhile; it was left as it is.`;
	if (!result.differs) return undefined;
	return `${ref}: the forge made ${statusName(result.differs.got.status).toLowerCase()} of it.`;
}
