import { arch, platform, release } from 'node:os';
import * as vscode from 'vscode';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { allAddresses } from '../../signin/instances/instance.ts';
import type { Forges } from '../forges/forges.ts';

/** Copies information about a problem to the clipboard, without secrets. */
export async function copyDiagnostics(forges: Forges): Promise<void> {
	const { env, version, UIKind } = vscode;
	const http = vscode.workspace.getConfiguration('http');
	const lines = [
		`Tildeforge ${forges.version}`,
		`Editor: ${env.appName} ${version} (${env.appHost}, ${env.uiKind === UIKind.Web ? 'in a browser' : 'desktop'}${env.remoteName === undefined ? '' : `, remote ${env.remoteName}`})`,
		`System: ${platform()} ${release()} ${arch()}, Node ${process.versions.node}`,
		`Trusted workspace: ${vscode.workspace.isTrusted ? 'yes' : 'no'}`,
		`Proxy: ${http.get('proxy') ? 'set' : 'not set'}, proxySupport ${http.get('proxySupport')}, strictSSL ${http.get('proxyStrictSSL')}`,
		'',
		...forges.instances.problems.map((problem) => `Settings: ${problem}`),
		...forges.instances.all.flatMap((instance) => [
			`Forge ${instance.name}${instance.clientId === undefined ? '' : ' (with a client ID)'}`,
			...allAddresses.map((service) => `  ${service}: ${instance[service] ?? 'none'}`),
		]),
		'',
		...forges.registry.sessions.map(
			({ account, instance, method, scopes, expires, refresh }) =>
				`Account ${account} at ${instance}: by ${method}, ` +
				`scopes ${scopes?.join(' ') ?? 'unknown'}, ` +
				`until ${expires === null ? 'unknown' : new Date(expires).toISOString()}${refresh === null ? '' : ', renewable'}`,
		),
		...forges.registry.ended.map((one) =>
			one.ending === 'damaged'
				? 'Account unknown: its file is damaged'
				: `Account ${one.account} at ${one.instance}: ended (${one.ending})`,
		),
	];
	await env.clipboard.writeText(forges.mask(lines.join('\n')));
	showInStatusBar('Diagnostics copied to the clipboard. They contain no secrets.');
}
