import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { source } from '../house/sources.ts';

/** The files below `root` that import a file of `folder`, themselves or through others. */
export function filesThatReach(root: string, files: readonly string[], folder: string): readonly string[] {
	const imports = new Map<string, readonly string[]>();
	const importsOf = (path: string): readonly string[] => {
		const file = join(root, path);
		const text = path.endsWith('.ts') && existsSync(file) ? readFileSync(file, 'utf8') : '';
		return source(path, text).imports.flatMap(({ target, isType }) => (isType ? [] : [target]));
	};
	const reaches = (file: string): boolean => {
		const seen = new Set([file]);
		for (const path of seen) {
			if (path.startsWith(folder)) return true;
			const targets = imports.get(path) ?? importsOf(path);
			imports.set(path, targets);
			for (const target of targets) seen.add(target);
		}
		return false;
	};
	return files.filter(reaches);
}
