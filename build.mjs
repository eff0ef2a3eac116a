// Builds the extension into dist/. Used by the scripts in test/scripts/.
//
// Rolldown builds the code of the extension host, as it can put modules into chunks that we choose. esbuild builds what is one file each:
// the scripts of pages and of worker threads.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import * as esbuild from 'esbuild';
import * as rolldown from 'rolldown';

const root = import.meta.dirname;
const target = 'node22';

/**
 * What the packages have and we do not need: the replacement of each file whose path matches.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const replacements = [
	// The mail server brings a private key that everybody has, for connections that the sandbox never takes. A package with a key in it would
	// be refused, and rightly.
	[/smtp-server[\\/].*tls-options\.js$/, 'export default (options) => ({ ...options });'],
	// The sandbox's mail server takes no passwords and writes no log.
	[/smtp-server[\\/].*sasl\.js$/, 'export default { CONTROL_CHARS: /[\\x00-\\x1f\\x7f-\\x9f]/ };'],
	// What sends mails writes no log either, and opens its connections itself, so it needs nothing else of what the packages share.
	[
		/nodemailer[\\/].*shared[\\/]index\.js$/,
		`export const getLogger = () => ({ ${['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => `${level}: () => false`).join()} });`,
	],
	// Markdown-it creates a finder of addresses, which nothing asks: see `docs/decisions/web-addresses.md`.
	[/node_modules[\\/]linkify-it[\\/]/, 'export class LinkifyIt {}'],
	// Markdown-it has tables of punctuation and symbols, which the patterns of JavaScript know.
	[/node_modules[\\/]uc\.micro[\\/]/, 'export const P = /\\p{P}/u, S = /\\p{S}/u;'],
	// Markdown-it decodes character references with all names of HTML 5. A mail, which is read with the same table, needs fewer.
	[
		/node_modules[\\/]entities[\\/]/,
		`export { decodeEntities as decodeHTMLStrict } from ${JSON.stringify(join(root, 'src/base/text/html-entities.ts'))};`,
	],
];

/** @type {rolldown.Plugin} */
const withoutExtras = {
	name: 'without-extras',
	load(id) {
		return replacements.find(([path]) => path.test(id))?.[1];
	},
};

/**
 * The pages use only the shapes of icons, and a hundredth of a pixel is more than anybody sees.
 * @type {esbuild.Plugin}
 */
