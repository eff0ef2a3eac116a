import * as vscode from 'vscode';
import type { Fetch } from '../../forge/wire/transport.ts';
import { loadImage } from '../editor/load-image.ts';
import { openInBrowser } from '../editor/open-in-browser.ts';
import { addImageHost } from '../editor/page-settings.ts';
import { showUnsupportedLink } from '../editor/unsupported-link.ts';
import type { PageHost } from '../page/page-host.ts';
import type { OutboxAct } from '../page/snapshot-parts.ts';
import type { Users } from '../state/users.ts';
import type { outboxCommands } from './outbox-command-table.ts';
import type { OutboxController } from './outbox-controller.ts';

export interface PageAccounts {
	readonly forges: { readonly fetch: Fetch };
	readonly signIn: (options: { readonly instance?: string | undefined }) => Promise<unknown>;
}

/** What VS Code and the rest of the extension do for pages of every kind. */
export const createPageHost = (
	{ forges, signIn }: PageAccounts,
	{ undo }: OutboxController,
	users: Users,
): PageHost => ({
	users,
	openInBrowser,
	openAddress: (address, account) => vscode.commands.executeCommand('tildeforge.open', address, account),
	showUnsupportedLink,
	copy: (text) => vscode.env.clipboard.writeText(text),
	signIn: (instance) => signIn({ instance }),
	loadImage: (address) => loadImage(forges.fetch, address),
	allowImages: addImageHost,
	undoChange: (change) => undo.run(change),
	// A page does not wait for these, so the commands show why they failed.
	actOnWaiting: (act, entry) => vscode.commands.executeCommand(commandOf[act], { kind: 'change', entry }),
});

const commandOf: Readonly<Record<OutboxAct, keyof typeof outboxCommands>> = {
	grant: 'tildeforge.grantForChange',
	'send-now': 'tildeforge.sendNow',
	'discard-change': 'tildeforge.discardChange',
};
