import * as vscode from 'vscode';
import { neverAborts } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { showInformation } from '../../platform/editor/messages.ts';
import type { MailKey } from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { type DiffDocument, patchScheme, readDocument } from '../model/side-texts/document-address.ts';
import { fileOfDocument, newLineOf } from '../model/side-texts/line-after-patch.ts';
import type { VersionFileLine } from '../model/side-texts/local-line.ts';
import { haveSameBase } from '../model/side-texts/version-texts.ts';
import type { DiffDocuments } from '../state/documents/diff-documents.ts';
import { seriesOfMail } from '../state/find/series-of-mail.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import type { SeriesPages } from './series-pages.ts';

/** Keeps the context key up to date that offers the commands on the patch in the text editor, also in a diff editor of several files. */
export function followPatchEditors(): Disposable {
	// VS Code keeps the key when the extensions are restarted.
	let known: boolean | undefined;
	const set = (isActive: boolean) => {
		if (isActive === known) return;
		known = isActive;
		background(vscode.commands.executeCommand('setContext', 'tildeforge.isInPatch', isActive));
	};
	const update = () => set(activeDocument() !== undefined);
	update();
	const listener = vscode.window.onDidChangeActiveTextEditor(update);
	return {
		dispose: () => {
			listener.dispose();
			set(false);
		},
	};
}

interface ActiveDocument {
	readonly document: DiffDocument;
	/** From 1. */
	readonly line: number;
}

function activeDocument(): ActiveDocument | undefined {
	const { document: { uri } = {}, selection } = vscode.window.activeTextEditor ?? {};
	const document = uri?.scheme === patchScheme ? readDocument(uri.query) : undefined;
	return document && selection && { document, line: selection.active.line + 1 };
}

/** Opens the local file of the patch in the text editor, at the line of the cursor. */
export async function goToFileOfEditor(
	documents: DiffDocuments,
	goToFile: (place: VersionFileLine) => PromiseLike<unknown>,
): Promise<void> {
	const active = activeDocument();
	const shown = active && fileOfDocument(active.document);
	if (!shown) {
		background(showInformation('Place the cursor in a file of the patch first.'));
		return;
	}
	const found =
		active.document.kind === 'net'
			? await documents.netFile(active.document.changes)
			: await documents.file(shown.file);
	const { source, file } = found;
	const hasLine = found.isNumbered && !file.isCombined && !(await showsDiffs(active.document, documents));
	const line = shown.side === 'old' ? newLineOf(found, active.line) : active.line;
	await goToFile({ source, file, line: hasLine ? line : null });
}

/** Whether a document has the diffs of two versions, and not their results. */
async function showsDiffs(document: DiffDocument, documents: DiffDocuments): Promise<boolean> {
	if (document.kind !== 'version' || !document.old || !document.new) return false;
	const [old, current] = await Promise.all([documents.file(document.old), documents.file(document.new)]);
	return !haveSameBase(old, current);
}

/** The patch in the text editor, and its file if it is not its message. */
function activePatch() {
	const { document } = activeDocument() ?? {};
	const file = document && fileOfDocument(document)?.file;
	return { file, patch: document?.kind === 'message' ? document.patch : file };
}

/** The mail of the patch in the text editor. */
export function mailOfEditor(): MailKey | undefined {
	const { patch } = activePatch();
	return patch && { account: patch.account, owner: patch.owner, list: patch.list, mail: patch.mail };
}

/** Opens the page of the patch in the text editor, at its file or message. */
export async function showPageOfEditor(lists: MailingLists, pages: Pick<SeriesPages, 'open'>): Promise<void> {
	const { patch, file } = activePatch();
	const key = mailOfEditor();
	if (!patch || !key) {
		background(showInformation('Place the cursor in a file or message of the patch first.'));
		return;
	}
	const account = lists.of(key.account);
	if (!account) throw signedOut('patch');
	const page = await seriesOfMail(account, key, neverAborts);
	const part = { patch: patch.patch, ...(file && { file: file.file }) };
	await pages.open(page, { mail: key.mail, part });
}
