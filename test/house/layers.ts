import type { Source } from './sources.ts';

const state = ['base', 'forge', 'signin', 'model', 'state'];
const core = [...state, 'live'];

interface Room {
	/** The rooms that it may import from, besides itself. */
	readonly knows: readonly string[];
	/** Which of its files may import `vscode` when the program runs; types are free to all host code. */
	readonly editor: 'all' | 'none' | readonly string[];
}

const room = (knows: readonly string[], editor: Room['editor'] = 'none'): Room => ({ knows, editor });

/** The rooms of the house, as ARCHITECTURE.md draws them. A new folder is entered here first. */
const rooms: Readonly<Record<string, Room>> = {
	'src/base': room([]),
	'src/forge': room(['base']),
	'src/signin': room(['base', 'forge']),
	'src/model': room(['base', 'forge']),
	'src/state': room(['base', 'forge', 'signin', 'model']),
	'src/live': room(state),
	'src/protocol': room(['base', 'forge', 'model']),
	'src/sandbox': room(['base', 'forge', 'model']),
	'src/git': room(['base', 'model']),
	'src/host': room(core, 'all'),
	'src/views': room([...state, 'host'], ['src/views/tree.ts']),
	'src/panels': room([...state, 'protocol', 'host'], ['src/panels/panel.ts']),
	'src/editor': room([...state, 'host', 'git'], 'all'),
	'src/files': room([...state, 'host', 'git'], 'all'),
	'src/commands': room(
		[...core, 'protocol', 'sandbox', 'git', 'host', 'views', 'panels', 'editor', 'files'],
		'all',
	),
	media: room(['protocol']),
};

/** The files that use undici, and the one that builds everything. */
const undiciFiles = ['src/forge/plain-transport.ts', 'src/forge/undici.ts'];
const root = 'src/extension.ts';

const roomOf = (path: string) =>
	path.startsWith('media/') ? 'media' : path.split('/').slice(0, 2).join('/');

const isPath = (target: string) => /^(\.\.\/|src\/|media\/|test\/)|\.mjs$/.test(target);

function directionProblems({ path, imports }: Source): string[] {
	const name = roomOf(path);
	const home = rooms[name];
	if (!home && path !== root) {
		return [
			`${path} is in no room of the house. Put it into one of ${Object.keys(rooms).join(', ')}, or enter its room in test/house/layers.ts and ARCHITECTURE.md.`,
		];
	}
	return imports.flatMap(({ target }) => {
		if (name === 'media' && !isPath(target)) {
			return [`${path} imports ${target}, which is not there in a page. Ask the host for what it gives.`];
		}
		if (!isPath(target)) return [];
		if (!/^(src|media)\//.test(target)) {
			return [`${path} imports ${target}, which is no part of the product. Move what it needs into src.`];
		}
		if (!target.endsWith('.ts')) return [`${path} imports ${target}: write the file's whole name, with .ts.`];
		if (!home || roomOf(target) === name || home.knows.some((known) => target.startsWith(`src/${known}/`)))
			return [];
		return [
			`${path} imports ${target}, and ${name} may know only ${home.knows.join(', ') || 'itself'}. Move the code to where it fits, or hand the thing in as a parameter.`,
		];
	});
}

function visitorProblems({ path, imports }: Source): string[] {
	const home = rooms[roomOf(path)];
	return imports.flatMap(({ target, isType, isLazy }) => {
		if (isLazy && !isPath(target) && !target.startsWith('node:')) {
			return [
				`${path} loads the package ${target} lazily, which leaves it without names once it is built. Export what is used of it from a file of ours, and load that.`,
			];
		}
		if (/^undici($|\/)/.test(target) && !undiciFiles.includes(path)) {
			return [
				`${path} imports undici; only ${undiciFiles.join(' and ')} may. Take a transport as a parameter.`,
			];
		}
		if (target !== 'vscode' || path === root || !home || home.editor === 'all') return [];
		if (home.editor !== 'none' && (isType || home.editor.includes(path))) return [];
		const who = home.editor === 'none' ? 'no file' : `only ${home.editor.join(', ')}`;
		return [
			`${path} imports vscode; in ${roomOf(path)} ${who} may. Keep the meaning here and the editor in src/host.`,
		];
	});
}

/** Rings of files that import each other: in a ring every file is the same layer. */
function ringProblems(sources: readonly Source[]): string[] {
	const byPath = new Map(sources.map((one) => [one.path, one]));
	const rings: string[] = [];
	const done = new Set<string>();
	const visit = (path: string, way: readonly string[]) => {
		const at = way.indexOf(path);
		if (at !== -1) {
			rings.push(
				`Ring: ${[...way.slice(at), path].join(' → ')}. Move what both sides need into a file below them.`,
			);
			return;
		}
		if (done.has(path)) return;
		for (const { target } of byPath.get(path)?.imports ?? []) visit(target, [...way, path]);
		done.add(path);
	};
	for (const { path } of sources) visit(path, []);
	return rings;
}

/** What stands against the layers of ARCHITECTURE.md, each with what to do. */
export function layerProblems(sources: readonly Source[]): string[] {
	return [
		...sources.flatMap((one) => [...directionProblems(one), ...visitorProblems(one)]),
		...ringProblems(sources),
	];
}
