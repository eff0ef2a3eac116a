import type { Source } from './sources.ts';

const core = ['base', 'mail', 'forge', 'signin'];
const pure = [...core, 'platform/model', 'platform/state'];

interface Layer {
	/** The folders and files that it may import from, besides itself. */
	readonly knows: readonly string[];
	/** The files in it that may import `vscode` at run time. All host code may import its types. */
	readonly editor: 'all' | 'none' | readonly string[];
}

const layer = (knows: readonly string[], editor: Layer['editor'] = 'none'): Layer => ({ knows, editor });

/** The layers of a feature. Features share code in `platform`, and do not import each other, except those of `below`. */
const feature = (name: string, ...below: readonly string[]): Readonly<Record<string, Layer>> => {
	const all = [name, ...below];
	const own = (...layers: readonly string[]) =>
		all.flatMap((one) => layers.map((layer) => `${one}/${layer}`));
	return {
		[`src/${name}/model`]: layer([
			...['base', 'mail', 'forge', 'platform/model'],
			...['platform/git/objects.ts', 'platform/git/tree-entries.ts'],
			...own('model'),
		]),
		[`src/${name}/state`]: layer([...pure, 'platform/git', ...own('model', 'state')]),
		[`src/${name}/view`]: layer([...core, 'platform', ...own('model', 'state', 'view', 'settings')]),
		[`src/${name}/page`]: layer([...core, 'platform', ...own('model', 'state', 'page')]),
		[`src/${name}/commands`]: layer([...core, 'platform', ...all], 'all'),
		[`src/${name}`]: layer([...core, 'platform', ...all], 'all'),
	};
};

/** The script of a page, `media/<name>.ts`, and the folder of that name. It shares the page's protocol with its feature. */
const page = (name: string, feature: string): Readonly<Record<string, Layer>> => ({
	[`media/${name}`]: layer([
		...['base/field-of.ts', 'base/text', 'platform/model', 'platform/page', 'media/kit'],
		`${feature}/page/protocol`,
	]),
});

/** The folders and their imports, as in ARCHITECTURE.md. The longest matching path counts. Add a new folder here first. */
const layers: Readonly<Record<string, Layer>> = {
	'src/base': layer([]),
	'src/mail': layer(['base']),
	'src/forge': layer(['base']),
	'src/signin': layer(['base', 'forge']),
	'src/sandbox': layer(['base', 'forge']),
	'src/platform/model': layer(['base', 'mail', 'forge']),
	'src/platform/state': layer([...core, 'platform/model']),
	'src/platform/git': layer(pure),
	'src/platform/editor': layer(pure, 'all'),
	'src/platform/view': layer(
		[...pure, 'platform/git', 'platform/editor'],
		[
			'src/platform/view/tree/tree.ts',
			'src/platform/view/tree/tree-item.ts',
			'src/platform/view/tree/tree-registration.ts',
			'src/platform/view/tree/badges.ts',
		],
	),
	'src/platform/items': layer(
		[...pure, 'platform/editor', 'platform/view'],
		['src/platform/items/pick-item.ts'],
	),
	'src/platform/page': layer(
		[...pure, 'platform/editor', 'platform/view'],
		['src/platform/page/panel.ts', 'src/platform/page/page-tab.ts', 'src/platform/page/list-pages.ts'],
	),
	'src/platform/commands': layer([...core, 'platform'], 'all'),
	'src/accounts': layer([...core, 'platform', 'sandbox'], 'all'),
	...feature('tickets'),
	...feature('patches'),
	...feature('review', 'patches'),
	...feature('repositories'),
	...feature('inbox'),
	'src/inbox/live': layer([...pure, 'inbox/model']),
	'src/inbox/state': layer([...pure, 'inbox/model', 'inbox/live']),
	'media/kit': layer(['base/field-of.ts', 'base/text', 'platform/model', 'platform/page']),
	'media/icons': layer(['platform/model']),
	...page('ticket', 'tickets'),
	...page('patchset', 'patches'),
};

/** The files that start programs. In the user's folders, git is only run by `gitCommand`, which makes it safe. */
const startsPrograms =
	/^src\/(sandbox\/.*|base\/find-git\.ts|platform\/git\/(run-git|cat-file)\.ts|repositories\/state\/signature\/run-verifier\.ts)$/;
/** The files that combine the features. */
const combiningFiles = ['src/extension.ts', 'src/main.ts'];

function layerOf(path: string): string {
	// The script of a page belongs to the page's folder.
	if (path.startsWith('media/')) return path.split('/').slice(0, 2).join('/').replace(/\.ts$/, '');
	const folders = path.split('/').slice(0, -1);
	while (folders.length > 2 && !(folders.join('/') in layers)) folders.pop();
	return folders.join('/');
}

/** The icons of VS Code, which are built into the pages. */
const isIcon = (target: string) => /^@vscode\/codicons\/src\/icons\/[\w-]+\.svg$/.test(target);
const isPath = (target: string) => /^(\.\.\/|src\/|media\/|test\/)|\.mjs$/.test(target);

