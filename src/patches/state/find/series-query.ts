import { patchsetStatuses } from '../../../forge/shapes/lists.ts';
import { listRef } from '../../../platform/model/keys.ts';
import type { QueryLanguage } from '../../../platform/model/query/language.ts';
import {
	matchTerms,
	type Predicate,
	personMatcher,
	sameWord,
} from '../../../platform/model/query/match-terms.ts';
import { parseQuery } from '../../../platform/model/query/parse-query.ts';
import { queryHelp } from '../../../platform/model/query/query-help.ts';
import { Uses } from '../../../platform/model/query/uses.ts';
import {
	enumWord,
	unknownUser,
	unknownValue,
	userProposals,
	wordProposals,
} from '../../../platform/model/query/values.ts';
import { quoted } from '../../../platform/model/query/write.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';
import { joinWords } from '../../../platform/model/words.ts';
import { isClosedStatus } from '../../model/closed-status.ts';
import { missingCount } from '../lists/series-summary.ts';
import type { AccountSeries } from '../series/account-series.ts';

type SeriesFilter = 'status' | 'from' | 'list' | 'is';
type SeriesOrder = 'updated' | 'created' | 'title';
type CompareSeries = (one: AccountSeries, other: AccountSeries) => number;

/** What the known series have, the most frequent first. */
export interface SeriesValues {
	readonly statuses?: readonly string[];
	/** `~ana`, or an address. */
	readonly people?: readonly string[];
	/** `~ana/devel` */
	readonly lists?: readonly string[];
}

/** What series are found by a text. */
interface SeriesSearch {
	/** The words that are looked for in titles, submitters, statuses and lists. */
	readonly words: string;
	readonly matches: Predicate<AccountSeries>;
	/** The order that the text asks for; undefined if the most likely series come first. */
	readonly compare: CompareSeries | undefined;
}

const statuses = [...patchsetStatuses, 'pull'];
const statusGroups = ['open', 'closed', 'any'];

/** The values of `is:`. */
const kinds: Readonly<Record<string, { readonly detail: string; readonly has: Predicate<AccountSeries> }>> = {
	answered: { detail: 'has replies', has: ({ series }) => series.replies > 0 },
	reviewed: {
		detail: 'has a Reviewed-by, as far as mails were read',
		has: ({ series }) => series.trailers.some(({ key }) => key === 'Reviewed-by'),
	},
	incomplete: {
		detail: 'not all patches have arrived',
		has: ({ series }) => missingCount(series.newest) > 0,
	},
	pull: { detail: 'a pull request', has: ({ series }) => series.status === 'pull' },
};

const details = {
	open: 'something is left to do',
	closed: 'applied, rejected or superseded',
	any: 'open and closed',
	unknown: 'the forge has no status',
	pull: 'a pull request',
};

const language: QueryLanguage<SeriesFilter, SeriesOrder, SeriesValues> = {
	nouns: 'patchsets',
	filters: {
		status: {
			detail: 'open, closed, any, or a status (repeat to find any of several)',
			example: 'status:proposed',
			proposals: (known) =>
				wordProposals([...statusGroups, ...(known.statuses ?? []).map(enumWord), ...statuses], details),
			normalize: enumWord,
			problem: (value, known) =>
				unknownValue('status', value, [
					...statusGroups,
					...statuses,
					...(known.statuses ?? []).map(enumWord),
				]),
		},
		from: {
			detail: 'was sent by this person',
			example: 'from:me or from:~ana',
			proposals: ({ people = [] }) => userProposals(people),
			problem: (value, { people }) => unknownUser('from', value, people),
		},
		list: {
			detail: 'was sent to this mailing list',
			example: 'list:~ana/devel',
			proposals: ({ lists = [] }) => lists.map((list) => ({ text: quoted(list), detail: '' })),
			problem: (value, { lists }) =>
				lists && !lists.some((list) => isListNamed(list, value))
					? unknownValue('list', value, lists, `Unknown mailing list "${value}".`)
					: undefined,
		},
		is: {
			detail: Object.keys(kinds).join(', '),
			example: 'is:answered',
			proposals: () => Object.entries(kinds).map(([text, { detail }]) => ({ text, detail })),
			normalize: (value) => value.toLowerCase(),
			problem: (value) =>
				unknownValue(
					'is',
					value,
					Object.keys(kinds),
					statusGroups.includes(value)
						? `Use status:${value}.`
						: `Only ${joinWords(Object.keys(kinds).map((kind) => `is:${kind}`))} are supported.`,
				),
			dropsUnknown: true,
		},
	},
	otherNames: {
		state: 'status',
		author: 'from',
		submitter: 'from',
		repo: 'list',
		order: 'sort',
	},
	sortFields: { updated: 'by last mail', created: 'by first version', title: 'alphabetically' },
	sortDetails: ['newest first, titles from A to Z', 'oldest first, titles from Z to A'],
};

