import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { hasOwnText } from '../../mail/compose/has-own-text.ts';
import { type ComposedMail, isMailDocument, mailDocument } from '../../mail/compose/mail-document.ts';
import { MailDocumentError, parseMailDocument } from '../../mail/compose/parse-mail-document.ts';
import { closeTabs } from '../../platform/editor/close-tabs.ts';
import { showInformation } from '../../platform/editor/messages.ts';
import { replaceText } from '../../platform/editor/replace-text.ts';
import { idOfSeries, parseSeriesId, type SeriesKey } from '../../platform/model/keys.ts';
import { messageIdOf } from '../state/outgoing-mail.ts';
import type { CommentVersion, PreparedMail } from '../state/prepare-mail.ts';
import type { SentMail } from '../state/review-mails.ts';

/** What a document was made of. Stored with the workspace, as VS Code stores the text of the document. */
interface StoredDocument {
	/** The address is not enough: VS Code gives that of a closed document to the next one. */
	readonly id: string;
	readonly uri: string;
	/** The id of the series. */
	readonly series: string;
	readonly answered: number;
	readonly comments: readonly CommentVersion[];
	readonly inReplyTo: string | null;
	readonly references: readonly string[];
	/** The text before the user edited it. */
	readonly text: string;
}

/** A mail that is open in a text editor. */
export interface OpenMail {
	readonly document: vscode.TextDocument;
	readonly series: SeriesKey;
	/** The forge's id of the mail that it answers. */
	readonly answered: number;
	/** Whether the user has edited its text, as it is now. */
	readonly isEdited: boolean;
	/** Whether it was made of the same mail. */
	readonly isOf: (mail: ComposedMail) => boolean;
	/** Whether it is a separate answer to the same mail: the recipients differ, or only one of the two has comments, or a text besides quotes. */
	readonly isSeparateFrom: (mail: PreparedMail) => boolean;
	/** The mail as it is in the editor. Fails with a `ForgeError` if it cannot be sent so. */
	readonly read: () => PreparedMail;
	/** Like the function above, but undefined if the mail cannot be sent as it is. */
	readonly readIfValid: () => PreparedMail | undefined;
}

const stored = 'mailDocuments';
const scheme = 'untitled';

/** The mails that the user reads or edits before they are sent: unsaved documents, which VS Code keeps until the user closes them. */
export class MailDocuments implements Disposable {
	readonly #memento: vscode.Memento;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new vscode.EventEmitter<void>());

	constructor(memento: vscode.Memento) {
		this.#memento = memento;
		const provider = {
			onDidChangeCodeLenses: this.#changes.event,
			provideCodeLenses: (document: vscode.TextDocument) => {
				const found = this.#find(document.uri);
				return found && isMailDocument(document.getText()) ? lenses(found) : [];
			},
		};
		this.#lifetime.add(vscode.languages.registerCodeLensProvider({ scheme }, provider));
		this.#lifetime.add(
			vscode.workspace.onDidCloseTextDocument(({ uri }) => {
				if (this.#find(uri)) this.#forget(uri);
			}),
		);
	}

