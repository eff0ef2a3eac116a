import * as vscode from 'vscode';
import { truncate } from '../../base/text/truncate.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { MailKey } from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import type { MailingLists } from '../state/mailing-lists.ts';

const scheme = 'tildeforge-mail';

/** More characters than VS Code shows in a text editor. */
const longestMail = 50_000_000;
const longestName = 80;
/** A diff that begins later is not colored. */
const longestSearched = 200_000;

/** The mails of lists as they were sent, as read-only documents. */
export class OriginalMails {
	readonly #lists: MailingLists;

	constructor(lists: MailingLists) {
		this.#lists = lists;
	}

	/** The text of a document. Fails with a `ForgeError` if the mail cannot be read. */
	async content(uri: vscode.Uri): Promise<string> {
		const { account, mail } = readQuery(uri.query);
		const mails = this.#lists.of(account)?.series.mails;
		if (!mails) throw signedOut('mail');
		const [known] = (await mails.read([mail])).values();
		const raw = known?.raw ?? (await mails.fetch(mail)).envelope;
		if (!raw) throw new ForgeError('missing', 'The forge does not have the text of this mail.');
		return raw.slice(0, longestMail).replaceAll('\r\n', '\n');
	}
}

/** Shows a mail as it was sent. */
export async function showOriginal({ account, mail }: MailKey, subject: string): Promise<void> {
	const uri = vscode.Uri.from({ scheme, path: pathOf(subject), query: JSON.stringify([account, mail]) });
	const document = await vscode.workspace.openTextDocument(uri);
	const language = languageOf(document.getText());
	const colored = language ? await vscode.languages.setTextDocumentLanguage(document, language) : document;
	await vscode.window.showTextDocument(colored, { preview: true });
}

/** VS Code colors the lines of a diff, and knows no language for mails. Undefined for a mail without a diff. */
export const languageOf = (mail: string): 'diff' | undefined =>
	/^(?:diff --git |@@ -)/m.test(mail.slice(0, longestSearched)) ? 'diff' : undefined;

/** The path of a document, which VS Code shows as the title of its tab. */
export const pathOf = (subject: string): string =>
	`/${truncate(subject.replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' '), longestName) || 'mail'}.eml`;

function readQuery(query: string): { readonly account: string; readonly mail: number } {
	const [account, mail]: unknown[] = JSON.parse(query);
	return { account: String(account), mail: Number(mail) };
}
