import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { source } from '../house/sources.ts';
import { root } from './places.ts';
import { testFiles } from './suites.ts';

const git = (...args: readonly string[]): readonly string[] =>
	execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\0').filter(Boolean);

/** The files that differ from the last commit: changed, new and deleted ones. */
export const changedFiles = (): readonly string[] => [
	...git('diff', '--name-only', '--no-renames', '-z', 'HEAD'),
	...git('ls-files', '--others', '--exclude-standard', '-z'),
];

/** What each test is built or checked with. */
const ofEverything = /^(package-lock\.json|tsconfig\.json|[\w-]+\.mjs)$/;

/** The tests of the project's own rules. They read the whole project, so any change may break them. */
const isHouseTest = (path: string): boolean => path.startsWith('test/house/');

/** The unit tests that changed files may break, as `testFiles` returns them. */
export function testsReachedBy(changed: readonly string[]): readonly string[] {
	if (changed.length === 0) return [];
	if (changed.some((path) => ofEverything.test(path))) return testFiles('unit');
	const files = git('ls-files', '--cached', '--others', '--exclude-standard', '-z').filter(
		(path) => path.endsWith('.ts') && /^(src|media|test)\//.test(path) && !changed.includes(path),
	);
	const existing = [...files, ...changed.filter((path) => path.endsWith('.ts'))];
	const texts = new Map(existing.flatMap((path) => textOf(path)));
	const reached = filesReachedBy(changed, texts);
	return testFiles('unit').filter((file) => {
		const path = file.slice(root.length + 1).replaceAll('\\', '/');
		return reached.has(path) || isHouseTest(path);
	});
}

function textOf(path: string): (readonly [string, string])[] {
	try {
		return [[path, readFileSync(join(root, path), 'utf8')]];
	} catch {
		// Git still lists a deleted file.
		return [];
	}
}

/**
 * The files that changed files may affect: those that import them, themselves or through others, or have their paths in quotes, as tests of
 * pages have. In `media` and `test`, what is not code affects all code in its folder.
 */
export function filesReachedBy(
	changed: readonly string[],
	texts: ReadonlyMap<string, string>,
): ReadonlySet<string> {
	const users = new Map<string, string[]>();
	const add = (used: string, user: string) => {
		const known = users.get(used);
		if (known) known.push(user);
		else users.set(used, [user]);
	};
	for (const [path, text] of texts) {
		const { imports, strings } = source(path, text);
		for (const { target, isType } of imports) if (!isType) add(target, path);
		for (const quoted of strings) {
			if (/^\.\.?\//.test(quoted)) add(posix.join(posix.dirname(path), quoted), path);
			else if (quoted.includes('/') || quoted.includes('.')) add(quoted, path);
		}
		if (/^(media|test)\//.test(path)) add(`${dirname(path)}/`, path);
	}
	const reached = new Set<string>();
	const left = [...changed];
	for (let path = left.pop(); path !== undefined; path = left.pop()) {
		if (reached.has(path)) continue;
		reached.add(path);
		left.push(...(users.get(path) ?? []));
		if (!path.endsWith('.ts')) left.push(...folderUsers(path, users));
	}
	return reached;
}

/** The code in the folder of a file, or in the closest one above it that has code. */
function folderUsers(path: string, users: ReadonlyMap<string, readonly string[]>): readonly string[] {
	for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
		const found = users.get(`${folder}/`);
		if (found) return found;
	}
	return [];
}
