import * as vscode from 'vscode';
import { onDidChangeSettings } from './setting-changes.ts';

const letterKeys = 'tildeforge.singleLetterKeys';
const hostsSetting = 'tildeforge.imageHosts';

export const onDidChangePageSettings = onDidChangeSettings(letterKeys, hostsSetting);

/** The user's settings for all pages. */
export const pageSettings = () => ({
	hasLetterKeys: vscode.workspace.getConfiguration().get(letterKeys) !== 'off',
	imageHosts: imageHosts(),
});

/** The hosts whose images pages show without asking: only those in the user settings. Reasons: docs/decisions/images-of-hosts.md. */
export function imageHosts(): readonly string[] {
	const hosts = vscode.workspace.getConfiguration().inspect<unknown>(hostsSetting)?.globalValue;
	return Array.isArray(hosts)
		? hosts.filter((host) => typeof host === 'string').map((host) => host.toLowerCase())
		: [];
}

/** From now on, pages show the images of a host without asking. */
export async function addImageHost(host: string): Promise<void> {
	if (imageHosts().includes(host)) return;
	const configuration = vscode.workspace.getConfiguration();
	const written = configuration.inspect<unknown>(hostsSetting)?.globalValue;
	// Invalid entries stay: they may be mistakes that the user wants to correct.
	const hosts: readonly unknown[] = Array.isArray(written) ? written : [];
	await configuration.update(hostsSetting, [...hosts, host], vscode.ConfigurationTarget.Global);
}
