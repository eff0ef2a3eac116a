import * as vscode from 'vscode';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { truncate } from '../../platform/model/truncate.ts';
import { readTicketAnswers } from '../model/ticket-answers.ts';

const setting = 'tildeforge.ticketAnswers';

interface AnswerItem extends vscode.QuickPickItem {
	readonly text: string;
}

const answerItems = (): readonly AnswerItem[] =>
	readTicketAnswers(vscode.workspace.getConfiguration().get(setting)).map(({ name, text }) => ({
		label: escapeIcons(name),
		detail: escapeIcons(truncate(text.replaceAll(/\s+/g, ' '), 200)),
		text,
	}));

/** Asks for the answer to insert into a comment. Null if the user cancels, or edits the answers instead. */
export async function pickAnswer(title: string): Promise<string | null> {
	const answers = answerItems();
	const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
	const edit = { label: `$(gear) ${answers.length === 0 ? 'Add Answers…' : 'Edit Answers…'}` };
	const items: readonly (vscode.QuickPickItem & { readonly text?: string })[] = [...answers, separator, edit];
	const placeHolder =
		answers.length === 0 ? 'You have no answers yet' : 'Select an answer to insert into the comment';
	const chosen = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDetail: true });
	if (chosen === edit)
		await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${setting}`);
	return chosen?.text ?? null;
}

/**
 * Asks whether to send an answer of the settings or to write a comment. Returns the text of the answer, or null to write one. Undefined
 * if the user cancels.
 */
export async function pickAnswerOrNone(title: string): Promise<string | null | undefined> {
	const answers = answerItems();
	if (answers.length === 0) return null;
	const items: readonly (vscode.QuickPickItem & { readonly text?: string })[] = [
		{ label: '$(edit) Write a Comment…' },
		{ label: 'Answers', kind: vscode.QuickPickItemKind.Separator },
		...answers,
	];
	const placeHolder = 'Select an answer to send, or write a comment';
	const chosen = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDetail: true });
	return chosen && (chosen.text ?? null);
}
