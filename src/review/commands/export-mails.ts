import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { visible } from '../../base/text/invisible-characters.ts';
import { count } from '../../base/text/numbers.ts';
import { type ComposedMail, mailDocument } from '../../mail/compose/mail-document.ts';
import { replyAddress, replyFile } from '../../mail/compose/reply.ts';
import { fileName } from '../../patches/model/file-name.ts';
import { confirm, showInStatusBar } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import type { PreparedMail } from '../state/prepare-mail.ts';
import type { ActionResult, FinishedMails, MailAction } from './mail-box.ts';

/** Windows does not pass longer addresses to programs. */
const longestAddress = 2000;

/** The actions that need no mail server. */
export function exportActions(mails: readonly PreparedMail[]): readonly MailAction[] {
	const isOne = mails.length === 1;
	return [
		{
			id: 'open',
			icon: 'link-external',
			label: 'Open in Mail Program',
			detail: isOne
				? 'The program that your system opens for links to mail addresses'
				: `${count(mails.length, 'mail')}, one after the other`,
			run: (given) => openInMailProgram(mailsOf(given)),
		},
		{
			id: 'save',
			icon: 'save',
			label: isOne ? 'Save as .eml…' : 'Save as .eml Files…',
			detail: isOne
				? 'A file with all headers, which most mail programs open as a draft'
				: `${count(mails.length, 'file')} with all headers, which most mail programs open as drafts`,
			run: (given) => saveMails(mailsOf(given)),
		},
		{
			id: 'copy',
			icon: 'copy',
			label: 'Copy',
			detail: isOne
				? 'The text without headers, for a reply that you have begun elsewhere'
				: 'The texts of all mails, with their headers',
			run: (given) => copyMails(mailsOf(given)),
		},
	];
}

const mailsOf = ({ mails }: FinishedMails): readonly ComposedMail[] => mails.map(({ mail }) => mail);

async function openInMailProgram(mails: readonly ComposedMail[]): Promise<ActionResult | undefined> {
	for (const [index, mail] of mails.entries()) {
		if (!(await openMail(mail))) return undefined;
		const next = mails[index + 1];
		if (!next) break;
		const question = `Mail ${index + 1} of ${mails.length} is open in your mail program.`;
		if (!(await confirm(question, `Next: ${visible(next.subject)}`, 'Open Next Mail'))) return undefined;
	}
	showInStatusBar(`${count(mails.length, 'mail')} opened in your mail program`);
	return { done: 'opened in your mail program' };
}

/** Resolves with whether a mail program was asked to open it. */
async function openMail(mail: ComposedMail): Promise<boolean> {
	const whole = replyAddress(mail, true);
	if (whole.length <= longestAddress) return openInBrowser(whole);
	await vscode.env.clipboard.writeText(mail.body);
	const question =
		'The text is too long for the address that opens a mail program. Open it without the text?';
	const detail = 'The text has been copied, so you can paste it into the mail.';
	return (await confirm(question, detail, 'Open')) && openInBrowser(replyAddress(mail, false));
}

async function saveMails(mails: readonly ComposedMail[]): Promise<ActionResult | undefined> {
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
	const [first] = mails;
	if (first && mails.length === 1) {
		const target = await vscode.window.showSaveDialog({
			title: 'Save Mail',
			defaultUri: vscode.Uri.joinPath(folder, `${fileName(first.subject, 'mail')}.eml`),
			filters: { Mail: ['eml'] },
		});
		if (!target) return undefined;
		await writeMail(target, first);
		showInStatusBar('Mail saved');
		return { done: 'saved as a file' };
	}
	const [target] =
		(await vscode.window.showOpenDialog({
			title: `Save ${count(mails.length, 'Mail')}`,
			openLabel: 'Save Here',
			canSelectFiles: false,
			canSelectFolders: true,
			defaultUri: folder,
		})) ?? [];
	if (!target) return undefined;
	for (const [index, mail] of mails.entries()) await writeMail(await newFile(target, index + 1, mail), mail);
	showInStatusBar(`${count(mails.length, 'mail')} saved`);
	return { done: `saved as ${count(mails.length, 'file')}` };
}

const writeMail = (target: vscode.Uri, mail: ComposedMail) =>
	vscode.workspace.fs.writeFile(target, new TextEncoder().encode(replyFile(mail, mail.from)));

/** A file that does not exist yet. */
async function newFile(folder: vscode.Uri, number: number, { subject }: ComposedMail): Promise<vscode.Uri> {
	const name = `${String(number).padStart(4, '0')}-${fileName(subject, 'mail')}`;
	for (let nth = 1; ; nth++) {
		const file = vscode.Uri.joinPath(folder, `${name}${nth === 1 ? '' : `-${nth}`}.eml`);
		if (!(await exists(file))) return file;
	}
}

async function exists(file: vscode.Uri): Promise<boolean> {
	try {
		await vscode.workspace.fs.stat(file);
		return true;
	} catch {
		return false;
	}
}

async function copyMails(mails: readonly ComposedMail[]): Promise<ActionResult> {
	const [first] = mails;
	const text = first && mails.length === 1 ? first.body : mails.map(mailDocument).join('\n\n');
	await vscode.env.clipboard.writeText(text);
	showInStatusBar(mails.length === 1 ? 'Text copied' : `${count(mails.length, 'mail')} copied`);
	return { done: 'copied' };
}
