// Builds the extension into dist/. Used by the scripts in test/scripts/.
//
// The host's code is split at every `import()`, so that `activate` loads only what is static, and is then turned into
// CommonJS (`build-commonjs.mjs`). esbuild splits ES modules only, so the two steps are two passes.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import { target, toCommonJs } from './build-commonjs.mjs';

const root = import.meta.dirname;

/**
 * The mail server brings a private key that everybody has, for connections that the sandbox never takes. A package with a key in it
 * would be refused, and rightly.
 * @type {esbuild.Plugin}
 */
const withoutForeignKey = {
	name: 'without-foreign-key',
	setup({ onLoad }) {
		const contents = 'export default (options) => ({ ...options });';
		onLoad({ filter: /smtp-server[\\/].*tls-options\.js$/ }, () => ({ contents, loader: 'js' }));
	},
};

/**
 * The sandbox's mail server takes no passwords and writes no log, and works without the code for both. What sends mails writes no log
 * either, and opens its connections itself, so it needs nothing else of what the packages share.
 * @type {esbuild.Plugin}
 */
const withoutMailExtras = {
	name: 'without-mail-extras',
	setup({ onLoad }) {
		onLoad({ filter: /smtp-server[\\/].*sasl\.js$/ }, () => ({
			contents: 'export default { CONTROL_CHARS: /[\\x00-\\x1f\\x7f-\\x9f]/ };',
			loader: 'js',
		}));
		const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
		const logger = levels.map((level) => `${level}: () => false`).join();
		onLoad({ filter: /nodemailer[\\/].*shared[\\/]index\.js$/ }, () => ({
			contents: `export const getLogger = () => ({ ${logger} });`,
			loader: 'js',
		}));
	},
};

/**
 * Markdown-it creates a finder of addresses, which nothing asks: see `docs/decisions/web-addresses.md`.
 * @type {esbuild.Plugin}
 */
const withoutLinkify = {
	name: 'without-linkify',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /^linkify-it$/ }, ({ path }) => ({ path, namespace: 'unused' }));
		onLoad({ filter: /./, namespace: 'unused' }, () => ({
			contents: 'export class LinkifyIt {}',
			loader: 'js',
		}));
	},
};

/**
 * Markdown-it has tables of punctuation and symbols, which the patterns of JavaScript know.
 * @type {esbuild.Plugin}
 */
const withoutCharacterTables = {
	name: 'without-character-tables',
	setup({ onLoad }) {
		onLoad({ filter: /uc\.micro[\\/]/ }, () => ({
			contents: 'export const P = /\\p{P}/u, S = /\\p{S}/u;',
			loader: 'js',
		}));
	},
};

/**
 * Markdown-it decodes character references with all names of HTML 5. A mail, which is read with the same table, needs fewer.
 * @type {esbuild.Plugin}
 */
const withFewerEntities = {
	name: 'with-fewer-entities',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /^entities$/ }, ({ path }) => ({ path, namespace: 'fewer-entities' }));
		onLoad({ filter: /./, namespace: 'fewer-entities' }, () => ({
			contents: `export { decodeEntities as decodeHTMLStrict } from './src/base/text/html-entities.ts';`,
			loader: 'js',
			resolveDir: root,
		}));
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
 * The host's side: `extension.cjs` and the chunks that it loads on first use.
 * @param {Options} options
 * @returns {esbuild.BuildOptions}
 */
function hostOptions({ production, folder = defaultFolder }) {
	return {
		absWorkingDir: root,
		entryPoints: ['src/extension.ts'],
		outdir: folder,
		outExtension: { '.js': '.cjs' },
		chunkNames: 'chunks/[name]-[hash]',
		bundle: true,
		splitting: true,
		format: 'esm',
		platform: 'node',
		target,
		external: ['vscode'],
		plugins: [
			withoutForeignKey,
			withoutMailExtras,
			withoutLinkify,
			withoutCharacterTables,
			withFewerEntities,
		],
		minify: production,
		sourcemap: production ? false : 'inline',
		metafile: true,
		write: false,
		logLevel: 'warning',
	};
}

/**
 * The built host code; nothing is written.
 * @param {Options} options
 */
export async function bundleHost(options) {
	const { outputFiles = [], metafile } = await esbuild.build(hostOptions(options));
	return toCommonJs(outputFiles, /** @type {esbuild.Metafile} */ (metafile), options);
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
 * The licences of the packages that have been built in, which ask to go along with them.
 * @param {readonly string[]} inputs
 */
async function notices(inputs) {
	const places = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
	const texts = [...new Set(places)].sort().map(async (place) => {
		const { name, version, license } = JSON.parse(await readFile(join(root, place, 'package.json'), 'utf8'));
		const file = (await readdir(join(root, place))).find((name) => /^licen[cs]e/i.test(name));
		const text = file ? await readFile(join(root, place, file), 'utf8') : '';
		return `${name} ${version} (${license})\n\n${text.trim()}\n`;
	});
	return `Tildeforge contains these packages:\n\n${(await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`)}`;
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
	const licences = {
		path: join(folder, 'third-party-notices.txt'),
		text: await notices([...outputs.flatMap(({ inputs }) => inputs), ...ofOthers]),
	};
	const files = [...outputs, ...pages.outputFiles, ...workers.outputFiles, ...(production ? [licences] : [])];
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
	/** @type {esbuild.Plugin} */
	const write = {
		name: 'write-commonjs',
		setup({ onStart, onEnd }) {
			onStart(() => console.log('building'));
			onEnd(async ({ outputFiles = [], metafile, errors }) => {
				if (metafile && errors.length === 0)
					await writeOutputs(await toCommonJs(outputFiles, metafile, options));
				console.log(`built, with ${errors.length} errors, ${new Date().toLocaleTimeString()}`);
			});
		},
	};
	const hosted = hostOptions(options);
	const host = await esbuild.context({ ...hosted, plugins: [...(hosted.plugins ?? []), write] });
	const pages = await esbuild.context(pageOptions(options));
	const workers = await esbuild.context(workerOptions(options));
	await Promise.all([host.watch(), pages.watch(), workers.watch()]);
}
