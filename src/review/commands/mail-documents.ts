import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { nextTurn } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { fieldOf } from '../../base/field-of.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { hasOwnText } from '../../mail/compose/has-own-text.ts';
import { type ComposedMail, mailDocument } from '../../mail/compose/mail-document.ts';
import { MailDocumentError, parseMailDocument } from '../../mail/compose/parse-mail-document.ts';
import { DraftEditor, findDocument, textOf } from '../../platform/editor/files/draft-editor.ts';
import { showInformation, showInStatusBar } from '../../platform/editor/messages.ts';
import { replaceText } from '../../platform/editor/replace-text.ts';
import { idOfSeries, type SeriesKey } from '../../platform/model/keys.ts';
import { isSameVersion, newTextId, type TextAccount } from '../../platform/state/texts/text.ts';
import {
	bodyOfDocument,
	isUntouched,
	type MailDraft,
	type MailDraftBody,
	type MailDraftKey,
	type MailDrafts,
	seriesOfDraft,
	writtenMails,
} from '../state/mail-drafts.ts';
import type { MailEntry, WaitingMails } from '../state/outbox-mail.ts';
import type { PreparedMail } from '../state/prepare-mail.ts';
import type { MailFiles } from './mail-files.ts';

export const mailScheme = 'tildeforge-draft';

/** A mail that the user is writing. */
export interface OpenMail {
	readonly draft: MailDraft;
	readonly series: SeriesKey;
	/** The forge's id of the mail that it answers. */
	readonly answered: number;
	readonly isEdited: boolean;
	/** Whether it was made of the same mail. */
	readonly isOf: (mail: ComposedMail) => boolean;
	/** Whether it is a separate answer to the same mail: the recipients differ, or only one of the two has comments, or a text besides quotes. */
	readonly isSeparateFrom: (mail: PreparedMail) => boolean;
	/** The mail as the user has written it. Fails with a `ForgeError` if it cannot be sent so. */
	readonly read: () => PreparedMail;
}

interface MailDocumentsOptions {
	readonly files: MailFiles;
	/** The mails on their way. */
	readonly mails: WaitingMails;
	/** The name of an account, as far as it is known. */
	readonly accountOf: (id: string) => TextAccount;
	/** Says whom a mail is from, if that is not whom the forge knows: ` as Ana Duarte, not ~bob`. */
	readonly noteOf: (draft: MailDraft) => Promise<string>;
}

/** The mails that the user reads or edits before they are sent, in text editors. They are drafts until they are sent. */
export class MailDocuments extends DraftEditor<MailDraftKey, MailDraftBody> implements Disposable {
	readonly #options: MailDocumentsOptions;
	readonly texts: MailDrafts;
	readonly #lifetime = new Lifetime();

