import * as vscode from 'vscode';
import { oneLine } from '../../../base/text/truncate.ts';
import { pick } from '../../../platform/editor/boxes/pick.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import { readCommentTemplates } from '../../model/comment-templates.ts';

const setting = 'tildeforge.commentTemplates';

interface TemplateItem extends vscode.QuickPickItem {
	readonly text: string;
}

const templateItems = (): readonly TemplateItem[] =>
	readCommentTemplates(vscode.workspace.getConfiguration().get(setting)).map(({ name, text }) => ({
		label: escapeIcons(name),
		detail: escapeIcons(oneLine(text, 200)),
		text,
	}));

/** Asks for the template to insert into a comment. Null if the user cancels, or edits the templates instead. */
export async function pickCommentTemplate(title: string): Promise<string | null> {
	const templates = templateItems();
	const hasNone = templates.length === 0;
	const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
	const edit = { label: `$(gear) ${hasNone ? 'Add Comment Templates…' : 'Edit Comment Templates…'}` };
	const items: readonly (vscode.QuickPickItem & { readonly text?: string })[] = [
		...templates,
		separator,
		edit,
	];
	const placeHolder = hasNone ? 'No comment templates yet' : 'Select a comment template to insert';
	const chosen = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDetail: true });
	if (chosen === edit)
		await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${setting}`);
	return chosen?.text ?? null;
}

/** Where a comment comes from: a template, or the user writes it. */
type CommentSource = { readonly kind: 'template'; readonly text: string } | { readonly kind: 'write' };

/** Asks whether to send a template or to write a comment. Undefined if the user cancels. Without templates, asks nothing. */
export async function pickTemplateOrWrite(title: string): Promise<CommentSource | undefined> {
	const templates = templateItems();
	if (templates.length === 0) return { kind: 'write' };
	const items: readonly (vscode.QuickPickItem & { readonly text?: string })[] = [
		{ label: '$(edit) Write Comment…' },
		{ label: 'Comment templates', kind: vscode.QuickPickItemKind.Separator },
		...templates,
	];
	const placeHolder = 'Select a comment template to send, or write a comment';
	const chosen = await pick(items, { title, placeHolder });
	if (!chosen) return undefined;
	return chosen.text === undefined ? { kind: 'write' } : { kind: 'template', text: chosen.text };
}
