import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { pinItem } from '../../../platform/items/named-items.ts';
import { isUnused, type OpenChoice, OpenItems, type OpenSource } from '../../../platform/items/open-items.ts';
import { type ListKey, type PatchsetKey, patchsetRef, type SeriesKey } from '../../../platform/model/keys.ts';
import type { ProjectItems } from '../../../platform/model/project-items.ts';
import type { ShowRow } from '../../../platform/view/tree/show-row.ts';
import { findSeries, type SeriesReference } from '../../state/find/find-series.ts';
import type { SeriesSummary } from '../../state/lists/series-summary.ts';
import type { ListAccount, MailingLists } from '../../state/mailing-lists.ts';
import { listItems } from '../../view/list-items.ts';
import { shownText } from '../../view/version-rows.ts';

type ListName = Omit<ListKey, 'account'>;
type ShowSeries = (key: SeriesKey, options: { readonly mail: number | undefined }) => unknown;

/** The patchsets, mails and lists that *Open…* can open. */
export function openPatchsets(
	lists: MailingLists,
	open: ShowSeries,
	showRow: ShowRow,
	project?: ProjectItems,
): OpenSource {
	const { accounts } = lists;
	const items = new OpenItems(listItems, { accounts, project });
	return {
		accounts,
		items: items.questions((...args) => pinItem(listItems, showRow, ...args)),
		choices: async (name, preferred) => {
			const { target } = name;
			if (target.kind === 'message') {
				const mail = `Mail ${target.message}`;
				const find = finder({ kind: 'mail', message: target.message }, accounts, true);
				return [{ icon: 'mail', name: mail, forge: '', about: '', isKnown: false, find }];
			}
			if (target.kind === 'number') {
				const { number: patchset, item } = target;
				const known = (await items.known()).filter(({ key }) => (item ?? key.list) === key.list);
				const all = known.map(({ account, key, about }) =>
					choiceOf({ ...key, kind: 'patchset', patchset }, account, about, true),
				);
				return (await Promise.all(all)).filter(({ isGone }) => !isGone);
			}
			if (target.kind !== 'patchset' && target.kind !== 'mail') return [];
			const readers = items.readers(name, { owner: target.owner, name: target.list }, preferred);
			const isGuess = name.instance === undefined;
			return Promise.all(readers.map((one) => choiceOf(target, one, items.forge(one), isGuess)));
		},
	};

	async function choiceOf(
		reference: SeriesReference & ListName,
		reader: ListAccount,
		about: string,
		isGuess: boolean,
	): Promise<OpenChoice> {
		const isPatchset = reference.kind === 'patchset';
		const ref = isPatchset ? patchsetRef(reference) : reference.message;
		const { title, isGone = false } = isPatchset ? await knownOf(reader, reference) : {};
		const isOther = (one: ListAccount) => one !== reader && one.instance.name === reader.instance.name;
		const readers = title === undefined ? [reader, ...accounts.filter(isOther)] : [reader];
		return {
			forge: reader.instance.name,
			icon: isPatchset ? 'git-pull-request' : 'mail',
			name: `${isPatchset ? 'Patchset' : 'Mail'} ${ref}`,
			about: [title, about].filter(Boolean).join(' · '),
			isKnown: title !== undefined,
			isGone,
			find: finder(reference, readers, title === undefined && (isGuess || readers.length > 1)),
		};
	}

	/** Finds a series or mail with the first of the readers that may see it. `asks`: whether to ask the forge for a patchset first. */
	function finder(
		reference: SeriesReference,
		readers: readonly ListAccount[],
		asks: boolean,
	): OpenChoice['find'] {
		return async (signal) => {
			let failure = new ForgeError('missing', 'No mail with this name was found, or you cannot see it.');
			for (const reader of readers) {
				try {
					if (reference.kind === 'patchset' && asks) await reader.client.patchset(reference, { signal });
					const found = await findSeries(reader, reference, signal);
					if (found) return () => open(found.key, { mail: found.mail });
				} catch (error) {
					if (!(error instanceof ForgeError)) throw error;
					// That it is missing says the least: an account that could not be asked may see it.
					if (failure.kind === 'missing') failure = error;
				}
			}
			throw failure;
		};
	}
}

/** What is known of a patchset. */
async function knownOf(
	{ lists }: ListAccount,
	{ owner, list: name, patchset }: Omit<PatchsetKey, 'account'>,
): Promise<{ readonly title?: string | undefined; readonly isGone: boolean }> {
	using lifetime = new Lifetime();
	const cache = lists.cache({ owner, name }, lifetime);
	await cache.open();
	const isIn = ({ chain }: SeriesSummary) =>
		chain.versions.some(({ patchsets }) => patchsets.includes(patchset));
	const found = cache.threads.series.find(isIn);
	const isGone = cache.isComplete && !cache.hasOlder && isUnused(patchset, cache.patchsets);
	return { title: found && shownText(found.chain.title), isGone };
}
