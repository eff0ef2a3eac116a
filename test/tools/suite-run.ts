import { join } from 'node:path';
import { build } from 'esbuild';
import type { EditorHost } from './editor-host.ts';
import type { Tally } from './mocha.ts';
import { root, temporaryFolder } from './places.ts';
import { openSuiteChannel, type SuiteTask, taskVariable } from './suite-channel.ts';

const built = join(root, '.vscode-test', 'suites');

/** Bundles files that run inside the extension host; answers where each one is. */
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

/** Opens a fresh window of the editor, lets a suite run in its extension host, and answers what the suite said. */
export async function runSuite<Result = Tally>(host: EditorHost, run: SuiteRun): Promise<Result> {
	const channel = await openSuiteChannel<Result>((line) => console.log(line));
	const task: SuiteTask = { ...run.task, port: channel.port };
	try {
		await host.run({
			extension: run.extension ?? root,
			suite: run.suite,
			folder: run.folder ?? temporaryFolder('workspace'),
			env: { ...run.env, [taskVariable]: JSON.stringify(task) },
			begun: channel.connected,
			done: channel.result.catch(() => {}),
		});
	} finally {
		channel.close();
	}
	return channel.result;
}
