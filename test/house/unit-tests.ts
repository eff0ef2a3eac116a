import { transformSync } from 'esbuild';
import type { Source } from './sources.ts';

/** Files that no unit test reaches, with the reason. A path that ends with a slash stands for all files below it. */
export type Exceptions = Readonly<Record<string, string>>;

/** The files of `src` that a unit test could import and none reaches, itself or through others. `tests` are all files of `test/unit`. */
export function untestedFiles(
	sources: readonly Source[],
	tests: readonly Source[],
	exceptions: Exceptions,
): readonly string[] {
	const byPath = new Map(sources.map((source) => [source.path, source]));
	const reached = new Set<string>();
	const visit = ({ imports }: Source) => {
		for (const { target, isType } of imports) {
			if (isType || reached.has(target)) continue;
			reached.add(target);
			const source = byPath.get(target);
			if (source) visit(source);
		}
	};
	for (const test of tests) visit(test);
	return sources
		.filter(({ path }) => path.startsWith('src/') && !isException(path, exceptions) && !reached.has(path))
		.filter((source) => !needsEditor(source) && hasCode(source))
		.map(({ path }) => path);
}

/** The exceptions that are not needed, because there is no such file or a test imports it. */
export function needlessExceptions(
	sources: readonly Source[],
	tests: readonly Source[],
	exceptions: Exceptions,
): readonly string[] {
	const untested = untestedFiles(sources, tests, {});
	return Object.keys(exceptions).filter((path) => !untested.some((one) => isBelow(one, path)));
}

const isBelow = (path: string, exception: string): boolean =>
	path === exception || (exception.endsWith('/') && path.startsWith(exception));

const isException = (path: string, exceptions: Exceptions): boolean =>
	Object.keys(exceptions).some((exception) => isBelow(path, exception));

const needsEditor = ({ imports }: Source): boolean =>
	imports.some(({ target, isType }) => target === 'vscode' && !isType);

/** Whether a file has more than types: something is left of it when it is compiled. */
export const hasCode = ({ text }: Source): boolean =>
	transformSync(text, { loader: 'ts' }).code.trim() !== '';
