import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { root, temporaryFolder, testPlace } from './places.ts';
import { Background } from './processes.ts';
import { Stop } from './stop.ts';
import { prepareWebHost, startWebHost } from './web-host.ts';

/** An editor window that runs a suite inside the extension host. */
interface SuiteWindow {
	readonly extension: string;
	readonly suite: string;
	readonly folder: string;
	readonly env: Readonly<Record<string, string>>;
	/** Settles when the suite has reported its result or no longer can. The window is closed then. */
	readonly done: Promise<unknown>;
}

/** Opens a window of one kind of editor, closes it when the suite is done, and returns the editor's last output. */
export interface EditorHost {
	run(window: SuiteWindow): Promise<string>;
	close(): Promise<void>;
}

const hostNames = ['web', 'desktop'] as const;

export function editorHost(name: string): Promise<EditorHost> {
	if (name === 'web') return webHost();
	if (name === 'desktop') return desktopHost();
	throw new Stop(`There is no host "${name}". There are: ${hostNames.join(', ')}.`);
}

async function webHost(): Promise<EditorHost> {
	const browser: Browser = await launchChromium();
	await prepareWebHost();
	return {
		async run(window) {
			const server = await startWebHost({ env: window.env });
			const context = await browser.newContext();
			const consoleLines: string[] = [];
			try {
				const page = await context.newPage();
				page.on('console', (message) => consoleLines.push(message.text()));
				await page.goto(server.address(window));
				await window.done;
			} finally {
				await context.close();
				await server.stop();
			}
			return [...consoleLines.slice(-20), server.tail()].join('\n');
		},
		close: () => browser.close(),
	};
}

/** Desktop VS Code. `@vscode/test-electron` only downloads it: a process that it starts cannot be stopped. */
async function desktopHost(): Promise<EditorHost> {
	const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
	let executable: string;
	try {
		executable = await downloadAndUnzipVSCode({ cachePath: testPlace, extensionDevelopmentPath: root });
	} catch (error) {
		throw new Stop(
			`VS Code for the desktop could not be downloaded (${error instanceof Error ? error.message : error}). ` +
				'The first run needs a network. The same tests run in the browser: -- --host=web.',
		);
	}
	return {
		async run({ extension, suite, folder, env, done }) {
			const data = temporaryFolder('desktop');
			const editor = new Background(
				executable,
				[
					...[folder, `--extensionDevelopmentPath=${extension}`, `--extensionTestsPath=${suite}`],
					...[`--user-data-dir=${data}/user`, `--extensions-dir=${data}/extensions`],
					...['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes', '--disable-updates'],
					...['--no-sandbox', '--disable-gpu'],
				],
				{ env },
			);
			await Promise.race([done, editor.exited]);
			await editor.stop();
			return editor.tail();
		},
		close: async () => {},
	};
}
