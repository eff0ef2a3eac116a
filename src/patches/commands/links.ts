import * as vscode from 'vscode';
import { ForgeError } from '../../forge/contract/errors.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { listOf, type PatchesTarget } from '../model/patches-target.ts';
import { targetAddress } from '../model/target-address.ts';
import type { MailingLists } from '../state/mailing-lists.ts';

function addressOf(lists: MailingLists, target: PatchesTarget): string {
	const base = lists.of(listOf(target).account)?.instance.lists;
	if (base !== undefined) return targetAddress(base, target);
	throw new ForgeError(
		'signed-out',
		'The account for this mailing list is signed out. Sign in and try again.',
	);
}

export async function openOnWeb(lists: MailingLists, target: PatchesTarget): Promise<void> {
	await openInBrowser(addressOf(lists, target));
}

export async function copyLink(lists: MailingLists, target: PatchesTarget): Promise<void> {
	await vscode.env.clipboard.writeText(addressOf(lists, target));
	showInStatusBar('Link copied');
}
