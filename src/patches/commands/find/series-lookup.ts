import { ForgeError } from '../../../forge/contract/errors.ts';
import { locate } from '../../../platform/model/references.ts';
import { readSeriesReference, type SeriesReference } from '../../model/series-reference.ts';
import { type FoundSeries, findSeries, knowsPatchset } from '../../state/find/find-series.ts';
import type { ListAccount } from '../../state/mailing-lists.ts';

/** What the user has named, and the accounts that may know it. */
export interface SeriesLookup {
	readonly reference: SeriesReference;
	readonly accounts: readonly ListAccount[];
	/** Whether the patchset may be in another list, so that the forge must confirm it. */
	readonly isGuess?: boolean;
}

/** Reads an address of a page, a Message-ID, or a list with a number. Undefined if the text names no series or mail. */
export function parseSeriesLookup(text: string, accounts: readonly ListAccount[]): SeriesLookup | undefined {
	const reference = readSeriesReference(text);
	if (reference) return { reference, accounts };
	const located = locate(
		text.trim().replace(/[?#].*$/s, ''),
		accounts.map(({ instance }) => instance),
	);
	const { target, instance } = located ?? {};
	if (target?.kind !== 'patchset' && target?.kind !== 'mail') return undefined;
	return {
		reference: target,
		accounts: accounts.filter((account) => account.instance.name === instance?.name),
	};
}

/**
 * Finds what the user has named: with the `preferred` account if it may see it, or else with one that knows it already or may see it. Fails
 * with a `ForgeError` if none may.
 */
export async function lookUpSeries(
	{ reference, accounts, isGuess = false }: SeriesLookup,
	signal: AbortSignal,
	preferred?: string,
): Promise<FoundSeries> {
	let failure = new ForgeError('missing', 'No mail with this name was found, or you cannot see it.');
	const candidates = await Promise.all(
		accounts.map(async (account) => {
			const isKnown = reference.kind === 'patchset' && (await knowsPatchset(account, reference));
			return { account, isKnown, isPreferred: account.session.id === preferred };
		}),
	);
	const ranked = candidates.toSorted(
		(a, b) => Number(b.isPreferred) - Number(a.isPreferred) || Number(b.isKnown) - Number(a.isKnown),
	);
	for (const { account, isKnown } of ranked) {
		try {
			// With several accounts, only one that may see the patchset can show it.
			if (reference.kind === 'patchset' && (isGuess || accounts.length > 1) && !isKnown)
				await account.client.patchset(reference, { signal });
			const found = await findSeries(account, reference, signal);
			if (found) return found;
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			// That it is missing says the least: an account that could not be asked may see it.
			if (failure.kind === 'missing') failure = error;
		}
	}
	throw failure;
}