/** Reads what is typed into *Find Patchset…*. `namesOf` returns the names of the user on the forge of an account. */
export function readSeriesSearch(
	text: string,
	known: SeriesValues,
	namesOf: (account: string) => readonly string[],
): SeriesSearch {
	const { terms, words, order } = parseQuery(language, text, known);
	const isFrom = (value: string): Predicate<AccountSeries> => {
		if (value.toLowerCase() === 'me')
			return ({ list, series: { sender } }) => sender !== undefined && namesOf(list.account).includes(sender);
		const fits = personMatcher(value, undefined);
		return ({ series: { sender, chain } }) =>
			fits({ account: sender, names: [sender ?? '', chain.submitter.name, chain.submitter.email] });
	};
	return {
		words: words.map(({ value }) => value).join(' '),
		matches: matchTerms<AccountSeries, SeriesFilter>(
			terms.filter((term) => !words.includes(term)),
			[
				{ key: 'status', matches: hasStatus, isAlternative: true },
				{
					key: 'list',
					matches:
						(value) =>
						({ list }) =>
							isListNamed(listRef(list), value),
					isAlternative: true,
				},
				{ key: 'is', matches: (value) => kinds[value]?.has ?? (() => false) },
				{ key: 'from', matches: isFrom },
				{ key: 'text', matches: hasText },
			],
		),
		compare:
			order.length === 0
				? undefined
				: (one, other) =>
						order.reduce((found, { by, isReversed }) => {
							const difference = comparisons[by](one, other);
							return found || (isReversed ? -difference : difference);
						}, 0),
	};
}

/** Help for what is typed into *Find Patchset…*. A person or list that is only unknown here is no mistake. */
export const seriesHelp = (text: string, known: SeriesValues) =>
	queryHelp(language, text, known, known.statuses ? { statuses: known.statuses } : {});

/** What series have, for completion. */
export function seriesValues(all: Iterable<AccountSeries>): SeriesValues {
	const [people, found, lists] = [new Uses(), new Uses(), new Uses()];
	for (const { list, series } of all) {
		people.add(series.sender ?? series.chain.submitter.email);
		found.add(series.status);
		lists.add(listRef(list));
	}
	return { people: people.byFrequency, statuses: found.byFrequency, lists: lists.byFrequency };
}

const hasStatus =
	(value: string): Predicate<AccountSeries> =>
	({ series: { status } }) => {
		if (value === 'any') return true;
		if (value === 'open') return !isClosedStatus(status);
		return value === 'closed' ? isClosedStatus(status) : enumWord(status) === value;
	};

/** With or without its owner. */
const isListNamed = (list: string, value: string): boolean =>
	[list, list.slice(list.indexOf('/') + 1)].some(sameWord(value));

function hasText(value: string): Predicate<AccountSeries> {
	const words = toSearchForm(value).trim();
	return ({ series }) => toSearchForm(series.chain.title).includes(words);
}

const createdAt = ({ series: { chain } }: AccountSeries): number => chain.versions[0]?.date ?? 0;

const comparisons: Readonly<Record<SeriesOrder, CompareSeries>> = {
	updated: (one, other) => other.series.active - one.series.active,
	created: (one, other) => createdAt(other) - createdAt(one),
	title: (one, other) => one.series.chain.title.localeCompare(other.series.chain.title),
};
