import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import { ForgeError, needsSignIn } from '../../../forge/contract/errors.ts';
import { offerSignIn } from '../../../platform/editor/boxes/require-account.ts';
import { askText, showProgress } from '../../../platform/editor/messages.ts';
import type { ItemSource } from '../../../platform/items/item-kind.ts';
import { readPatchsetNumber } from '../../model/series-reference.ts';
import type { FoundSeries } from '../../state/find/find-series.ts';
import type { ListAccount } from '../../state/mailing-lists.ts';
import { pickByNumber } from './pick-by-number.ts';
import { lookUpSeries, parseSeriesLookup, type SeriesLookup } from './series-lookup.ts';

const title = 'Open Patchset or Mail';
const explanation =
	'Enter the URL of a patchset or mail, a Message-ID, or a patchset such as ~owner/list#12 or #12.';

/**
 * Finds the series or mail that `text` names or, without one, asks for it. If it is not found, asks again with what the user has typed.
 * `preferred` is the first account to try, if several may see it.
 */
export async function askForSeries(
	source: ItemSource<ListAccount>,
	text?: string,
	preferred?: string,
): Promise<FoundSeries | undefined> {
	if (source.accounts.length === 0) {
		background(offerSignIn());
		return undefined;
	}
	let prompt = explanation;
	let value = text ?? '';
	for (let isFirst = true; ; isFirst = false) {
		if (!isFirst || text === undefined) {
			const placeHolder = '<20260201174000.1@example.org>';
			const input = await askText({ title, prompt, value, placeHolder });
			if (!input?.trim()) return undefined;
			value = input;
		}
		try {
			const found = await findText(value, source, preferred);
			if (typeof found !== 'string') return found;
			prompt = found;
		} catch (error) {
			if (!(error instanceof ForgeError) || needsSignIn(error)) throw error;
			prompt = error.message;
		}
	}
}

/** Undefined if the user cancels. Returns what to type instead if the text does not say enough. */
async function findText(
	text: string,
	source: ItemSource<ListAccount>,
	preferred: string | undefined,
): Promise<FoundSeries | undefined | string> {
	const number = readPatchsetNumber(text);
	if (number !== undefined) return pickByNumber(number, source, title, findWithProgress);
	const lookup = parseSeriesLookup(text, source.accounts);
	return lookup ? await findWithProgress(lookup, preferred) : `Not recognized. ${explanation}`;
}

const findWithProgress = (lookup: SeriesLookup, preferred?: string): Thenable<FoundSeries> =>
	showProgress(
		{ location: vscode.ProgressLocation.Notification, title: 'Opening patchset or mail', cancellable: true },
		(_, token) => {
			const abort = new AbortController();
			token.onCancellationRequested(() => abort.abort());
			return lookUpSeries(lookup, abort.signal, preferred);
		},
	);
