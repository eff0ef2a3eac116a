import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { root, temporaryFolder, testPlace } from './places.ts';
import { Stop } from './stop.ts';
import { startWebHost } from './web-host.ts';

/** One window of the editor in which a suite runs inside the extension host. */
interface SuiteWindow {
	readonly extension: string;
	readonly suite: string;
	readonly folder: string;
	readonly env: Readonly<Record<string, string>>;
	/** Settles when the suite has said its result, or never will; the window is closed then. */
	readonly done: Promise<unknown>;
	/** Settles when the suite has said hello. */
	readonly begun: Promise<void>;
}

/** A kind of editor: opens a window, stays until it is done, and closes it. */
export interface EditorHost {
	run(window: SuiteWindow): Promise<void>;
	close(): Promise<void>;
}

const hostNames = ['web', 'desktop'] as const;

export function editorHost(name: string): Promise<EditorHost> {
	if (name === 'web') return webHost();
	if (name === 'desktop') return desktopHost();
	throw new Stop(`There is no host "${name}". There are: ${hostNames.join(', ')}.`);
}

/** Fails when a window says nothing for a minute: it did not come up, and its own words tell why. */
async function begin({ begun }: SuiteWindow, whatItSaid: () => string): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(
			() => reject(new Error(`The editor did not start the tests within a minute.\n${whatItSaid()}`)),
			60_000,
		);
	});
	await Promise.race([begun, late]).finally(() => clearTimeout(timer));
}

async function webHost(): Promise<EditorHost> {
	const browser: Browser = await launchChromium();
	return {
		async run(window) {
			const server = await startWebHost({ env: window.env });
			const context = await browser.newContext();
			const consoleLines: string[] = [];
			try {
				const page = await context.newPage();
				page.on('console', (message) => consoleLines.push(message.text()));
				await page.goto(server.address(window));
				await begin(window, () => [...consoleLines.slice(-20), server.tail()].join('\n'));
				await window.done;
			} finally {
				await context.close();
				await server.stop();
			}
		},
		close: () => browser.close(),
	};
}

async function desktopHost(): Promise<EditorHost> {
	const { downloadAndUnzipVSCode, runTests } = await import('@vscode/test-electron');
	let executable: string;
	try {
		executable = await downloadAndUnzipVSCode({ cachePath: testPlace, extensionDevelopmentPath: root });
	} catch (error) {
		throw new Stop(
			`VS Code for the desktop could not be fetched (${error instanceof Error ? error.message : error}). ` +
				'It is needed once, with a network. The same tests run in the browser: -- --host=web.',
		);
	}
	return {
		async run(window) {
			const data = temporaryFolder('desktop');
			await runTests({
				vscodeExecutablePath: executable,
				extensionDevelopmentPath: window.extension,
				extensionTestsPath: window.suite,
				extensionTestsEnv: window.env,
				launchArgs: [
					window.folder,
					`--user-data-dir=${data}/user`,
					`--extensions-dir=${data}/extensions`,
					'--disable-workspace-trust',
					'--skip-welcome',
				],
			});
		},
		close: async () => {},
	};
}
