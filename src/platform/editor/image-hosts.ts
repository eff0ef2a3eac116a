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
	const hosts = imageHosts();
	if (hosts.includes(host)) return;
	const { Global } = vscode.ConfigurationTarget;
	await vscode.workspace.getConfiguration().update(setting, [...hosts, host], Global);
}
