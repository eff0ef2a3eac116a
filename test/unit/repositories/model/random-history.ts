import fc from 'fast-check';
import { type Files, file, submodule, type TreeFile } from './trees.ts';

/** The files of two commits of a small project. The second has random changes of the first. */
export const history = (() => {
	const line = fc
		.integer({ min: 0, max: 40 })
		.map((at) => `${'words and more '.repeat(1 + (at % 4))}${at}\n`);
	const lines = fc.array(line, { maxLength: 24 }).map((all) => all.join(''));
	const content = fc.oneof(
		{ weight: 8, arbitrary: lines },
		{ weight: 1, arbitrary: lines.map((all) => `\0${all}`) },
		{ weight: 1, arbitrary: lines.map((all) => all.replaceAll('\n', '\r\n')) },
		{ weight: 1, arbitrary: fc.constant(`${'long '.repeat(200)}\n`) },
	);
	const name = fc.constantFrom('a', 'b', 'a.b', 'lib', 'main.c', 'README', 'ö', 'x y');
	const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
	const entry = fc.oneof(
		{ weight: 8, arbitrary: content.map((text) => file(text)) },
		{ weight: 2, arbitrary: content.map((text) => file(text, '100755')) },
		{ weight: 1, arbitrary: fc.constantFrom('a', 'b').map((target) => file(target, '120000')) },
		{ weight: 1, arbitrary: fc.constantFrom('1', '2').map(submodule) },
	);
	const step = fc.oneof(
		fc.record({ kind: fc.constant('move' as const), nth: fc.nat(), path, edit: lines }),
		fc.record({ kind: fc.constant('edit' as const), nth: fc.nat(), edit: lines }),
		fc.record({ kind: fc.constant('delete' as const), nth: fc.nat() }),
		fc.record({ kind: fc.constant('add' as const), path, entry }),
	);
	return fc
		.tuple(fc.array(fc.tuple(path, entry), { maxLength: 12 }), fc.array(step, { maxLength: 10 }))
		.map(([all, steps]): [Files, Files] => {
			const before = new Map<string, TreeFile>();
			for (const [path, one] of all) put(before, path, one);
			const after = new Map(before);
			for (const step of steps) {
				if (step.kind === 'add') {
					put(after, step.path, step.entry);
					continue;
				}
				const [path, one] = [...after][step.nth % Math.max(1, after.size)] ?? [];
				if (path === undefined || !one) continue;
				after.delete(path);
				const isText = one.mode.startsWith('100');
				if (step.kind === 'edit')
					put(after, path, isText ? { ...one, content: one.content + step.edit } : one);
				if (step.kind === 'move')
					put(
						after,
						step.path,
						isText ? { ...one, content: `${one.content}${step.edit.slice(0, 90)}\n` } : one,
					);
			}
			return [before, after];
		});
})();

/** A path cannot be a file and a directory: the newest wins. */
function put(files: Map<string, TreeFile>, path: string, one: TreeFile): void {
	for (const other of files.keys()) {
		if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) files.delete(other);
	}
	files.set(path, one);
}
