import * as vscode from 'vscode';
import { neverAborts } from '../../base/abort.ts';
import { showProgress } from '../../platform/editor/messages.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import type { FullMail } from '../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import { type SeriesContent, seriesContent } from '../page/parts/series-content.ts';
import type { MailingLists } from '../state/mailing-lists.ts';

/** Reads a version of a series for a command. Fails with a `ForgeError`. */
export async function readSeriesContent(lists: MailingLists, key: SeriesKey) {
	const account = lists.of(key.account);
	if (!account) throw signedOut('patchset');
	const reading = await showProgress(
		{ location: vscode.ProgressLocation.Window, title: 'Loading patches' },
		() => account.series.readVersion(key, neverAborts),
	);
	const content = seriesContent(reading);
	return { reading, content, mails: mailsInOrder(reading, content) };
}

/** In the order of the page, then those that later ones replace. */
export function mailsInOrder(
	reading: SeriesReading,
	{ cover, patches, discussion }: SeriesContent,
): readonly FullMail[] {
	const shown = [cover, ...[...patches, ...discussion].map(({ fullMail }) => fullMail)];
	return [...new Set([...shown, ...reading.mails.values()].filter((mail) => mail !== undefined))];
}
