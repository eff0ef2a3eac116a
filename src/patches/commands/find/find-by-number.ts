import { Lifetime } from '../../../base/lifetime.ts';
import type { ItemSource } from '../../../platform/items/item-kind.ts';
import { type ListKey, listRef } from '../../../platform/model/keys.ts';
import { versionName } from '../../model/series/version-name.ts';
import type { ListAccount } from '../../state/mailing-lists.ts';
import type { AccountSeries } from '../../state/series/account-series.ts';
import { groupName } from '../../view/status-groups.ts';
import { shownText } from '../../view/version-rows.ts';
import { AllSeries } from './all-series.ts';
import { hasNumber } from './find-series-rows.ts';
import type { SeriesLookup } from './series-lookup.ts';

/** A mailing list that may have the patchset with a number. */
export interface PatchsetCandidate {
	/** The full name of the list. */
	readonly list: string;
	/** What is known of the patchset, or else the name of the forge. */
	readonly description: string;
	/** Whether the list is known to have the patchset. */
	readonly isKnown: boolean;
	readonly lookup: SeriesLookup;
}

/**
 * The known lists, those that are known to have the patchset first. Asks the forges only for the lists of accounts whose lists are unknown.
 * Fails with the reason if there is none because of a failure.
 */
export async function findByNumber(
	number: number,
	source: ItemSource<ListAccount>,
): Promise<readonly PatchsetCandidate[]> {
	using lifetime = new Lifetime();
	const all = new AllSeries(source, lifetime);
	await all.read();
	const found = numberedSeries(number, all, source.accounts);
	const failure = source.accounts.flatMap(({ lists }) => lists.lists).find(({ lastError }) => lastError);
	if (found.length === 0 && failure?.lastError) throw failure.lastError;
	return found;
}

/** The only list that can be meant, if there is only one. */
export function onlyChoice(found: readonly PatchsetCandidate[]): PatchsetCandidate | undefined {
	const forges = new Set(found.flatMap(({ lookup }) => lookup.accounts.map(({ instance }) => instance.name)));
	const known = found.filter(({ isKnown }) => isKnown);
	// On a forge, a number belongs to one patchset.
	const [only, ...others] = known.length > 0 && forges.size === 1 ? known : found;
	return others.length === 0 ? only : undefined;
}

function numberedSeries(
	number: number,
	{ lists, series }: AllSeries,
	accounts: readonly ListAccount[],
): readonly PatchsetCandidate[] {
	const known = series.filter((one) => hasNumber(one.series, number));
	const accountOf = (key: ListKey) => accounts.find(({ session }) => session.id === key.account);
	// Several accounts may see the same list.
	const keysByList = Map.groupBy(lists, (key) => `${accountOf(key)?.instance.name} ${listRef(key)}`);
	return [...keysByList.values()]
		.flatMap((keys): readonly PatchsetCandidate[] => {
			const [key] = keys;
			const readers = keys.flatMap((one) => accountOf(one) ?? []);
			const [reader] = readers;
			if (!key || !reader) return [];
			const one = known.find(({ list }) => keys.includes(list));
			const { owner, list } = key;
			return [
				{
					list: listRef(key),
					description: one ? describeSeries(one, number) : reader.instance.name,
					isKnown: one !== undefined,
					lookup: {
						reference: { kind: 'patchset', owner, list, patchset: number },
						accounts: readers,
						isGuess: true,
					},
				},
			];
		})
		.toSorted((one, other) => Number(other.isKnown) - Number(one.isKnown));
}

function describeSeries({ series }: AccountSeries, number: number): string {
	const { chain, status } = series;
	const version = chain.versions.find(({ patchsets }) => patchsets.includes(number));
	const facts = [...(version ? [versionName(version)] : []), groupName(status)];
	return [shownText(chain.title), ...facts].filter(Boolean).join(' · ');
}
