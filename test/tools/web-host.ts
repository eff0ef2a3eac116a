import {
	closeSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder, testPlace } from './places.ts';
import { Background, npm } from './processes.ts';
import { Stop } from './stop.ts';

const version = '4.139.1';
const place = join(testPlace, `web-${version}`);
const inside = (folder: string) => join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
const server = join(inside(place), 'out', 'server-main.js');
const builtInNames = [
	'cpp',
	'configuration-editing',
	'git',
	'git-base',
	'json',
	'markdown-basics',
	'markdown-language-features',
	'media-preview',
	'theme-defaults',
	'theme-seti',
];
/** The built-in extensions that Tildeforge needs. Loading all hundred would slow down each test window. */
const builtIn = join(inside(place), `built-in-${builtInNames.join('-')}`);

/** Downloads the browser editor, unless an earlier run has. */
export async function prepareWebHost(): Promise<void> {
	await fetchWebHost();
	if (existsSync(builtIn)) return;
	const draft = mkdtempSync(`${builtIn}.part-`);
	for (const name of builtInNames)
		cpSync(join(inside(place), 'extensions', name), join(draft, name), { recursive: true });
	await moveIntoPlace(draft, builtIn);
}

/** Renames a completed folder, unless another run has created `name` first. */
async function moveIntoPlace(draft: string, name: string): Promise<void> {
	try {
		await rename(draft, name);
	} catch (error) {
		if (!existsSync(name)) throw error;
		await rm(draft, { recursive: true, force: true });
	}
}

