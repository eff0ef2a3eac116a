import { execFileSync, spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../build.mjs';
import { options } from '../tools/options.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { portNumber, requireFreePort } from '../tools/ports.ts';
import { run } from '../tools/processes.ts';
import { startWebHost } from '../tools/web-host.ts';

const { values } = options({
	port: { type: 'string', default: '0' },
	web: { type: 'boolean', default: false },
});
const port = portNumber(values.port);
if (port > 0) await requireFreePort(port);

const folder = temporaryFolder('sample');
cpSync(join(root, 'test', 'sample'), folder, { recursive: true });

await build({ production: false });
console.log('To begin, choose Try a Sample Forge in the Tildeforge view.');

// `--port` applies to the browser editor, so a user who sets it wants that editor.
if (!values.web && port === 0 && hasDesktopEditor()) {
	console.log('Opening VS Code. Close its window, or press Ctrl-C here, to end.');
	const data = temporaryFolder('desktop');
	process.prependListener('exit', () => endEditor(join(data, 'user')));
	const words = [
		...[folder, '--new-window', '--wait', '--disable-workspace-trust'],
		...[`--extensionDevelopmentPath=${root}`, `--user-data-dir=${join(data, 'user')}`],
		`--extensions-dir=${join(data, 'extensions')}`,
	];
	const shell = process.platform === 'win32';
	process.exitCode = await run('code', shell ? words.map((word) => `"${word}"`) : words, { shell });
} else {
	const host = await startWebHost({ port, hasAllBuiltIns: true });
	const address = host.address({ folder, extension: root });
	console.log(`\nVS Code with Tildeforge:\n  ${address}\n\nPress Ctrl-C to end.`);
	openInBrowser(address);
}

/** `code` only contacts the editor and waits. The editor's process id is in its user data. */
function endEditor(userData: string): void {
	try {
		process.kill(Number(readFileSync(join(userData, 'code.lock'), 'utf8')));
	} catch {
		// The editor has already ended, or never started.
	}
}

function hasDesktopEditor(): boolean {
	try {
		execFileSync('code', ['--version'], { stdio: 'ignore', shell: process.platform === 'win32' });
		return true;
	} catch {
		return false;
	}
}

/** Opens an address in the default browser. Without a desktop, the user has the printed address. */
function openInBrowser(address: string): void {
	const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
		darwin: ['open', address],
		win32: ['rundll32', 'url.dll,FileProtocolHandler', address],
	};
	const desktop = process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY;
	const [command, ...args] = openers[process.platform] ?? (desktop ? ['xdg-open', address] : []);
	if (command === undefined || process.env.CI !== undefined) return;
	spawn(command, args, { stdio: 'ignore', detached: true })
		.on('error', () => {})
		.unref();
}
