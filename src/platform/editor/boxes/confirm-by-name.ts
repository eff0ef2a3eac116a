import { askText, showInStatusBar } from '../messages.ts';

/** Whether the user confirms an action that cannot be undone, by typing the name of what it removes. `consequence` says what it does. */
export async function confirmByName(
	title: string,
	consequence: string,
	placeHolder: string,
	name: string,
): Promise<boolean> {
	const typed = await askText({
		title,
		prompt: `${consequence} Type ${name} to confirm.`,
		placeHolder,
		validateInput: (text) =>
			text === '' || text === name || name.startsWith(text) ? undefined : 'Type the name exactly.',
	});
	if (typed === undefined || typed === name) return typed === name;
	showInStatusBar('Nothing was deleted: the name is incomplete.');
	return false;
}
