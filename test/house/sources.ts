import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../tools/places.ts';

/** One file of the product. `imports` are as written, except that relative ones are paths from the repository's root. */
export interface Source {
	readonly path: string;
	readonly text: string;
	readonly imports: readonly string[];
}

const importWords =
	/(?:^|[\s;}])(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\b(?:import|require)\(\s*['"]([^'"]+)['"]/g;

export function source(path: string, text: string): Source {
	const imports = [...text.matchAll(importWords)].map((match) => match[1] ?? match[2] ?? '');
	const resolved = imports.map((name) => (name.startsWith('.') ? posix.join(dirname(path), name) : name));
	return { path, text, imports: [...new Set(resolved)] };
}

export function productSources(): Source[] {
	return globSync(['src/**/*.ts', 'media/**/*.ts'], { cwd: root })
		.map((path) => path.replaceAll('\\', '/'))
		.sort()
		.map((path) => source(path, readFileSync(join(root, path), 'utf8')));
}
