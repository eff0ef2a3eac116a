import * as vscode from 'vscode';

const visibilities = [
	{ label: '$(lock) Private', value: 'private', detail: 'Visible only to you and those you give access.' },
	{ label: '$(link) Unlisted', value: 'unlisted', detail: 'Visible to everyone who knows the address.' },
	{ label: '$(globe) Public', value: 'public', detail: 'Listed, and visible to everyone.' },
] as const;
type Visibility = (typeof visibilities)[number]['value'];

interface VisibilityQuestion {
	readonly title: string;
	readonly itemName: string;
	readonly current?: string;
}

/** Asks who can see an item. The current answer comes first. */
export async function pickVisibility({
	title,
	itemName,
	current,
}: VisibilityQuestion): Promise<Visibility | undefined> {
	const isCurrent = ({ value }: (typeof visibilities)[number]) => value === current;
	const items = [
		...visibilities.filter(isCurrent).map((one) => ({ ...one, description: 'current' })),
		...visibilities.filter((one) => !isCurrent(one)),
	];
	const placeHolder = `Who can see the ${itemName}?`;
	return (await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.value;
}
