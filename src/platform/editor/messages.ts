import * as vscode from 'vscode';
import { plain, remark, unlinked } from './escape.ts';

/**
 * All that the editor is given to say. Words of a forge stand in most of it, and the editor would take some of them for links
 * that run commands, or for pictures: here none is.
 */

/** Each resolves to the button that was pressed. */
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

/** Whether somebody agrees, in a box that has to be answered. */
export async function confirm(question: string, detail: string, button: string): Promise<boolean> {
	const options = { modal: true, detail: unlinked(detail) };
	return (await vscode.window.showWarningMessage(unlinked(question), options, button)) === button;
}

/** Says a few words at the foot of the window, for so many milliseconds. */
export const mention = (words: string, time: number): vscode.Disposable =>
	vscode.window.setStatusBarMessage(plain(words), time);

/** Asks for a line of text; undefined when somebody changed their mind. */
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

/** Shows that something is being done. What `work` reports goes to the editor as it is: no words of others may be in it. */
export const during = <Result>(
	{ title, ...options }: vscode.ProgressOptions & { readonly title: string },
	work: Work<Result>,
): Thenable<Result> => {
	const isMessage = options.location === vscode.ProgressLocation.Notification;
	return vscode.window.withProgress({ ...options, title: isMessage ? unlinked(title) : plain(title) }, work);
};
