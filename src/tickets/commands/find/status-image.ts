import * as vscode from 'vscode';
import { tabIconAddress } from '../../../platform/page/tab-icon.ts';
import type { statusIcon } from '../../page/ticket-parts.ts';

type StatusIcon = ReturnType<typeof statusIcon>;

interface StatusImage {
	readonly light: vscode.Uri;
	readonly dark: vscode.Uri;
}

const images = new Map<string, StatusImage>();

/** The image of a status for an item of a quick pick, where VS Code ignores the color of an icon (docs/decisions/queries.md). */
export function statusImage({ icon, tone }: StatusIcon): StatusImage {
	const name = `${icon} ${tone}`;
	const made = images.get(name) ?? {
		light: vscode.Uri.parse(tabIconAddress({ icon, tone, hasDraft: false }, 'light')),
		dark: vscode.Uri.parse(tabIconAddress({ icon, tone, hasDraft: false }, 'dark')),
	};
	images.set(name, made);
	return made;
}
