import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { ForgeError, needsSignIn } from '../../forge/errors.ts';
import { askText, showProgress } from '../../platform/editor/messages.ts';
import { offerSignIn } from '../../platform/editor/require-account.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import type { FoundSeries } from '../state/series/find-series.ts';
import { findNamedSeries, type NamedSeries, readNamedSeries } from './named-series.ts';

const title = 'Open Patchset or Mail';
const explanation =
	'Enter the URL of a patchset or mail, a Message-ID, or a patchset such as ~owner/list#12.';

/**
 * Finds the series or mail that `text` names or, without one, asks for it. If it is not found, asks again with what the user has typed. Several
 * accounts may see it: `preferred` is the first to try.
 */
export async function askForSeries(
	lists: MailingLists,
	text?: string,
	preferred?: string,
): Promise<FoundSeries | undefined> {
	if (lists.accounts.length === 0) return background(offerSignIn());
	let prompt = explanation;
	let value = text ?? '';
	for (let isFirst = true; ; isFirst = false) {
		if (!isFirst || text === undefined) {
			const placeHolder = '<20260201174000.1@example.org>';
			const input = await askText({ ...{ title, prompt, value, placeHolder }, ignoreFocusOut: true });
			if (!input?.trim()) return undefined;
			value = input;
		}
		const named = readNamedSeries(value, lists.accounts);
		if (!named) {
			prompt = `Not recognized. ${explanation}`;
			continue;
		}
		try {
			return await findWithProgress(named, preferred);
		} catch (error) {
			if (!(error instanceof ForgeError) || needsSignIn(error)) throw error;
			prompt = error.message;
		}
	}
}

const findWithProgress = (named: NamedSeries, preferred?: string): Thenable<FoundSeries> =>
	showProgress(
		{ location: vscode.ProgressLocation.Notification, title: 'Opening patchset or mail', cancellable: true },
		(_, token) => {
			const abort = new AbortController();
			token.onCancellationRequested(() => abort.abort());
			return findNamedSeries(named, abort.signal, preferred);
		},
	);
