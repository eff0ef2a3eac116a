import * as vscode from 'vscode';
import { timeOfDay } from '../../../base/clock.ts';
import { helpRow } from '../../../platform/editor/boxes/help-item.ts';
import { requireAccount } from '../../../platform/editor/boxes/require-account.ts';
import { type BoxRow, SearchBox } from '../../../platform/editor/boxes/search-box.ts';
import { idOfSeries } from '../../../platform/model/keys.ts';
import type { ProjectItems } from '../../../platform/model/project-items.ts';
import { readPatchsetNumber } from '../../model/series-reference.ts';
import type { FoundSeries } from '../../state/find/find-series.ts';
import { seriesValues } from '../../state/find/series-query.ts';
import type { MailingLists } from '../../state/mailing-lists.ts';
import { AllSeries } from './all-series.ts';
import { type FoundSeriesRow, foundSeriesRows } from './find-series-rows.ts';
import { askForSeries } from './open-series.ts';
import { parseSeriesLookup } from './series-lookup.ts';

/** Lets the user search all known series as they type, or name one. Undefined if the user cancels. Without an account, offers to sign in. */
export async function findPatchset(
	lists: MailingLists,
	project?: ProjectItems,
): Promise<FoundSeries | undefined> {
	if (!(await requireAccount(() => lists.accounts.length > 0))) return undefined;
	const source = { accounts: lists.accounts, project };
	const box: SearchBox<FoundSeriesRow> = new SearchBox<FoundSeriesRow>({
		title: 'Find Patchset',
		placeholder: 'Search by title, submitter or list, or filter by status:open',
		read: () => known.open(() => box.draw()),
		rows: (text) =>
			foundSeriesRows(text, {
				known: known.series,
				values: () => seriesValues(known.series),
				namesOf: known.namesOf,
				isName: (name) =>
					readPatchsetNumber(name) !== undefined || parseSeriesLookup(name, lists.accounts) !== undefined,
				isBusy: box.isBusy,
				keepsOrder: box.keepsOrder,
				now: timeOfDay(),
			}).map((row) => ('kind' in row ? helpRow(row, box) : foundRow(row))),
	});
	const known = new AllSeries(source, box.lifetime);
	const chosen = await box.ask();
	if (chosen?.name !== undefined) return await askForSeries(source, chosen.name);
	return chosen?.key && { key: chosen.key };
}

function foundRow(found: FoundSeriesRow): BoxRow<FoundSeriesRow> {
	const { icon, key, name, ...shown } = found;
	return {
		...shown,
		...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
		...(key && { id: idOfSeries(key) }),
		...((key || name !== undefined) && { enter: () => found }),
	};
}