function directionProblems({ path, imports }: Source): string[] {
	const name = layerOf(path);
	const home = layers[name];
	if (!home && !combiningFiles.includes(path)) {
		return [
			`${path} is in no layer. Put it into one of ${Object.keys(layers).join(', ')}, or add its folder to test/house/layers.ts and ARCHITECTURE.md.`,
		];
	}
	return imports.flatMap(({ target }) => {
		const isPage = name.startsWith('media/');
		if (isPage && isIcon(target)) return [];
		if (isPage && !isPath(target)) {
			return [`${path} imports ${target}, which a page does not have. Send the host a request instead.`];
		}
		if (!isPath(target)) return [];
		if (!/^(src|media)\//.test(target)) {
			return [`${path} imports ${target}, which is not part of the product. Move what it needs into src.`];
		}
		if (!target.endsWith('.ts')) return [`${path} imports ${target}: write the full file name, with .ts.`];
		const isKnown = (known: string) => {
			const path = known.startsWith('media/') ? known : `src/${known}`;
			return [path, `${path}.ts`].includes(target) || target.startsWith(`${path}/`);
		};
		if (!home || layerOf(target) === name || home.knows.some(isKnown)) return [];
		if (name === 'media/kit') {
			return [
				`${path} imports ${target}, but media/kit serves every page and may import only from ${home.knows.join(', ')}. Take what the feature decides as a parameter, move its types to src/platform/page, or move the code to the folder of the page.`,
			];
		}
		return [
			`${path} imports ${target}, and ${name} may import only from ${home.knows.join(', ') || 'itself'}. Move the code to a layer that fits, or take what it needs as a parameter.`,
		];
	});
}

function packageProblems({ path, imports }: Source): string[] {
	const home = layers[layerOf(path)];
	return imports.flatMap(({ target, isType, isLazy }) => {
		if (isLazy && !isPath(target) && !target.startsWith('node:')) {
			return [
				`${path} loads the package ${target} lazily, and the build loses the names of its exports. Export what is used of it from a file of ours, and load that.`,
			];
		}
		if (/^undici($|\/)/.test(target))
			return [`${path} imports undici, which only tests have. Take a transport as a parameter.`];
		if (/^graphql($|\/)/.test(target)) {
			return [
				`${path} imports graphql, which only tests have. Write documents as strings, and what the sandbox needs in test/graphql-forge.`,
			];
		}
		if (target === 'node:child_process' && path.startsWith('src/') && !startsPrograms.test(path)) {
			return [
				`${path} starts programs. Run git with src/platform/git/run-git.ts, which keeps a clone from running its own programs.`,
			];
		}
		if (target !== 'vscode' || !home || home.editor === 'all') return [];
		if (home.editor !== 'none' && (isType || home.editor.includes(path))) return [];
		const who = home.editor === 'none' ? 'no file' : `only ${home.editor.join(', ')}`;
		return [
			`${path} imports vscode; in ${layerOf(path)} ${who} may. Move the code that needs the editor to src/platform/editor or to the commands of a feature.`,
		];
	});
}

/** Cycles of files that import each other. All files of a cycle are in the same layer. */
function cycleProblems(sources: readonly Source[]): string[] {
	const byPath = new Map(sources.map((one) => [one.path, one]));
	const cycles: string[] = [];
	const done = new Set<string>();
	const visit = (path: string, importers: readonly string[]) => {
		const at = importers.indexOf(path);
		if (at !== -1) {
			cycles.push(
				`Import cycle: ${[...importers.slice(at), path].join(' → ')}. Move what both sides need into a third file.`,
			);
			return;
		}
		if (done.has(path)) return;
		for (const { target } of byPath.get(path)?.imports ?? []) visit(target, [...importers, path]);
		done.add(path);
	};
	for (const { path } of sources) visit(path, []);
	return cycles;
}

/** The files of the platform that format and parse references, and that list what happens, which name the features of a forge. */
const ofReferences =
	/^src\/platform\/(model\/(keys|references|open-name|forge-events|lines-link|markdown\/[\w-]+)|page\/open-link|git\/(hut-file|project(-choices|-question)?))\.ts$/;
const ofFeatures = /\w*(ticket|tracker|(?<!dis|apply)patch)\w*/i;

/** The platform, and the code that all pages share, serve every feature, so they mention none of them. */
function mentionProblems({ path, text }: Source): string[] {
	const isShared = /^(src\/platform|media\/kit)\//.test(path) && !ofReferences.test(path);
	const [word] = (isShared && ofFeatures.exec(text)) || [];
	return word === undefined
		? []
		: [
				`${path} mentions "${word}". Take what a feature decides as a parameter, or move the code to the feature.`,
			];
}

/** Violations of the layers in ARCHITECTURE.md, each with what to do. */
export function layerProblems(sources: readonly Source[]): string[] {
	return [
		...sources.flatMap((one) => [
			...directionProblems(one),
			...packageProblems(one),
			...mentionProblems(one),
		]),
		...cycleProblems(sources),
	];
}
