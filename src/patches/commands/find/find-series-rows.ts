import { escapeIcons } from '../../../platform/editor/escape.ts';
import { listRef, type SeriesKey } from '../../../platform/model/keys.ts';
import { type HelpRow, withFoundHelp } from '../../../platform/model/query/query-help.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';
import { shortAge } from '../../../platform/model/words.ts';
import { isClosedStatus } from '../../model/closed-status.ts';
import { seriesOf } from '../../model/patches-target.ts';
import { senderName } from '../../model/series/mails/from-mail-summary.ts';
import { versionName } from '../../model/series/version-name.ts';
import { readSeriesSearch, type SeriesValues, seriesHelp } from '../../state/find/series-query.ts';
import type { SeriesSummary } from '../../state/lists/series-summary.ts';
import type { AccountSeries } from '../../state/series/account-series.ts';
import { groupName, statusGroup } from '../../view/status-groups.ts';
import { shownText, versionTarget } from '../../view/version-rows.ts';

/** A row of the quick pick that finds patchsets. */
export interface FoundSeriesRow {
	readonly label: string;
	/** The name of an icon that is not part of the label. */
	readonly icon?: string;
	readonly description?: string;
	readonly detail?: string;
	/** VS Code must not filter the rows: it knows only their labels. */
	readonly alwaysShow: true;
	/** Undefined for a row that is only a message. */
	readonly key?: SeriesKey;
}

interface RowStyle {
	/** Whether VS Code keeps the order of the rows (docs/decisions/queries.md). */
	readonly keepsOrder: boolean;
	readonly now: number;
}

interface FindInput extends RowStyle {
	readonly known: readonly AccountSeries[];
	/** Called only for a text that may have filters. */
	readonly values: () => SeriesValues;
	/** Returns the names of the user on the forge of an account. */
	readonly namesOf: (account: string) => readonly string[];
	/** Whether more series are still being read. */
	readonly isBusy: boolean;
}

const maxFound = 100;

/**
 * The series that match all filters of the text, with all its words in their title,
 * submitter, version, status or list: the best matches first, then open ones, then the newest. Around them, help for the filters.
 */
export function foundSeriesRows(
	text: string,
	{ known, values, namesOf, isBusy, ...style }: FindInput,
): readonly (FoundSeriesRow | HelpRow)[] {
	const knownValues = text.includes(':') ? values() : {};
	const search = readSeriesSearch(text, knownValues, namesOf);
	const words = toSearchForm(search.words).trim().split(' ').filter(Boolean);
	const found = known
		.flatMap((one) => {
			const cost = search.matches(one) ? costOf(textsOf(one), words) : undefined;
			return cost === undefined ? [] : [{ one, cost, isClosed: Number(isClosedStatus(one.series.status)) }];
		})
		.toSorted(
			(a, b) =>
				(search.compare?.(a.one, b.one) ?? 0) ||
				a.cost - b.cost ||
				a.isClosed - b.isClosed ||
				b.one.series.active - a.one.series.active,
		)
		.slice(0, maxFound)
		.flatMap(({ one }) => rowOf(one, style));
	const nothing =
		found.length > 0 || isBusy ? [] : [{ label: 'No matching patchsets', alwaysShow: true as const }];
	return withFoundHelp(text, [...found, ...nothing], seriesHelp(text, knownValues));
}

function rowOf({ list, series }: AccountSeries, { keepsOrder, now }: RowStyle): readonly FoundSeriesRow[] {
	const { chain, newest, status, active } = series;
	const target = versionTarget(list, newest);
	if (!target) return [];
	const time = active > 0 ? new Date(active).toISOString() : null;
	const title = escapeIcons(shownText(chain.title));
	const { icon } = statusGroup(status).look;
	const facts = [
		listRef(list),
		versionName(newest),
		groupName(status),
		senderName(chain.submitter),
		shortAge(time, now),
	];
	return [
		{
			key: seriesOf(target),
			// VS Code sorts items by their labels if it cannot keep their order.
			...(keepsOrder ? { label: title, icon } : { label: `$(${icon})`, description: title }),
			detail: escapeIcons(facts.filter(Boolean).join(' · ')),
			alwaysShow: true,
		},
	];
}

interface Texts {
	readonly title: string;
	readonly others: string;
}

const foldedTexts = new WeakMap<SeriesSummary, Texts>();

function textsOf({ list, series }: AccountSeries): Texts {
	const known = foldedTexts.get(series);
	if (known) return known;
	const { chain, newest, status, patchset } = series;
	const { name, email } = chain.submitter;
	const others = [listRef(list), chain.prefix, versionName(newest), groupName(status), name, email];
	const texts = {
		title: toSearchForm(chain.title),
		others: toSearchForm([...others, patchset ? `#${patchset.id}` : ''].join(' ')),
	};
	foldedTexts.set(series, texts);
	return texts;
}

/** How well the words fit: 0 is best. Undefined if one of them is missing. */
function costOf({ title, others }: Texts, words: readonly string[]): number | undefined {
	let cost = 0;
	for (const word of words) {
		if (title.startsWith(word) || title.includes(` ${word}`)) cost += 1;
		else if (title.includes(word)) cost += 2;
		else if (others.includes(word)) cost += 3;
		else return undefined;
	}
	return words.length > 0 && title.startsWith(words.join(' ')) ? 0 : cost;
}
