import * as vscode from 'vscode';
import { accountLabel } from '../../signin/sessions/session.ts';
import type { Owner } from './snapshot-parts.ts';
import { type TabIcon, tabIconAddress } from './tab-icon.ts';

/** What the tab of a page shows. */
interface TabContent {
	readonly title: () => string;
	/** The account that the title names. VS Code shows the title also when the tab is hovered. */
	readonly owner: () => Owner | null;
	readonly icon: () => TabIcon | undefined;
}

interface PageTabOptions {
	readonly panel: vscode.WebviewPanel;
	readonly extension: vscode.Uri;
	/** The name of the page's script, which is also that of its default icons. */
	readonly page: string;
}

/** The title and the icon in the tab of a page. */
export class PageTab {
	readonly #options: PageTabOptions;
	/** The icon as JSON; null before the first one. */
	#iconJson: string | undefined | null = null;

	constructor(options: PageTabOptions) {
		this.#options = options;
	}

	show({ title, owner: ownerOf, icon }: TabContent): void {
		const owner = ownerOf();
		const shown = owner ? `${title()} · ${accountLabel(owner)}` : title();
		if (this.#options.panel.title !== shown) this.#options.panel.title = shown;
		this.#showIcon(icon());
	}

	/** VS Code draws the tab again when its icon is set, even to an equal one. */
	#showIcon(icon: TabIcon | undefined): void {
		const { panel, extension, page } = this.#options;
		const iconJson = JSON.stringify(icon);
		if (iconJson === this.#iconJson) return;
		this.#iconJson = iconJson;
		const addressFor = (theme: 'light' | 'dark') =>
			icon
				? vscode.Uri.parse(tabIconAddress(icon, theme))
				: vscode.Uri.joinPath(extension, 'media', `${page}-${theme}.svg`);
		panel.iconPath = { light: addressFor('light'), dark: addressFor('dark') };
	}
}
