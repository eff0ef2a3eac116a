import * as vscode from 'vscode';
import { escapeIcons, escapeLinks, escapeMarkup } from './escape.ts';

/**
 * Messages, input boxes and progress of VS Code. Their texts may contain words from a forge, which VS Code could render as command links
 * or icons. The functions here prevent that.
 */

/** Resolves to the button that the user pressed. */
export const showInformation = <Button extends string>(
	message: string,
	...buttons: Button[]
): Thenable<Button | undefined> => vscode.window.showInformationMessage(escapeLinks(message), ...buttons);

export const showWarning = <Button extends string>(
	message: string,
	...buttons: Button[]
): Thenable<Button | undefined> => vscode.window.showWarningMessage(escapeLinks(message), ...buttons);

export const showError = <Button extends string>(
	message: string,
	...buttons: Button[]
): Thenable<Button | undefined> => vscode.window.showErrorMessage(escapeLinks(message), ...buttons);

/** Undefined if the user leaves the box. */
export async function askYesOrNo(title: string, question: string): Promise<boolean | undefined> {
	const answer = await vscode.window.showQuickPick(['Yes', 'No'], { title, placeHolder: question });
	return answer === undefined ? undefined : answer === 'Yes';
}

/** Asks in a modal dialog. Resolves with the button that the user pressed; undefined for *Cancel*. */
export const askInDialog = <Button extends string>(
	question: string,
	detail: string,
	...buttons: Button[]
): Thenable<Button | undefined> =>
	vscode.window.showWarningMessage(
		escapeLinks(question),
		{ modal: true, detail: escapeLinks(detail) },
		...buttons,
	);

/** Asks the user to confirm, in a modal dialog. */
export const confirm = async (question: string, detail: string, button: string): Promise<boolean> =>
	(await askInDialog(question, detail, button)) === button;

const statusBarMs = 5000;

/** Shows a message in the status bar for a few seconds. */
export const showInStatusBar = (message: string): vscode.Disposable =>
	vscode.window.setStatusBarMessage(escapeIcons(message), statusBarMs);

/** For a command from a menu, if the list was redrawn after the user opened the menu. */
export function showListChanged(): void {
	showInStatusBar('The list changed. Try again.');
}

/** Asks for a line of text; undefined if the user cancels. The box stays open without the focus, so that what was typed is not lost. */
export function askText({
	prompt,
	validateInput,
	...options
}: Omit<vscode.InputBoxOptions, 'ignoreFocusOut'>): Thenable<string | undefined> {
	return vscode.window.showInputBox({
		...options,
		ignoreFocusOut: true,
		...(prompt !== undefined && { prompt: escapeMarkup(prompt) }),
		...(validateInput && {
			validateInput: async (text: string) => {
				const problem = await validateInput(text);
				if (!problem) return undefined;
				return typeof problem === 'string'
					? escapeMarkup(problem)
					: { ...problem, message: escapeMarkup(problem.message) };
			},
		}),
	});
}

type Work<Result> = Parameters<typeof vscode.window.withProgress<Result>>[1];

/** Shows progress. What `work` reports is not escaped, so it must not contain words from a forge. */
export const showProgress = <Result>(
	{ title, ...options }: vscode.ProgressOptions & { readonly title: string },
	work: Work<Result>,
): Thenable<Result> => {
	const isNotification = options.location === vscode.ProgressLocation.Notification;
	return vscode.window.withProgress(
		{ ...options, title: isNotification ? escapeLinks(title) : escapeIcons(title) },
		work,
	);
};

/** The label of a button that grants permissions. A user who cannot choose them signs in. */
export const grantLabel = ({
	instance,
	scopes,
}: {
	readonly instance?: string | undefined;
	readonly scopes: readonly string[];
}): string => (instance === undefined || scopes.length === 0 ? 'Sign In' : 'Grant Permissions');