	constructor(options: MailDocumentsOptions) {
		super(options.files);
		this.#options = options;
		this.texts = options.files.texts;
		const { workspace, window } = vscode;
		const update = () => background(this.#updateEditors());
		for (const event of [this.texts.onDidWrite, options.mails.onDidChange, workspace.onDidOpenTextDocument])
			this.#lifetime.add(event(update));
		this.#lifetime.add(
			window.tabGroups.onDidChangeTabs(({ opened = [], closed = [] }) => {
				background(this.#didClose(closed));
				background(this.#didOpen(opened));
			}),
		);
		background(this.#didOpen(window.tabGroups.all.flatMap(({ tabs }) => tabs)));
		update();
	}

	/**
	 * Shows a mail in a text editor. If the user has begun the same answer, that one is shown, and has the new text unless they have edited it. In a
	 * mail with only quotes, the cursor is below them, after an empty line.
	 */
	async showMail(series: SeriesKey, prepared: PreparedMail, sender?: string): Promise<void> {
		const { mail, answered, comments } = prepared;
		const own = this.drafts(series, answered);
		const begun = own.find((one) =>
			prepared.document ? one.draft.id === prepared.document.id : !one.isSeparateFrom(prepared),
		);
		if (begun?.isEdited) {
			await this.open(begun.draft);
			if (!prepared.document && !begun.isOf(mail)) showInStatusBar('You have begun this answer before');
			return;
		}
		const hasText = hasOwnText(mail.body);
		const text = `${mailDocument(mail)}${hasText ? '' : '\n'}`;
		const { revision = 0, writer = '' } = begun?.draft ?? {};
		const { account, owner, list } = series;
		const draft = await this.texts.write({
			id: begun?.draft.id ?? newTextId(),
			account: this.#options.accountOf(account),
			key: { account, owner, list, series: idOfSeries(series), answered },
			body: {
				text,
				composed: prepared.composed ?? text,
				comments: [...comments],
				inReplyTo: mail.inReplyTo ?? null,
				references: [...mail.references],
				...(sender !== undefined && { sender }),
				...(begun?.draft.body.wasSent && { wasSent: true }),
			},
			base: begun ? { revision, writer } : null,
			revision: revision + 1,
			writer: this.texts.writer,
		});
		const end = text.split('\n').length - 1;
		await this.open(draft, hasText ? undefined : new vscode.Range(end, 0, end, 0));
	}

	/** Shows a draft. */
	async open(draft: MailDraft, selection?: vscode.Range): Promise<void> {
		await this.show(this.#uriOf(draft), undefined, selection);
	}

	/** Shows a mail again that is no longer on its way. */
	async reopen({ steps }: MailEntry): Promise<void> {
		const draft = this.texts.get(steps.at(-1)?.change.document ?? '');
		if (draft) await this.open(draft);
	}

	/** The mail as the user has written it. If it cannot be sent so, shows the line that is wrong, and fails with a `ForgeError`. */
	async readOrShowLine({ draft, read }: OpenMail): Promise<PreparedMail> {
		try {
			return read();
		} catch (error) {
			if (error instanceof ForgeError && error.cause instanceof MailDocumentError) {
				const line = error.cause.line - 1;
				await this.open(draft, new vscode.Range(line, 0, line, 0));
			}
			throw error;
		}
	}

	/** The mails that the user is writing. */
	get written(): readonly MailDraft[] {
		return writtenMails(this.texts, this.#options.mails);
	}

	/** The answers to a mail that the user is writing. */
	drafts(series: SeriesKey, answered: number): readonly OpenMail[] {
		const id = idOfSeries(series);
		return this.written.filter(({ key }) => key.series === id && key.answered === answered).map(openMail);
	}

	/** The draft of a document or a row, by default of the editor in front; undefined if there is none. */
	async find(target: unknown): Promise<MailDraft | undefined> {
		const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
		const ofRow = fieldOf(fieldOf(target, 'about') ?? target, 'draft');
		const id = typeof ofRow === 'string' ? ofRow : uri?.scheme === mailScheme ? uri.query : '';
		const draft = this.texts.get(id);
		const document = draft && findDocument(this.#uriOf(draft));
		// The last letters may have been typed a moment ago.
		if (document) await this.didChange(document);
		return this.written.find((one) => one.id === id);
	}

	/** The mail of a document or a row. Fails with a `ForgeError` if it is no draft. */
	async mailOf(target: unknown): Promise<OpenMail> {
		const draft = await this.find(target);
		if (draft) return openMail(draft);
		throw new ForgeError('missing', 'This mail is waiting, or was sent or discarded.');
	}

	/** Opens the draft of a row. */
	async openDraft(target: unknown): Promise<void> {
		await this.open((await this.mailOf(target)).draft);
	}

	/** Discards the draft of a document or row, which the user can undo. Its editor closes. */
	async discard(target: unknown): Promise<void> {
		const { id } = (await this.mailOf(target)).draft;
		await this.texts.discard(id);
		await this.#updateEditors();
		if ((await showInformation('The draft of the mail was discarded.', 'Undo')) !== 'Undo') return;
		const restored = await this.texts.restore(id);
		if (restored) await this.open(restored);
	}

	/** Addresses the mail of a document only to the sender of the mail that it answers. */
	async addressToSender(target: unknown): Promise<void> {
		const { draft } = await this.mailOf(target);
		await this.open(draft);
		const document = findDocument(this.#uriOf(draft));
		const { sender } = draft.body;
		if (!document || sender === undefined) return;
		// The user may have written while it was opened.
		const text = textOf(document);
		const [header = ''] = text.split('\n\n', 1);
		const fields = header.split('\n').filter((line) => !/^(?:To|Cc):/i.test(line));
		const at = fields.findIndex((line) => /^In-Reply-To:/i.test(line));
		const changed = fields.toSpliced(at === -1 ? fields.length : at, 0, `To: ${sender}`).join('\n');
		await replaceText(document, changed + text.slice(header.length));
	}

	/** The buttons above the text of a mail. */
	async lenses(uri: vscode.Uri): Promise<readonly vscode.CodeLens[]> {
		const draft = this.texts.get(uri.query);
		if (!draft) return [];
		const { sender, comments, text } = draft.body;
		const isToSender = sender === undefined || text.includes(`\nTo: ${sender}\n`);
		const range = new vscode.Range(0, 0, 0, 0);
		return [
			{ title: `Send${await this.#options.noteOf(draft)}`, command: 'tildeforge.sendMail' },
			{ title: 'Other Ways…', command: 'tildeforge.finishMail' },
			...(isToSender ? [] : [{ title: 'To Sender Only', command: 'tildeforge.replyToSenderOnly' }]),
			...(comments.length > 0 ? [{ title: 'Back to Comments', command: 'tildeforge.backToComments' }] : []),
			{ title: 'Discard', command: 'tildeforge.discardMail' },
		].map((command) => new vscode.CodeLens(range, { ...command, arguments: [uri] }));
	}

	async closeDraft(draft: MailDraft): Promise<void> {
		await this.close(this.#uriOf(draft));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#uriOf(draft: MailDraft): vscode.Uri {
		return vscode.Uri.from({ scheme: mailScheme, ...this.#options.files.addressOf(draft) });
	}

	/** Shows what other windows have written, and closes the editors of mails that are on their way, were sent or discarded. */
	async #updateEditors(): Promise<void> {
		for (const { uri } of vscode.workspace.textDocuments.filter(isMail)) {
			const draft = this.texts.get(uri.query);
			const document = findDocument(uri);
			if (!document) continue;
			if (draft && this.#isWritten(draft)) await this.showCurrent(uri);
			// What the user has added to it meanwhile is kept as another draft. If VS Code has opened it again, it is empty.
			else if ([draft?.body.text, isOnlyRead(draft) ? undefined : ''].includes(textOf(document)))
				await this.close(uri);
		}
	}

	/** Whether a draft has a text that is not on its way. */
	#isWritten(draft: MailDraft): boolean {
		const sent = this.#options.mails.mailWith(draft.id)?.steps.at(-1)?.change.written;
		return draft.state === 'editing' && !(sent && isSameVersion(sent, draft));
	}

	/** A mail that the user has only read is no draft after its tab was closed. */
	async #didClose(tabs: readonly vscode.Tab[]): Promise<void> {
		// The last letters may have been typed a moment ago.
		await nextTurn();
		for (const uri of mailsIn(tabs)) {
			const draft = this.written.find(({ id }) => id === uri.query);
			if (draft && isUntouched(draft) && !isShown(uri)) await this.texts.discard(draft.id);
		}
	}

	/** It is a draft again if the user opens its tab again. */
	async #didOpen(tabs: readonly vscode.Tab[]): Promise<void> {
		for (const { query } of mailsIn(tabs))
			if (isOnlyRead(this.texts.get(query))) await this.texts.restore(query);
	}
}

const isOnlyRead = (draft: MailDraft | undefined): boolean =>
	draft?.state === 'discarded' && isUntouched(draft);

const mailsIn = (tabs: readonly vscode.Tab[]): readonly vscode.Uri[] =>
	tabs.flatMap(({ input }) =>
		input instanceof vscode.TabInputText && input.uri.scheme === mailScheme ? [input.uri] : [],
	);

const isMail = ({ uri, isClosed }: vscode.TextDocument): boolean => uri.scheme === mailScheme && !isClosed;

const isShown = (uri: vscode.Uri): boolean =>
	mailsIn(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)).some((one) => `${one}` === `${uri}`);

function openMail(draft: MailDraft): OpenMail {
	const { id, revision, writer, body, key } = draft;
	const { text, composed, comments, inReplyTo, references } = body;
	return {
		draft,
		series: seriesOfDraft(draft),
		answered: key.answered,
		isEdited: text !== composed,
		isOf: (mail) => mailDocument(mail).trimEnd() === composed.trimEnd(),
		isSeparateFrom: ({ mail, comments: others }) =>
			!composed.includes(`\nTo: ${mail.to}\n`) ||
			(comments.length === 0) !== (others.length === 0) ||
			hasOwnText(bodyOfDocument(composed)) !== hasOwnText(mail.body),
		read: () => ({
			mail: readMail(text, { inReplyTo: inReplyTo ?? undefined, references, composed }),
			answered: key.answered,
			comments,
			composed,
			note: '',
			document: { id, revision, writer },
		}),
	};
}

function readMail(...document: Parameters<typeof parseMailDocument>): ComposedMail {
	try {
		return parseMailDocument(...document);
	} catch (error) {
		if (!(error instanceof MailDocumentError)) throw error;
		throw new ForgeError('refused', `Line ${error.line} of the mail: ${error.message}`, { cause: error });
	}
}
