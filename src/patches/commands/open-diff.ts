import { showInStatusBar, showListChanged } from '../../platform/editor/messages.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import { seriesOf } from '../model/patches-target.ts';
import type { DiffToOpen, NetDiffToOpen } from '../model/side-texts/diff-rows.ts';
import { netDiffForEditor, patchesForDiffEditor } from '../page/diff-editor-patches.ts';
import { netContent } from '../page/parts/net-content.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import { targetOf } from './patches-command-target.ts';
import { readSeriesContent } from './read-series-content.ts';

export interface DiffOpener {
	readonly open: (diff: DiffToOpen) => Promise<void>;
	readonly openNet: (diff: NetDiffToOpen) => Promise<void>;
	/** Whether the user wants to see what a series changes as a whole. */
	readonly showsNetDiff: () => boolean;
}

/** Opens the patchset or the patch of a row in the diff editor; without a row, the patchset `active` of the page in front. */
export async function openRowInDiffEditor(
	args: CommandArguments,
	lists: MailingLists,
	active: SeriesKey | undefined,
	{ open, openNet, showsNetDiff }: DiffOpener,
): Promise<void> {
	if (areRowsGone(args)) {
		showListChanged();
		return;
	}
	const target = targetOf(args);
	const key = target && target.kind !== 'list' ? seriesOf(target) : active;
	if (!key) {
		showInStatusBar('Select a patchset first.');
		return;
	}
	const { reading, content } = await readSeriesContent(lists, key);
	if (target?.kind !== 'patch' && content.readPatches.length > 1 && showsNetDiff()) {
		await openNet(netDiffForEditor(key, { reading, content }, netContent(content)));
		return;
	}
	const mail = target?.kind === 'patch' ? target.mail : undefined;
	const isChosen = ({ mailId }: { readonly mailId: number | undefined }) =>
		mail === undefined || mailId === mail;
	await open(patchesForDiffEditor(key, { reading, content }, isChosen));
}