const withShortIcons = {
	name: 'with-short-icons',
	setup({ onLoad }) {
		onLoad({ filter: /\.svg$/ }, async ({ path }) => {
			const icon = await readFile(path, 'utf8');
			const contents = icon
				.replace(/<svg[^>]*?( viewBox="[^"]*")[^>]*>/, '<svg$1>')
				.replace(/(\.\d\d)\d+/g, '$1');
			return { contents, loader: 'text' };
		});
	},
};

/** @typedef {{ production: boolean, folder?: string }} Options */

const defaultFolder = join(root, 'dist');

/**
 * For `import * as`, a CommonJS chunk copies the whole module, getter by getter. The editor's API has two hundred of them, which each
 * chunk would keep in memory.
 * @type {rolldown.Plugin}
 */
const withoutCopiesOfApi = {
	name: 'without-copies-of-api',
	renderChunk: (code) => ({ code: code.replace(/^vscode = [\w.]+\(vscode, 1\);$/m, ''), map: null }),
};

/**
 * V8 keeps a file with such a character in two bytes for each character.
 * @param {string} text
 */
const withoutWideCharacters = (text) =>
	text.replace(/[^\0-\xff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What every window loads: when the extension is activated, and when VS Code asks for sessions. */
const loadedAlways = ['src/extension.ts', 'src/accounts/forges/sessions.ts'];
/**
 * Files of `import()` that are loaded together with another one, and are in its chunk.
 * @type {Readonly<Record<string, string>>}
 */
const loadedWith = {
	'src/review/commands/diff-threads/diff-threads.ts': 'src/patches/commands/diff-editors.ts',
	'src/review/commands/review-commands.ts': 'src/patches/commands/pages-and-commands.ts',
	'src/review/page/page-comments.ts': 'src/patches/commands/pages-and-commands.ts',
};
/** What the first view needs. */
const main = 'src/main.ts';

/**
 * Names the chunk of each module, by the `import()`s from which static imports lead to it. A chunk needs only those before it:
 *
 * - `start`: what every window loads.
 * - `soon`: what the code of `start` loads when it first needs it, such as to write to the log.
 * - `main`: what the first view needs.
 * - `shared`: what several of the others need.
 * - a chunk for each other `import()`, except those of `loadedWith`.
 *
 * There are few, because finding and reading a file takes time. `forget` is called before each build, also while the files are watched.
 */
function chunksByUse() {
	/** @type {ReturnType<typeof readImports> | undefined} */
	let imports;
	const forget = () => {
		imports = undefined;
	};
	/** @type {rolldown.CodeSplittingNameFunction} */
	const name = (id, context) => {
		imports ??= readImports(context);
		const { leading, ofStart } = imports;
		const paths = [...new Set([...(leading.get(id) ?? [])].map((path) => loadedWith[path] ?? path))];
		if (paths.some((path) => loadedAlways.includes(path))) return 'start';
		if (paths.some((path) => ofStart.has(path))) return 'soon';
		if (paths.includes(main)) return 'main';
		const [only] = paths;
		return paths.length > 1 ? 'shared' : only && chunkName(only);
	};
	return { name, forget };
}

/**
 * `leading`: for each module, the files of `import()` from which static imports lead to it. `ofStart`: those that every window may load.
 * @param {rolldown.ChunkingContext} context
 */
function readImports(context) {
	/** @type {Map<string, Set<string>>} */
	const leading = new Map();
	/** @type {Set<string>} */
	const ofStart = new Set();
	const entries = new Set([join(root, loadedAlways[0] ?? '')]);
	for (const entry of entries) {
		const path = pathOf(entry);
		const reached = new Set([entry]);
		for (const id of reached) {
			leading.set(id, (leading.get(id) ?? new Set()).add(path));
			const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
			for (const next of importedIds) reached.add(next);
			for (const next of dynamicallyImportedIds) {
				entries.add(next);
				const loaded = pathOf(next);
				if (loadedAlways.includes(path) && loaded !== main) ofStart.add(loaded);
			}
		}
	}
	const unknown = Object.keys(loadedWith).filter((path) => !entries.has(join(root, path)));
	if (unknown.length > 0) throw new Error(`No import() loads ${unknown}, which loadedWith names.`);
	return { leading, ofStart };
}

/** @param {string} file */
const pathOf = (file) => relative(root, file).split(sep).join('/');

/** @param {string} path such as `src/tickets/commands/pages-and-commands.ts` */
const chunkName = (path) => `${path.split('/')[1]}-${basename(path, '.ts')}`;

/**
 * The host's side: `extension.cjs`, and the chunks that it loads on first use.
 * @param {Options} options
 * @returns {rolldown.RolldownOptions & { output: rolldown.OutputOptions }}
 */
function hostOptions({ production, folder = defaultFolder }) {
	const { name, forget } = chunksByUse();
	return {
		cwd: root,
		input: { extension: 'src/extension.ts' },
		external: ['vscode'],
		platform: 'node',
		tsconfig: false,
		plugins: [withoutExtras, withoutCopiesOfApi, { name: 'chunks-by-use', buildStart: forget }],
		preserveEntrySignatures: 'allow-extension',
		// The packages use more of what was replaced, in code that we do not call.
		checks: { importIsUndefined: false },
		logLevel: 'warn',
		transform: { target },
		output: {
			dir: folder,
			format: 'cjs',
			entryFileNames: '[name].cjs',
			chunkFileNames: 'chunks/[name]-[hash].cjs',
			dynamicImportInCjs: false,
			codeSplitting: {
				includeDependenciesRecursively: false,
				groups: [{ name, debugName: 'by use' }],
			},
			minify: production,
			sourcemap: production ? false : 'inline',
			comments: false,
		},
	};
}

/**
 * The built host code; nothing is written.
 * @param {Options} options
 * @returns {Promise<{ path: string, text: string, inputs: string[] }[]>} each file with the sources and packages that are in it
 */
export async function bundleHost(options) {
	const { output, ...input } = hostOptions(options);
	const build = await rolldown.rolldown(input);
	const { output: chunks } = await build.generate(output);
	await build.close();
	return chunks.flatMap((chunk) =>
		chunk.type === 'chunk'
			? [
					{
						path: join(output.dir ?? '', chunk.fileName),
						text: options.production ? withoutWideCharacters(chunk.code) : chunk.code,
						inputs: chunk.moduleIds.map((id) => pathOf(id)),
					},
				]
			: [],
	);
}

/**
 * The scripts of the pages: one for each kind, and the icons, which each page has before it.
 * @param {Options} options
 * @returns {esbuild.BuildOptions}
 */
export function pageOptions({ production, folder = defaultFolder }) {
	return {
		absWorkingDir: root,
		entryPoints: ['media/icons.ts', 'media/patchset.ts', 'media/ticket.ts'],
		outdir: join(folder, 'media'),
		bundle: true,
		format: 'iife',
		platform: 'browser',
		target: 'es2022',
		plugins: [withShortIcons],
		minify: production,
		sourcemap: production ? false : 'inline',
		logLevel: 'warning',
	};
}

/**
 * The scripts of worker threads: one self-contained file for each, which is loaded only when a worker starts.
 * @param {Options} options
 * @returns {esbuild.BuildOptions}
 */
export function workerOptions({ production, folder = defaultFolder }) {
	return {
		absWorkingDir: root,
		entryPoints: { 'range-diff': 'src/patches/state/comparison/range-diff-worker.ts' },
		outdir: join(folder, 'workers'),
		outExtension: { '.js': '.cjs' },
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target,
		minify: production,
		sourcemap: production ? false : 'inline',
		logLevel: 'warning',
	};
}

/**
 * The packages that have been built in.
 * @param {readonly string[]} inputs
 */
async function packagesIn(inputs) {
	const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
	const places = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
	return Promise.all(
		[...new Set(places)].sort().map(async (place) => {
			const { name, version, license } = JSON.parse(
				await readFile(join(root, place, 'package.json'), 'utf8'),
			);
			const file = (await readdir(join(root, place))).find((name) => /^licen[cs]e/i.test(name));
			const text = file ? await readFile(join(root, place, file), 'utf8') : '';
			/** @type {{ integrity: string }} */
			const { integrity } = packages[place];
			return { name, version, license, text: text.trim(), integrity };
		}),
	);
}

/** @typedef {Awaited<ReturnType<typeof packagesIn>>} Packages */

/**
 * Their licences, which ask to go along with them.
 * @param {Packages} packages
 */
function notices(packages) {
	const texts = packages.map(
		({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
	);
	return `Tildeforge contains these packages:\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/**
 * The list of them for programs (CycloneDX).
 * @param {Packages} packages
 */
async function partsList(packages) {
	const { name: ours, version: today } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	const components = packages.map(({ name, version, license, integrity }) => {
		const [algorithm = '', hash = ''] = integrity.split('-');
		return {
			type: 'library',
			...{ name, version, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` },
			licenses: [{ expression: license }],
			hashes: [
				{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') },
			],
		};
	});
	const metadata = { component: { type: 'application', name: ours, version: today } };
	return JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components });
}

