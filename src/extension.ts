import * as vscode from 'vscode';
import { Lifetime } from './base/lifetime.ts';
import { Log } from './base/log.ts';
import { Secrets } from './base/secrets.ts';
import { commandTable } from './commands/table.ts';
import { LogChannel } from './host/log-channel.ts';
import { attempt } from './host/report.ts';
import { noRows, viewIds } from './views/tree.ts';

/**
 * Registers, and returns: no network, no process, no file. What a command or a view needs is loaded when it is first
 * used. This is the only file that builds things.
 */
export function activate({ extensionMode, subscriptions }: vscode.ExtensionContext): void {
	const lifetime = new Lifetime();
	subscriptions.push(lifetime);

	const channel = lifetime.add(new LogChannel(extensionMode));
	const log = new Log(channel, new Secrets());

	for (const [id, act] of Object.entries(commandTable({ channel }))) {
		lifetime.add(vscode.commands.registerCommand(id, () => attempt(id, act, log)));
	}
	for (const id of viewIds) {
		lifetime.add(vscode.window.registerTreeDataProvider(id, noRows));
	}
}
