import * as vscode from 'vscode';
import type { Row } from '../row.ts';

const scheme = 'tildeforge-row';

/** The address of a row with a badge. The badge is part of the address, so `badges` need not know the row. */
export const badgeUri = (id: string, badge: NonNullable<Row['badge']>): vscode.Uri =>
	vscode.Uri.from({ scheme, path: `/${id}`, query: new URLSearchParams({ ...badge }).toString() });

/** Shows the badges of rows. */
export const badges: vscode.FileDecorationProvider = {
	provideFileDecoration: (uri) => {
		if (uri.scheme !== scheme) return undefined;
		const badge = new URLSearchParams(uri.query);
		return { badge: badge.get('letters') ?? '', tooltip: badge.get('tooltip') ?? '' };
	},
};
