import * as vscode from 'vscode';

/** The first one is selected. A private repository can still be published, but what others have copied cannot be taken back. */
const visibilities = [
	{
		label: '$(lock) Private',
		value: 'private',
		detail: 'Visible only to you and people you give access to.',
	},
	{ label: '$(link) Unlisted', value: 'unlisted', detail: 'Visible to anyone who has the URL.' },
	{ label: '$(globe) Public', value: 'public', detail: 'Listed, and visible to everyone.' },
] as const;
type Visibility = (typeof visibilities)[number]['value'];

/** Asks who can see an item. The current answer comes first. */
export async function pickVisibility(
	title: string,
	noun: string,
	current?: string,
): Promise<Visibility | undefined> {
	const isCurrent = ({ value }: (typeof visibilities)[number]) => value === current;
	const items = [
		...visibilities.filter(isCurrent).map((visibility) => ({ ...visibility, description: 'current' })),
		...visibilities.filter((visibility) => !isCurrent(visibility)),
	];
	const placeHolder = `Who can see the ${noun}?`;
	return (await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))?.value;
}
