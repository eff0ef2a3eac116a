import { posix } from 'node:path';
import type { Source } from './sources.ts';

const maxFiles = 40;

const folderOf = (path: string): string => posix.dirname(path);

/** Folders that a reader cannot take in, each with what to do. */
export function largeFolderProblems(sources: readonly Source[]): string[] {
	const files = Map.groupBy(sources, ({ path }) => folderOf(path));
	return [...files]
		.filter(([, { length }]) => length > maxFiles)
		.map(
			([folder, { length }]) =>
				`${folder} has ${length} files. Move those of one subject to a folder below it.`,
		);
}

/** Folders whose files import each other's, directly or through other folders, each with the imports that close the ring. */
export function folderRingProblems(sources: readonly Source[]): string[] {
	const graph = new Map<string, Map<string, string[]>>();
	const known = new Set(sources.map(({ path }) => path));
	for (const { path, imports } of sources) {
		for (const { target } of imports) {
			const [from, to] = [folderOf(path), folderOf(target)];
			if (!known.has(target) || from === to) continue;
			const targets = graph.get(from) ?? new Map<string, string[]>();
			graph.set(from, targets.set(to, [...(targets.get(to) ?? []), `${path} → ${target}`]));
		}
	}
	const problems: string[] = [];
	const done = new Set<string>();
	const visit = (folder: string, importers: readonly string[]) => {
		const start = importers.indexOf(folder);
		if (start !== -1) {
			const ring = [...importers.slice(start), folder];
			const last =
				graph
					.get(ring.at(-2) ?? '')
					?.get(folder)
					?.slice(0, 3) ?? [];
			problems.push(
				`Ring of folders: ${ring.join(' → ')}, because of ${last.join(', ')}. Move what both sides need into a folder below them.`,
			);
			return;
		}
		if (done.has(folder)) return;
		for (const target of graph.get(folder)?.keys() ?? []) visit(target, [...importers, folder]);
		done.add(folder);
	};
	for (const folder of graph.keys()) visit(folder, []);
	return problems;
}
