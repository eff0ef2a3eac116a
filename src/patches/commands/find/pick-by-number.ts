import * as vscode from 'vscode';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import { showProgress } from '../../../platform/editor/messages.ts';
import type { ItemSource } from '../../../platform/items/item-kind.ts';
import type { FoundSeries } from '../../state/find/find-series.ts';
import type { ListAccount } from '../../state/mailing-lists.ts';
import { findByNumber, onlyChoice, type PatchsetCandidate } from './find-by-number.ts';
import type { SeriesLookup } from './series-lookup.ts';

interface ListItem extends vscode.QuickPickItem {
	/** Undefined for a list that is not offered. */
	readonly choice?: PatchsetCandidate;
}

/**
 * Finds the patchset with a number, in the list that the user chooses if several may have it. Only that list is asked for it. Undefined if the
 * user cancels. If none of the known lists has the patchset, or the user wants another list, returns what to type instead.
 */
export async function pickByNumber(
	number: number,
	source: ItemSource<ListAccount>,
	title: string,
	/** Finds the series in one list. */
	find: (lookup: SeriesLookup) => Thenable<FoundSeries>,
): Promise<FoundSeries | string | undefined> {
	const found = await showProgress(
		{ location: vscode.ProgressLocation.Window, title: 'Loading mailing lists' },
		() => findByNumber(number, source),
	);
	const example = `~owner/list#${number}`;
	let advice = `Enter the patchset with its mailing list, such as ${example}.`;
	let choices = found;
	let chosen = onlyChoice(found);
	let placeHolder = `Select the mailing list of patchset #${number}`;
	while (choices.length > 0) {
		if (!chosen) {
			const item = await vscode.window.showQuickPick(itemsOf(choices), {
				title,
				placeHolder,
				matchOnDescription: true,
				ignoreFocusOut: true,
			});
			if (!item) return undefined;
			if (!item.choice) return advice;
			chosen = item.choice;
		}
		try {
			return await find(chosen.lookup);
		} catch (error) {
			if (!(error instanceof ForgeError) || error.kind !== 'missing') throw error;
			const { list } = chosen;
			const problem = `${list} has no patchset #${number}, or you can't see it.`;
			placeHolder = `${problem} Select another mailing list`;
			advice = `${problem} For another mailing list, enter ${example}.`;
			choices = choices.filter((choice) => choice !== chosen);
			chosen = undefined;
		}
	}
	return advice;
}

const itemsOf = (choices: readonly PatchsetCandidate[]): readonly ListItem[] => [
	...choices.map((choice) => ({
		label: `$(mail) ${escapeIcons(choice.list)}`,
		description: escapeIcons(choice.description),
		choice,
	})),
	{ label: '$(edit) Another Mailing List…' },
];
