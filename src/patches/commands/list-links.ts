import * as vscode from 'vscode';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { listOf, type PatchesTarget } from '../model/patches-target.ts';
import { targetAddress } from '../model/target-address.ts';
import type { MailingLists } from '../state/mailing-lists.ts';

function addressOf(lists: MailingLists, target: PatchesTarget): string {
	const base = lists.of(listOf(target).account)?.instance.lists;
	if (base === undefined) throw signedOut('mailing list');
	return targetAddress(base, target);
}

export async function openOnWeb(lists: MailingLists, target: PatchesTarget): Promise<void> {
	await openInBrowser(addressOf(lists, target));
}

export async function copyLink(lists: MailingLists, target: PatchesTarget): Promise<void> {
	await vscode.env.clipboard.writeText(addressOf(lists, target));
	showInStatusBar('Link copied');
}
