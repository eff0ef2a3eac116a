import * as vscode from 'vscode';
import { pickOrType } from '../../../platform/editor/boxes/pick.ts';
import { askText } from '../../../platform/editor/messages.ts';
import { namedColors, parseColor } from '../../model/named-colors.ts';
import { swatch } from './swatch.ts';

interface ColorItem extends vscode.QuickPickItem {
	readonly color: string;
}

const itemOf = (label: string, description: string, color: string): ColorItem => ({
	label,
	description,
	iconPath: vscode.Uri.parse(swatch(color)),
	color,
});

/** Asks for a color, and returns it as `#rrggbb`. `current` is offered first. Undefined if the user cancels. */
export async function pickColor(title: string, current: string | undefined): Promise<string | undefined> {
	const isCurrent = ({ color }: { readonly color: string }) => color === current;
	const currentName = namedColors.find(isCurrent)?.name;
	const items: readonly ColorItem[] = [
		...(current === undefined ? [] : [itemOf(currentName ?? current, 'current', current)]),
		...namedColors.filter((one) => !isCurrent(one)).map(({ name, color }) => itemOf(name, color, color)),
	];
	const placeHolder = 'Select the color of the label';
	const chosen = await pickOrType(items, '$(edit) Enter Color…', { title, placeHolder });
	if (typeof chosen !== 'string') return chosen?.color;
	const color = parseColor(chosen);
	if (color !== undefined) return color;
	const typed = await askText({
		title,
		prompt: 'Color of the label',
		placeHolder: '#rrggbb',
		value: chosen || (current ?? ''),
		validateInput: (text) => (parseColor(text) ? undefined : 'Enter a color such as #2da44e.'),
	});
	return typed === undefined ? undefined : parseColor(typed);
}
