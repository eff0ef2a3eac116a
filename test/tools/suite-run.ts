import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { EditorHost } from './editor-host.ts';
import { root, temporaryFolder, testPlace } from './places.ts';
import { openSuiteChannel, type SuiteTask, taskVariable } from './suite-channel.ts';
import type { Tally } from './tally.ts';

/** Inside the checkout, so that the suites find its packages. Only this process uses it. */
const built = join(testPlace, 'suites', String(process.pid));
process.on('exit', () => rmSync(built, { recursive: true, force: true }));

/** Bundles files to run inside the extension host. Returns the path of each bundle. */
export async function bundleForHost(files: readonly string[]): Promise<Map<string, string>> {
	await build({
		entryPoints: [...files],
		outdir: built,
		outbase: root,
		outExtension: { '.js': '.cjs' },
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node22',
		external: ['vscode', 'mocha'],
		sourcemap: 'inline',
		logLevel: 'warning',
	});
	return new Map(
		files.map((file) => [file, join(built, file.slice(root.length)).replace(/\.ts$/, '.cjs')] as const),
	);
}

export interface SuiteRun {
	readonly suite: string;
	/** The extension under development. */
	readonly extension?: string;
	readonly folder?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly task: Omit<SuiteTask, 'port'>;
}

/** Opens a new editor window, runs a suite in its extension host, and returns the suite's result. */
export async function runSuite<Result = Tally>(
	host: EditorHost,
	run: SuiteRun,
	print: (line: string) => void = (line) => console.log(line),
): Promise<Result> {
	const channel = await openSuiteChannel<Result>(print);
	const task: SuiteTask = { ...run.task, port: channel.port };
	let said = '';
	try {
		said = await host.run({
			extension: run.extension ?? root,
			suite: run.suite,
			folder: run.folder ?? temporaryFolder('workspace'),
			env: { ...run.env, [taskVariable]: JSON.stringify(task) },
			done: channel.result.catch(() => {}),
		});
	} finally {
		channel.close();
	}
	return channel.result.catch((error) => {
		throw new Error(`${error instanceof Error ? error.message : error}\n${said}`);
	});
}