async function fetchWebHost(): Promise<void> {
	if (existsSync(place)) return;
	console.log('Downloading the editor for the browser (code-server, about 600 MB on disk, only once) …');
	// Downloads into a temporary folder and renames it at the end, so that a partial download is never used.
	mkdirSync(testPlace, { recursive: true });
	const draft = mkdtempSync(`${place}.part-`);
	writeFileSync(join(draft, 'package.json'), '{ "private": true }');
	const quiet = ['--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
	const limitMs = 30 * 60_000;
	const install = (words: readonly string[], cwd: string) =>
		npm(['install', ...words, ...quiet], { cwd, limitMs });
	const fetched =
		(await install(['--prefix', draft, `code-server@${version}`], draft)) === 0 &&
		(await install(['--omit=dev'], inside(draft))) === 0;
	if (!fetched) {
		await rm(draft, { recursive: true, force: true });
		throw new Stop(
			'The editor for the browser could not be downloaded from the package registry; the lines above say why. ' +
				'Only the first run needs a network.',
		);
	}
	await moveIntoPlace(draft, place);
}

/** The settings of each window. They suppress the editor's own notices. */
const baseSettings = {
	'workbench.startupEditor': 'none',
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'chat.disableAIFeatures': true,
	// The editor rewrites a setting that has a former name of a theme, at an unpredictable time.
	'workbench.colorTheme': 'Dark Modern',
	// The editor writes this setting itself once it has forwarded 20 ports.
	'remote.autoForwardPortsSource': 'hybrid',
	'workbench.reduceMotion': 'on',
	'editor.cursorBlinking': 'solid',
};

/** Without a dialog or banner, a folder stays untrusted. */
const untrustedSettings = {
	'security.workspace.trust.startupPrompt': 'never',
	'security.workspace.trust.banner': 'never',
};

/** Writes in one call, so the editor never reads half of it. After a rename, the editor misses writes that follow at once. */
function overwrite(path: string, text: string): void {
	const padded = Buffer.from(text === '' ? '' : text.padEnd(statSync(path).size));
	if (padded.length === 0) {
		truncateSync(path);
		return;
	}
	const file = openSync(path, 'r+');
	writeSync(file, padded, 0, padded.length, 0);
	closeSync(file);
}

const hostStarted = /<(\d+)>.*Launched Extension Host Process/;
const hostEnded = /Extension Host Process exited/;

/** Where the editor puts its sockets. Except on Linux, the path of our folder would make their paths too long. */
const socketsIn = (folder: string): Record<string, string> =>
	process.platform === 'linux' ? { TMPDIR: folder } : {};

export interface WebHost {
	/** The address of a window on `folder`, or without one, optionally with an extension under development and its test suite. */
	address(window: { folder: string | null; extension?: string | null; suite?: string }): string;
	/** The user's settings. */
	readonly settings: { read(): string; write(text: string): void };
	/** Replaces all settings and removes key bindings. Returns the resulting settings. */
	resetSettings(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
	/** The folder for everything that the editor writes. */
	readonly data: string;
	/** The process id of the latest window's extension host. */
	extensionHost(): number;
	/** Waits until `count` extension hosts are left. That of a closed or reloaded window ends about a second later. */
	waitForExtensionHosts(count: number): Promise<void>;
	/** The last output of the server. */
	tail(): string;
	stop(): Promise<void>;
}

/** Installs a packaged extension. */
async function install(vsix: string, folders: readonly string[]): Promise<void> {
	const words = [server, '--install-extension', vsix, ...folders, '--accept-server-license-terms'];
	const installing = new Background(process.execPath, words, { env: { VSCODE_IPC_HOOK_CLI: undefined } });
	await installing.exited;
	if (installing.code !== 0) throw new Stop(`${vsix} could not be installed.\n${installing.tail()}`);
}

/** Starts a VS Code server with fresh user data and only the built-in extensions, plus `installed` if given. */
export async function startWebHost(options: {
	port?: number;
	env?: Readonly<Record<string, string>>;
	/** User settings, in addition to those that suppress the editor's own notices. */
	settings?: Readonly<Record<string, unknown>>;
	/** The folder of one more extension, loaded as an installed one. */
	installed?: string | undefined;
	/** A packaged extension to install as a user does. The editor then shows its notifications, which the test driver hides. */
	vsix?: string | undefined;
	/** Loads all built-in extensions. */
	hasAllBuiltIns?: boolean;
	/** False for windows whose folder is not trusted until the user trusts it. By default, all folders are trusted. */
	isTrusted?: boolean | undefined;
}): Promise<WebHost> {
	await prepareWebHost();
	const data = temporaryFolder('web');
	// This server keeps the user's settings. Other servers leave them to the browser.
	const settingsFile = join(data, 'user', 'User', 'settings.json');
	mkdirSync(dirname(settingsFile), { recursive: true });
	const initialSettings =
		options.isTrusted === false ? { ...baseSettings, ...untrustedSettings } : baseSettings;
	writeFileSync(settingsFile, JSON.stringify({ ...initialSettings, ...options.settings }));
	if (options.installed !== undefined) {
		cpSync(options.installed, join(data, 'extensions', basename(options.installed)), { recursive: true });
	}
	const folders = [
		...['--server-data-dir', join(data, 'server'), '--user-data-dir', join(data, 'user')],
		...['--extensions-dir', join(data, 'extensions')],
	];
	if (options.vsix !== undefined) await install(options.vsix, folders);
	const editor = new Background(
		process.execPath,
		[
			server,
			...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
			...folders,
			...(options.hasAllBuiltIns ? [] : ['--builtin-extensions-dir', builtIn]),
			...['--telemetry-level', 'off'],
			...['--without-connection-token', '--accept-server-license-terms'],
			...(options.isTrusted === false ? [] : ['--disable-workspace-trust']),
			// Accepts an extension under development in a built server.
			...(options.vsix === undefined ? ['--enable-smoke-test-driver'] : []),
			// Makes the extension host of a closed window shut down at once. It writes its coverage only in an orderly shutdown.
			...(options.vsix === undefined ? ['--reconnection-grace-time', '1'] : []),
		],
		{ env: { ...options.env, ...socketsIn(data), VSCODE_IPC_HOOK_CLI: undefined } },
	);
	const [[, port]] = await Promise.all([
		editor.waitForLine(/Server bound to 127\.0\.0\.1:(\d+)/),
		editor.waitForLine(/Extension host agent started/),
	]);

	return {
		address: ({ folder, extension, suite }) => {
			const remote = (path: string) => `vscode-remote://remote${pathToFileURL(path).pathname}`;
			const payload = [
				...(extension ? [['extensionDevelopmentPath', remote(extension)]] : []),
				...(suite ? [['extensionTestsPath', remote(suite)]] : []),
			];
			const opened: Record<string, string> =
				folder === null ? { ew: 'true' } : { folder: decodeURIComponent(pathToFileURL(folder).pathname) };
			const query = new URLSearchParams({ ...opened, payload: JSON.stringify(payload) });
			return `http://127.0.0.1:${port}/?${query}`;
		},
		data,
		settings: {
			read: () => readFileSync(settingsFile, 'utf8').trimEnd(),
			write: (text) => overwrite(settingsFile, text),
		},
		resetSettings(settings) {
			const all = { ...baseSettings, ...settings };
			const text = JSON.stringify(all);
			rmSync(join(data, 'user', 'User', 'keybindings.json'), { force: true });
			if (readFileSync(settingsFile, 'utf8').trimEnd() !== text) overwrite(settingsFile, text);
			return all;
		},
		extensionHost: () => Number(editor.last(hostStarted)?.[1]),
		waitForExtensionHosts: (count) => editor.waitForEnds(hostStarted, hostEnded, count),
		tail: () => editor.tail(),
		async stop() {
			// An extension host writes its coverage in an orderly shutdown, one second after its window closes.
			try {
				if (process.env.NODE_V8_COVERAGE !== undefined) await editor.waitForEnds(hostStarted, hostEnded, 0);
			} finally {
				await editor.stop();
			}
		},
	};
}
