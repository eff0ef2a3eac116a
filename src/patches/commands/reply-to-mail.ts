import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { visible } from '../../base/text/invisible-characters.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { type Reply, replyAddress, replyFile, replyTo } from '../../mail/compose/reply.ts';
import type { Mail } from '../../mail/message/mail.ts';
import { parseMail } from '../../mail/message/parse-mail.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInformation, showInStatusBar, showProgress } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import { fileName } from '../model/file-name.ts';
import { listOf, type SeriesTarget } from '../model/patches-target.ts';
import { signedOut } from '../model/signed-out.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import { readMessageId } from './message-id.ts';

/** Windows passes no longer addresses to programs. */
const longestAddress = 2000;

interface WayOut extends vscode.QuickPickItem {
	readonly run: () => Promise<void>;
}

/** Lets the user answer the mail of a row: of a patchset, its first one. */
export async function replyToRow(lists: MailingLists, target: SeriesTarget): Promise<void> {
	const mail = await showProgress({ location: vscode.ProgressLocation.Window, title: 'Loading mail' }, () =>
		readMail(lists, target),
	);
	await replyToMail(lists, listOf(target), mail);
}

async function readMail(lists: MailingLists, target: SeriesTarget): Promise<Mail> {
	const mails = lists.of(listOf(target).account)?.series.mails;
	if (!mails) throw signedOut('mail');
	const id = target.kind === 'patchset' ? await readMessageId(lists, target.key) : target.mail;
	if (id === undefined) throw new ForgeError('missing', 'The mails of this patchset are not known.');
	const known = typeof id === 'number' ? (await mails.read([id])).get(id)?.mail : undefined;
	if (known) return known;
	const { envelope } = await mails.fetch(id);
	if (!envelope) throw new ForgeError('missing', 'The forge does not have the text of this mail.');
	return parseMail(envelope);
}

/** Lets the user answer a mail of a list in a mail program. The reply quotes `quoted`: by default, the whole text. */
export async function replyToMail(
	lists: MailingLists,
	key: ListKey,
	mail: Mail,
	quoted?: string,
): Promise<void> {
	const account = lists.of(key.account);
	if (!account) throw signedOut('mailing list');
	const to = addressOfList(key, mail, account.instance.lists);
	if (to === undefined) throw new ForgeError('missing', 'The address of this mailing list is not known.');
	const reply = replyTo(mail, to, quoted);
	const ways: readonly WayOut[] = [
		{
			label: '$(mail) Open in Mail Program',
			detail: 'The program that your system opens for links to mail addresses',
			run: () => openInMailProgram(reply),
		},
		{
			label: '$(save) Save Reply as .eml…',
			detail: 'A file with all headers, which most mail programs open as a draft',
			run: () => saveReply(reply),
		},
		{
			label: '$(copy) Copy Quoted Text',
			detail: 'For a reply that you have begun elsewhere',
			run: async () => {
				await vscode.env.clipboard.writeText(reply.body);
				showInStatusBar('Quoted text copied');
			},
		},
	];
	const way = await vscode.window.showQuickPick(ways, {
		title: `Reply to ${visible(mail.from.name || mail.from.email)}`,
		placeHolder: escapeIcons(visible(reply.subject)),
	});
	await way?.run();
}

async function openInMailProgram(reply: Reply): Promise<void> {
	const whole = replyAddress(reply, true);
	if (whole.length <= longestAddress) {
		await openInBrowser(whole);
		return;
	}
	await vscode.env.clipboard.writeText(reply.body);
	const open = 'Open Without the Quote';
	const message =
		'The quoted text is too long for the address that opens a mail program. It has been copied, so you can paste it into the mail.';
	if ((await showInformation(message, open)) === open) await openInBrowser(replyAddress(reply, false));
}

async function saveReply(reply: Reply): Promise<void> {
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
	const target = await vscode.window.showSaveDialog({
		title: 'Save Reply',
		defaultUri: vscode.Uri.joinPath(folder, `${fileName(reply.subject, 'reply')}.eml`),
		filters: { Mail: ['eml'] },
	});
	if (!target) return;
	await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(replyFile(reply)));
	showInStatusBar('Reply saved');
}

/** The mail address of a list: the one to which the mail was sent, or else the usual one at the forge's host. */
export function addressOfList(
	{ owner, list }: ListKey,
	{ to, cc }: Mail,
	web: string | undefined,
): string | undefined {
	const local = `${owner}/${list}`.toLowerCase();
	const sentTo = [...to, ...cc].find(({ email }) => email.toLowerCase().startsWith(`${local}@`));
	const host = URL.parse(web ?? '')?.hostname;
	return sentTo?.email ?? (host === undefined ? undefined : `${owner}/${list}@${host}`);
}
