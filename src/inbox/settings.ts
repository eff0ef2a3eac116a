import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { Lifetime } from '../base/lifetime.ts';
import { ForgeError } from '../forge/contract/errors.ts';
import { showWarning } from '../platform/editor/messages.ts';
import { onDidChangeSettings } from '../platform/editor/setting-changes.ts';
import { InboxRules } from './state/inbox-rules.ts';

const memoryKey = 'inbox.reportedRules';

/** The rules in the user's settings, as long as `lifetime` lasts. */
export function openInboxRules(memory: vscode.Memento, lifetime: Lifetime): InboxRules {
	return lifetime.add(
		new InboxRules({
			read: () => vscode.workspace.getConfiguration().get<unknown>('tildeforge.inbox.rules'),
			write: writeRules,
			onDidChange: onDidChangeSettings('tildeforge.inbox.rules'),
			reported: {
				get: () => memory.get(memoryKey),
				set: (text) => background(memory.update(memoryKey, text)),
			},
			warn: (text) => background(warn(text)),
		}),
	);
}

async function writeRules(rules: readonly unknown[]): Promise<void> {
	const { Global } = vscode.ConfigurationTarget;
	try {
		const setting = rules.length > 0 ? rules : undefined;
		await vscode.workspace.getConfiguration().update('tildeforge.inbox.rules', setting, Global);
	} catch (cause) {
		throw new ForgeError(
			'refused',
			'The rules of the Inbox could not be written to the settings. Check that settings.json has no errors and is writable, then try again.',
			{ cause },
		);
	}
}

async function warn(text: string): Promise<void> {
	if ((await showWarning(text, 'Open Settings')) === 'Open Settings') await openRulesSetting();
}

/** Shows the rules among the settings. */
export async function openRulesSetting(): Promise<void> {
	await vscode.commands.executeCommand('workbench.action.openSettings', '@id:tildeforge.inbox.rules');
}
