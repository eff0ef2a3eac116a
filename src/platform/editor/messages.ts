import * as vscode from 'vscode';
import { plain, remark, unlinked } from './escape.ts';

/**
 * Messages, boxes and progress of VS Code. Most of their text contains words from a forge, some of which VS Code would render as command
 * links or icons. The functions here prevent that.
 */

/** These resolve to the button that the user pressed. */
export const inform = <Button extends string>(
	message: string,
	...buttons: Button[]
): Thenable<Button | undefined> => vscode.window.showInformationMessage(unlinked(message), ...buttons);

export const warn = <Button extends string>(
	message: string,
	...buttons: Button[]
): Thenable<Button | undefined> => vscode.window.showWarningMessage(unlinked(message), ...buttons);

export const complain = <Button extends string>(
	message: string,
	...buttons: Button[]
): Thenable<Button | undefined> => vscode.window.showErrorMessage(unlinked(message), ...buttons);

/** Asks the user to confirm, in a modal dialog. */
export async function confirm(question: string, detail: string, button: string): Promise<boolean> {
	const options = { modal: true, detail: unlinked(detail) };
	return (await vscode.window.showWarningMessage(unlinked(question), options, button)) === button;
}

/** Shows a message in the status bar for `time` milliseconds. */
export const mention = (words: string, time: number): vscode.Disposable =>
	vscode.window.setStatusBarMessage(plain(words), time);

/** Asks for a line of text; undefined if the user cancels. */
export function ask({
	prompt,
	validateInput,
	...options
}: vscode.InputBoxOptions): Thenable<string | undefined> {
	return vscode.window.showInputBox({
		...options,
		...(prompt !== undefined && { prompt: remark(prompt) }),
		...(validateInput && {
			validateInput: async (text: string) => {
				const said = await validateInput(text);
				if (!said) return undefined;
				return typeof said === 'string' ? remark(said) : { ...said, message: remark(said.message) };
			},
		}),
	});
}

type Work<Result> = Parameters<typeof vscode.window.withProgress<Result>>[1];

/** Shows progress. VS Code gets what `work` reports unescaped, so it must not contain words from a forge. */
export const during = <Result>(
	{ title, ...options }: vscode.ProgressOptions & { readonly title: string },
	work: Work<Result>,
): Thenable<Result> => {
	const isMessage = options.location === vscode.ProgressLocation.Notification;
	return vscode.window.withProgress({ ...options, title: isMessage ? unlinked(title) : plain(title) }, work);
};
