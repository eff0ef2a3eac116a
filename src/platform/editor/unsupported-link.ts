import * as vscode from 'vscode';
import { showInformation } from './messages.ts';

/** Says that links of this scheme are not opened. The user can copy the address instead. */
export async function showUnsupportedLink(address: string): Promise<void> {
	const [scheme] = address.split(':', 1);
	const button = await showInformation(`Tildeforge can't open ${scheme}: links.`, 'Copy Link');
	if (button === 'Copy Link') await vscode.env.clipboard.writeText(address);
}
