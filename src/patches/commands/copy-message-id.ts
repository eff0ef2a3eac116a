import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import type { PatchsetKey } from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { messageIdText } from '../model/message-id-text.ts';
import type { SeriesTarget } from '../model/patches-target.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import { messageIdOfPatchset } from '../state/series/patchset-message-id.ts';

/** Copies the Message-ID of a mail, or of the first mail of a patchset. */
export async function copyMessageId(lists: MailingLists, target: SeriesTarget): Promise<void> {
	const messageId = target.kind === 'patchset' ? await readMessageId(lists, target.key) : target.message;
	const text = messageIdText(messageId);
	if (text === undefined) throw new ForgeError('missing', 'This mail has no valid Message-ID.');
	await vscode.env.clipboard.writeText(text);
	showInStatusBar('Message-ID copied');
}

async function readMessageId(lists: MailingLists, key: PatchsetKey): Promise<string | undefined> {
	const account = lists.of(key.account);
	if (!account) throw signedOut('mailing list');
	using lifetime = new Lifetime();
	const list = account.lists.cache({ owner: key.owner, name: key.list }, lifetime);
	await list.open();
	return await messageIdOfPatchset(list, key.patchset);
}
