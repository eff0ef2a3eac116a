import * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';
import { itemUpdater } from '../../../platform/editor/boxes/item-updater.ts';
import { keepItemOrder } from '../../../platform/editor/boxes/keep-item-order.ts';
import { requireAccount } from '../../../platform/editor/boxes/require-account.ts';
import { idOfSeries } from '../../../platform/model/keys.ts';
import type { ProjectItems } from '../../../platform/model/project-items.ts';
import { readPatchsetNumber } from '../../model/series-reference.ts';
import type { FoundSeries } from '../../state/find/find-series.ts';
import type { MailingLists } from '../../state/mailing-lists.ts';
import { AllSeries } from './all-series.ts';
import { type FoundSeriesRow, foundSeriesRows } from './find-rows.ts';
import { askForSeries } from './open-series.ts';
import { parseSeriesLookup } from './series-lookup.ts';

type FoundSeriesItem = FoundSeriesRow & vscode.QuickPickItem;

const itemOf = ({ icon, ...row }: FoundSeriesRow): FoundSeriesItem => ({
	...row,
	...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
});

/** Lets the user search all known series as they type, or name one. Undefined if the user cancels. Without an account, offers to sign in. */
export async function findPatchset(
	lists: MailingLists,
	project?: ProjectItems,
): Promise<FoundSeries | undefined> {
	if (!(await requireAccount(() => lists.accounts.length > 0))) return undefined;
	const lifetime = new Lifetime();
	try {
		const chosen = await chooseSeries(lists, lifetime, project);
		if (chosen?.name !== undefined)
			return await askForSeries({ accounts: lists.accounts, project }, chosen.name);
		return chosen?.key && { key: chosen.key };
	} finally {
		lifetime.dispose();
	}
}

function chooseSeries(
	lists: MailingLists,
	lifetime: Lifetime,
	project: ProjectItems | undefined,
): Promise<FoundSeriesRow | undefined> {
	const input = lifetime.add(vscode.window.createQuickPick<FoundSeriesItem>());
	const keepsOrder = keepItemOrder(input);
	input.title = 'Find Patchset';
	input.placeholder = 'Search by title, submitter, status or list';
	const known = new AllSeries({ accounts: lists.accounts, project }, lifetime);
	const update = itemUpdater(input, (row) => row?.key && idOfSeries(row.key));
	const draw = (keepsActive: boolean) =>
		update(
			foundSeriesRows(input.value, {
				known: known.series,
				isName: (text) =>
					readPatchsetNumber(text) !== undefined || parseSeriesLookup(text, lists.accounts) !== undefined,
				isBusy: input.busy,
				keepsOrder,
				now: Date.now(),
			}).map(itemOf),
			{ keepsActive },
		);
	const chosen = new Promise<FoundSeriesRow | undefined>((resolve) => {
		lifetime.add(
			input.onDidAccept(() => {
				// If the user accepts before the list has an active item, take the first one.
				const row = input.selectedItems[0] ?? input.items[0];
				if (row?.key || row?.name !== undefined) resolve(row);
			}),
		);
		lifetime.add(input.onDidHide(() => resolve(undefined)));
	});
	lifetime.add(input.onDidChangeValue(() => draw(false)));
	// Show the input at once, so that it gets what the user types.
	input.busy = true;
	input.show();
	const opened = known
		.open(() => draw(true))
		.then(() => {
			if (lifetime.ended) return;
			input.busy = false;
			draw(true);
		});
	return Promise.race([chosen, opened.then(() => chosen)]);
}
