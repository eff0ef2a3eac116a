import * as vscode from 'vscode';

const setting = 'tildeforge.imageHosts';

/** The hosts whose images pages show without asking, as the user settings list them. The settings of a folder do not count. */
export function imageHosts(): readonly string[] {
	const hosts = vscode.workspace.getConfiguration().inspect<unknown>(setting)?.globalValue;
	return Array.isArray(hosts)
		? hosts.filter((one) => typeof one === 'string').map((one) => one.toLowerCase())
		: [];
}

/** From now on, pages show the images of a host without asking. */
export async function addImageHost(host: string): Promise<void> {
	if (imageHosts().includes(host)) return;
	const configuration = vscode.workspace.getConfiguration();
	const written = configuration.inspect<unknown>(setting)?.globalValue;
	// Invalid entries stay: they may be mistakes that the user wants to correct.
	const hosts: readonly unknown[] = Array.isArray(written) ? written : [];
	await configuration.update(setting, [...hosts, host], vscode.ConfigurationTarget.Global);
}
