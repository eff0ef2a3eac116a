import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { productSources, type Source } from '../house/sources.ts';
import { root } from './places.ts';
import { broken, noTests, type Tally } from './tally.ts';

/** Starts to record which functions this process executes. The result returns those of all files in a folder `src`. */
export function recordFunctions(): () => readonly Profiler.ScriptCoverage[] {
	const session = new Session();
	session.connect();
	session.post('Profiler.enable');
	session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false });
	return () => {
		let files: readonly Profiler.ScriptCoverage[] = [];
		session.post('Profiler.takePreciseCoverage', (_, { result }) => {
			files = result.filter(({ url }) => url.includes('/src/'));
		});
		return files;
	};
}

/** A folder to which the processes of a run of tests report. */
export const reportsVariable = 'TILDEFORGE_REPORTS';

/** Reports which functions this process has executed when it ends. */
export function reportFunctions(): void {
	const folder = process.env[reportsVariable];
	if (folder === undefined) return;
	const takeReport = recordFunctions();
	process.on('exit', () => writeFileSync(join(folder, randomUUID()), JSON.stringify(takeReport())));
}

/** Up to the next line that is not indented and begins a statement or comment. */
const declarations =
	/(?<=^|\n)export (?:async |abstract )*(function|class|const)\*? (\w+)[\s\S]*?(?=\n[a-z/@]|$)/g;

/**
 * The functions and classes that a file exports and no process has executed, as `path:line name`. `recorded` are all functions of the file;
 * nothing if no process has loaded it.
 */
export function unexecutedFunctions(
	{ path, text, imports }: Source,
	recorded: readonly Profiler.FunctionCoverage[] | undefined,
): readonly string[] {
	if (!path.startsWith('src/') || imports.some(({ target, isType }) => target === 'vscode' && !isType))
		return [];
	return [...text.matchAll(declarations)].flatMap(({ 0: declaration, 1: kind, 2: name, index }) => {
		const own = recorded?.filter(({ functionName, ranges: [range] }) => {
			if (!range || range.startOffset <= index || range.startOffset >= index + declaration.length)
				return false;
			// Static fields are set when the file is loaded.
			return kind === 'class' ? functionName !== '<static_initializer>' : functionName === name;
		});
		// A constant without a function of its name is data, and a class may have no code.
		const isFunction =
			kind === 'function' || (own ? own.length > 0 : kind === 'class' || declaration.includes('=>'));
		if (!isFunction || own?.some(({ ranges: [range] }) => range?.count)) return [];
		return [`${path}:${text.slice(0, index).split('\n').length} ${name}`];
	});
}

/** The failures of a whole run of the unit tests, whose processes reported to a folder. */
export function checkExecuted(folder: string): Tally {
	const reports = readdirSync(folder).flatMap((name): readonly Profiler.ScriptCoverage[] =>
		JSON.parse(readFileSync(join(folder, name), 'utf8')),
	);
	const byUrl = Map.groupBy(reports, ({ url }) => url);
	const found = productSources().flatMap((source) => {
		const loaded = byUrl.get(pathToFileURL(join(root, source.path)).href);
		return unexecutedFunctions(
			source,
			loaded?.flatMap(({ functions }) => functions),
		);
	});
	if (found.length === 0) return noTests;
	const reason =
		'No unit test executes these. Write one that does, through what other folders import, or delete them:';
	return broken('Every exported function is executed', `${reason}\n${found.join('\n')}`);
}
