import type { InputBoxOptions } from 'vscode';

interface NameQuestion {
	readonly title: string;
	/** What the action does. The prompt asks for the name after it. */
	readonly consequence: string;
	readonly placeHolder: string;
	readonly name: string;
}

/** Whether the user confirms an action that cannot be undone, by typing the name of what it removes. */
export async function confirmByName(
	{ title, consequence, placeHolder, name }: NameQuestion,
	askText: (options: InputBoxOptions) => PromiseLike<string | undefined>,
	showInStatusBar: (message: string) => unknown,
): Promise<boolean> {
	const typed = await askText({
		title,
		prompt: `${consequence} Type ${name} to confirm.`,
		placeHolder,
		ignoreFocusOut: true,
		validateInput: (text) =>
			text === '' || text === name || name.startsWith(text) ? undefined : 'Type the name exactly.',
	});
	if (typed === undefined || typed === name) return typed === name;
	showInStatusBar('Nothing was deleted: the name is incomplete.');
	return false;
}
