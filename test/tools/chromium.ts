import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { run } from './processes.ts';
import { runProgram } from './programs.ts';
import { Stop } from './stop.ts';

const usualPaths: Partial<Record<NodeJS.Platform, readonly string[]>> = {
	linux: [
		// Has no window around the page, and so needs a fifth less of the processor for the same tests.
		'/usr/bin/chromium-headless-shell',
		'/usr/bin/chromium',
		'/usr/bin/chromium-browser',
		'/usr/bin/google-chrome',
		'/usr/bin/google-chrome-stable',
		'/usr/bin/microsoft-edge',
	],
	darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
		(name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
	),
	win32: [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA].flatMap(
		(folder) =>
			folder === undefined
				? []
				: ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((path) =>
						join(folder, path),
					),
	),
};

/**
 * What V8 leaves out. Without the first, the first stack trace makes it parse the editor's code again. A test window does not live long enough
 * for the two compilers that optimize: they take a tenth of the processor time of these tests.
 */
let leftOut = ['enable-lazy-source-positions', 'opt', 'maglev'];

/** Makes pages as fast as those of a user. For benchmarks, before the first launch. */
export function optimizePages(): void {
	leftOut = leftOut.filter((name) => name !== 'opt' && name !== 'maglev');
}

const launchArguments = () => [
	`--js-flags=${leftOut.map((name) => `--no-${name}`).join(' ')}`,
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// As in local-names.cjs: no name server is asked.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.*, EXCLUDE *::1*',
];

const installedPaths = () =>
	[...(usualPaths[process.platform] ?? []), chromium.executablePath()].filter((path) => existsSync(path));

/** Launches the first program that starts. An installed one may lack a library, or only point to an app store. */
async function launchFirst(paths: readonly string[]): Promise<Browser | undefined> {
	for (const executablePath of paths) {
		try {
			return await chromium.launch({ executablePath, args: launchArguments() });
		} catch (error) {
			console.log(`${executablePath} does not start: ${String(error).split('\n')[0]}`);
		}
	}
	return undefined;
}

function isDebianRoot(): boolean {
	if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
	try {
		execFileSync('apt-get', ['--version'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

/** Launches an installed Chromium, else the one from Playwright, else the one from Debian. */
export async function launchChromium(): Promise<Browser> {
	const named = process.env.CHROMIUM;
	if (named !== undefined && !existsSync(named)) {
		throw new Stop(`CHROMIUM names "${named}", and there is no such file.`);
	}
	const first = await launchFirst(named === undefined ? installedPaths() : [named]);
	if (first) return first;

	console.log('No Chromium, Chrome or Edge starts. Downloading Chromium …');
	await runProgram('playwright-core', ['install', 'chromium', '--no-shell']);
	const second = await launchFirst(installedPaths());
	if (second) return second;
	if (isDebianRoot()) {
		console.log("Playwright's Chromium cannot be used. Installing Debian's …");
		const apt = { env: { DEBIAN_FRONTEND: 'noninteractive' }, limitMs: 30 * 60_000 };
		const install = (name: string) =>
			run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], apt);
		await run('apt-get', ['update', '-qq'], apt);
		// Debian has not always had the first one, and Ubuntu does not.
		await install('chromium-headless-shell').catch(() => install('chromium'));
	}
	const third = await launchFirst(installedPaths());
	if (third) return third;
	throw new Stop(
		'The tests need Chromium. None is installed, and none could be downloaded (the lines above say why). Install ' +
			'Chromium or Google Chrome (on Debian: apt-get install chromium), or set the variable CHROMIUM to its path.',
	);
}
