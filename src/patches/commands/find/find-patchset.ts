import * as vscode from 'vscode';
import { timeOfDay } from '../../../base/clock.ts';
import { helpRow } from '../../../platform/editor/boxes/help-item.ts';
import { openRow } from '../../../platform/editor/boxes/open-row.ts';
import { requireAccount } from '../../../platform/editor/boxes/require-account.ts';
import { type BoxRow, SearchBox } from '../../../platform/editor/boxes/search-box.ts';
import { idOfSeries, type SeriesKey } from '../../../platform/model/keys.ts';
import { isMailAddress, isOpenName } from '../../../platform/model/open-name.ts';
import type { ProjectItems } from '../../../platform/model/project-items.ts';
import { seriesValues } from '../../state/find/series-query.ts';
import type { MailingLists } from '../../state/mailing-lists.ts';
import { AllSeries } from './all-series.ts';
import { type FoundSeriesRow, foundSeriesRows } from './find-series-rows.ts';

/** Lets the user search all known series as they type, or name something else to open. Undefined if the user cancels. Without an account, offers to sign in. */
export async function findPatchset(
	lists: MailingLists,
	project?: ProjectItems,
): Promise<SeriesKey | undefined> {
	if (!(await requireAccount(() => lists.accounts.length > 0))) return undefined;
	const source = { accounts: lists.accounts, project };
	const forges = lists.accounts.map(({ instance }) => instance);
	const box: SearchBox<SeriesKey> = new SearchBox<SeriesKey>({
		title: 'Find Patchset',
		placeholder: 'Search by title, submitter or list, or filter by status:open',
		read: () => known.open(() => box.draw()),
		rows: (text) => {
			const isName = isOpenName(text, forges);
			if (isName && !/^#?\d+$/.test(text.trim())) return [openRow(box, text)];
			const found = foundSeriesRows(text, {
				known: known.series,
				values: () => seriesValues(known.series),
				namesOf: known.namesOf,
				isBusy: box.isBusy,
				keepsOrder: box.keepsOrder,
				now: timeOfDay(),
			}).map((row) => ('kind' in row ? helpRow(row, box) : foundRow(row)));
			if (isMailAddress(text)) return [...found, openRow(box, text)];
			return isName ? [openRow(box, text), ...found] : found;
		},
	});
	const known = new AllSeries(source, box.lifetime);
	return box.ask();
}

function foundRow({ icon, key, ...shown }: FoundSeriesRow): BoxRow<SeriesKey> {
	return {
		...shown,
		...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
		...(key && { id: idOfSeries(key), enter: () => key }),
	};
}