/** @param {readonly { readonly path: string, readonly text: string }[]} outputs */
async function writeOutputs(outputs) {
	for (const { path, text } of outputs) {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, text);
	}
}

/**
 * Builds everything into `folder`, and takes away what an earlier build has left there.
 * @param {Options} options
 */
export async function build({ production, folder = defaultFolder }) {
	const [outputs, pages, workers] = await Promise.all([
		bundleHost({ production, folder }),
		esbuild.build({ ...pageOptions({ production, folder }), write: false, metafile: true }),
		esbuild.build({ ...workerOptions({ production, folder }), write: false, metafile: true }),
	]);
	const ofOthers = [pages, workers].flatMap(({ metafile }) => Object.keys(metafile.inputs));
	const packages = await packagesIn([...outputs.flatMap(({ inputs }) => inputs), ...ofOthers]);
	const documents = [
		{ path: join(folder, 'third-party-notices.txt'), text: notices(packages) },
		{ path: join(folder, 'parts.cdx.json'), text: await partsList(packages) },
	];
	const files = [...outputs, ...pages.outputFiles, ...workers.outputFiles, ...(production ? documents : [])];
	await writeOutputs(files);
	const wanted = new Set(files.map(({ path }) => path));
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		if (entry.isFile() && !wanted.has(path)) await rm(path);
	}
}

/** Builds again at every change. The editor's task waits for the words `building` and `built`. */
export async function watch() {
	const options = { production: false };
	await build(options);
	const host = rolldown.watch(hostOptions(options));
	host.on('event', async (event) => {
		if (event.code === 'START') console.log('building');
		if (event.code === 'BUNDLE_END') await event.result.close();
		if (event.code === 'ERROR') console.error(event.error.message);
		if (event.code === 'END' || event.code === 'ERROR')
			console.log(`built, with ${event.code === 'ERROR' ? 1 : 0} errors, ${new Date().toLocaleTimeString()}`);
	});
	const pages = await esbuild.context(pageOptions(options));
	const workers = await esbuild.context(workerOptions(options));
	await Promise.all([pages.watch(), workers.watch()]);
}