	/**
	 * Shows a mail in a text editor. If the mail is open already, its text is replaced, unless the user has edited it. In a mail with only quotes,
	 * the cursor is below them. Fails with a `ForgeError` if the user types in the document meanwhile.
	 */
	async show(series: SeriesKey, prepared: PreparedMail): Promise<void> {
		const { mail, answered, comments, composed } = prepared;
		const text = mailDocument(mail);
		const open = await this.openMail(series, answered);
		const document =
			open?.document ?? (await vscode.workspace.openTextDocument({ language: 'plaintext', content: text }));
		// Read before the text is replaced, because `isEdited` compares it with the former text.
		const isEdited = open?.isEdited === true;
		if (!isEdited) {
			if (open && !(await replaceText(document, text)))
				throw new ForgeError('busy', 'You were typing in the document of this mail. Try again.');
			await this.#remember({
				id: prepared.document ?? randomUUID(),
				uri: document.uri.toString(),
				series: idOfSeries(series),
				answered,
				comments,
				text: composed ?? text,
				inReplyTo: mail.inReplyTo ?? null,
				references: mail.references,
			});
		}
		const end = new vscode.Position(document.lineCount, 0);
		const selection = isEdited || hasOwnText(mail.body) ? {} : { selection: new vscode.Range(end, end) };
		await vscode.window.showTextDocument(document, { preview: false, ...selection });
		if (open && isEdited && composed === undefined && !open.isOf(mail)) await this.sayIsOther();
	}

	/** Says that the document in front is not the mail that the user wanted to see. */
	async sayIsOther(): Promise<void> {
		await showInformation('You are writing another answer to the same mail. Send or close it first.');
	}

	/** Shows a mail as a text that cannot be sent from its document, beside the answer to the same mail that the user is writing. */
	async showText({ mail }: PreparedMail): Promise<void> {
		const content = mailDocument(mail);
		const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content });
		// VS Code may have given it the name of a closed document.
		await this.#forget(document.uri);
		await vscode.window.showTextDocument(document, { preview: false });
	}

	/** Moves the focus to the editor of a mail. */
	async reveal({ document }: OpenMail): Promise<void> {
		await vscode.window.showTextDocument(document, { preview: false });
	}

	/** The mail as it is in its editor. If it cannot be sent so, shows the line that is wrong, and fails with a `ForgeError`. */
	async readOrShowLine({ document, read }: OpenMail): Promise<PreparedMail> {
		try {
			return read();
		} catch (error) {
			if (error instanceof ForgeError && error.cause instanceof MailDocumentError) {
				const line = error.cause.line - 1;
				const selection = new vscode.Range(line, 0, line, 0);
				await vscode.window.showTextDocument(document, { preview: false, selection });
			}
			throw error;
		}
	}

	/** The mails that are open in text editors. */
	async all(): Promise<readonly OpenMail[]> {
		const all = await Promise.all(this.#all.map((one) => this.#open(one)));
		return all.filter((open) => open !== undefined);
	}

	/** The answer to a mail, if it is open in a text editor. */
	async openMail(series: SeriesKey, answered: number): Promise<OpenMail | undefined> {
		const id = idOfSeries(series);
		const found = this.#all.find((one) => one.series === id && one.answered === answered);
		return found && this.#open(found);
	}

	/** The mail of a document, by default of the editor in front; undefined if it has none. */
	async mailOf(uri: unknown): Promise<OpenMail | undefined> {
		const { activeTextEditor } = vscode.window;
		const found = this.#find(uri instanceof vscode.Uri ? uri : activeTextEditor?.document.uri);
		return found && this.#open(found);
	}

	/** Closes the editor of a mail that was sent, unless the user has changed the mail since. */
	async closeSent({ key, mail: { series, answered, outgoing } }: SentMail): Promise<void> {
		const found = this.#all.find((one) => one.series === series && one.answered === answered);
		const open = found && (await this.#open(found));
		if (!open) return;
		const sender = { name: '', email: outgoing.from };
		const prepared = open.readIfValid();
		if (!open.isEdited || (prepared && messageIdOf(prepared, sender) === key.messageId))
			await this.close(open);
	}

	/** Closes the editor of a mail, even if the user has edited it, unless the user types in it meanwhile. */
	async close({ document }: OpenMail): Promise<void> {
		// Otherwise VS Code would ask whether to save it.
		if (!(await replaceText(document, ''))) return;
		await this.#forget(document.uri);
		await closeTabs(document.uri);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #all(): readonly StoredDocument[] {
		return this.#memento.get<readonly StoredDocument[]>(stored, []);
	}

	#find(uri: vscode.Uri | undefined): StoredDocument | undefined {
		return uri?.scheme === scheme ? this.#all.find((one) => one.uri === uri.toString()) : undefined;
	}

	async #open(found: StoredDocument): Promise<OpenMail | undefined> {
		const series = parseSeriesId(found.series);
		const document = await openDocument(found.uri);
		// VS Code may have given the name of a closed document to another one.
		if (!series || !document || !isMailDocument(document.getText())) return undefined;
		const { id, inReplyTo, references, text: composed, answered, comments } = found;
		const textOf = () => document.getText().replaceAll('\r\n', '\n');
		const read = () => {
			const mail = readMail(textOf(), { inReplyTo: inReplyTo ?? undefined, references, composed });
			return {
				mail,
				answered,
				comments,
				note: '',
				...(textOf() !== composed && { composed, document: id }),
			};
		};
		return {
			document,
			series,
			get isEdited() {
				return textOf() !== composed;
			},
			isOf: (mail) => mailDocument(mail) === composed,
			isSeparateFrom: ({ mail, comments: others }) =>
				!composed.includes(`\nTo: ${mail.to}\n`) ||
				(comments.length === 0) !== (others.length === 0) ||
				hasOwnText(composed.slice(composed.indexOf('\n\n'))) !== hasOwnText(mail.body),
			answered,
			read,
			readIfValid: () => {
				try {
					return read();
				} catch {
					return undefined;
				}
			},
		};
	}

	async #remember(document: StoredDocument): Promise<void> {
		// Some may have been closed before this code was loaded, and are still stored.
		const others = this.#all.filter((one) => !replaces(document, one) && isOpen(one.uri));
		await this.#memento.update(stored, [...others, document]);
		this.#changes.fire();
	}

	async #forget(uri: vscode.Uri): Promise<void> {
		await this.#memento.update(
			stored,
			this.#all.filter((one) => one.uri !== uri.toString()),
		);
		this.#changes.fire();
	}
}

/** Whether a document takes the place of another one: at the same address, or as the answer to the same mail. */
const replaces = (document: StoredDocument, other: StoredDocument): boolean =>
	document.uri === other.uri || (document.series === other.series && document.answered === other.answered);

function readMail(...document: Parameters<typeof parseMailDocument>): ComposedMail {
	try {
		return parseMailDocument(...document);
	} catch (error) {
		if (!(error instanceof MailDocumentError)) throw error;
		throw new ForgeError('refused', `Line ${error.line} of the mail: ${error.message}`, { cause: error });
	}
}

const loadedDocument = (uri: string): vscode.TextDocument | undefined =>
	vscode.workspace.textDocuments.find((one) => !one.isClosed && one.uri.toString() === uri);

const hasTab = (uri: string): boolean =>
	vscode.window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri);

const isOpen = (uri: string): boolean => loadedDocument(uri) !== undefined || hasTab(uri);

/** The document at an address, which VS Code loads if it has only restored its tab. Undefined if the document is closed. */
const openDocument = async (uri: string): Promise<vscode.TextDocument | undefined> =>
	loadedDocument(uri) ?? (hasTab(uri) ? vscode.workspace.openTextDocument(vscode.Uri.parse(uri)) : undefined);

function lenses(found: StoredDocument): vscode.CodeLens[] {
	const range = new vscode.Range(0, 0, 0, 0);
	const hasComments = found.comments.length > 0;
	return [
		{ title: 'Send or Save…', command: 'tildeforge.finishMail' },
		{ title: 'Copy', command: 'tildeforge.copyMail' },
		...(hasComments ? [{ title: 'Back to Comments', command: 'tildeforge.backToComments' }] : []),
	].map((command) => new vscode.CodeLens(range, { ...command, arguments: [vscode.Uri.parse(found.uri)] }));
}
