import * as vscode from 'vscode';
import { onDidChangeSettings } from '../platform/editor/setting-changes.ts';
import { type LiveSettings, readLiveSettings } from './model/live-settings.ts';

/** The user's settings for webhooks. */
export class LiveConfiguration {
	readonly onDidChange = onDidChangeSettings('tildeforge.live.port', 'tildeforge.live.publicAddress');

	get current(): LiveSettings {
		const settings = vscode.workspace.getConfiguration();
		return readLiveSettings(
			settings.get<unknown>('tildeforge.live.port'),
			settings.get<unknown>('tildeforge.live.publicAddress'),
		);
	}
}
