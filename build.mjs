// Builds the extension into dist/. Used by the scripts in test/scripts/.
//
// The host's code is split at every `import()`, so that `activate` loads only what is static, and each chunk is then
// turned into CommonJS: a lazy `require` of a small file costs the extension host about a millisecond, where `import()`
// of a large CommonJS file costs a hundred (`npm run bench -- activation`). esbuild splits ES modules only, so the two
// steps are two passes.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as esbuild from 'esbuild';

const root = import.meta.dirname;
const target = 'node22';

/** @typedef {{ path: string, text: string }} Output */

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

/** @typedef {{ production: boolean, folder?: string }} Options */

const usual = join(root, 'dist');

/**
 * The host's side: `extension.cjs` and the chunks that it loads on first use.
 * @param {Options} options
 * @returns {esbuild.BuildOptions}
 */
function hostOptions({ production, folder = usual }) {
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
		plugins: [withoutForeignKey],
		minify: production,
		sourcemap: production ? false : 'inline',
		metafile: true,
		write: false,
		logLevel: 'warning',
	};
}

/**
 * For each `import * as`, esbuild copies the whole module, getter by getter. The editor's API has two hundred of them, and most of our
 * files import it: that was most of the memory that the extension kept.
 */
const vscodeImport = /\bimport\s*\*\s*as\s+([\w$]+)\s+from\s*(["'])vscode\2/g;

/**
 * @param {esbuild.OutputFile} file
 * @param {boolean} production
 * @returns {Promise<Output>}
 */
async function toCommonJs(file, production) {
	const { code } = await esbuild.transform(file.text.replace(vscodeImport, 'const $1=require("vscode")'), {
		format: 'cjs',
		platform: 'node',
		target,
		supported: { 'dynamic-import': false },
		minify: production,
		sourcemap: production ? false : 'inline',
		sourcefile: basename(file.path),
	});
	return { path: file.path, text: code };
}

/**
 * The built host code and esbuild's account of what went where; nothing is written.
 * @param {Options} options
 */
export async function bundleHost(options) {
	const { outputFiles = [], metafile } = await esbuild.build(hostOptions(options));
	const outputs = await Promise.all(outputFiles.map((file) => toCommonJs(file, options.production)));
	return { outputs, metafile: /** @type {esbuild.Metafile} */ (metafile) };
}

/**
 * The scripts of the pages: one self-contained file for each `media/*.ts`.
 * @param {Options} options
 * @returns {Promise<esbuild.BuildOptions>}
 */
async function pageOptions({ production, folder = usual }) {
	const scripts = (await readdir(join(root, 'media'))).filter((name) => /(?<!\.d)\.ts$/.test(name));
	return {
		absWorkingDir: root,
		entryPoints: scripts.map((name) => `media/${name}`),
		outdir: join(folder, 'media'),
		bundle: true,
		format: 'iife',
		platform: 'browser',
		target: 'es2022',
		minify: production,
		sourcemap: production ? false : 'inline',
		logLevel: 'warning',
	};
}

/**
 * The licences of the packages that have been built in, which ask to go along with them.
 * @param {readonly esbuild.Metafile[]} metafiles
 */
async function notices(metafiles) {
	const inputs = metafiles.flatMap(({ outputs }) =>
		Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)),
	);
	const places = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
	const texts = [...new Set(places)].sort().map(async (place) => {
		const { name, version, license } = JSON.parse(await readFile(join(root, place, 'package.json'), 'utf8'));
		const file = (await readdir(join(root, place))).find((name) => /^licen[cs]e/i.test(name));
		const text = file ? await readFile(join(root, place, file), 'utf8') : '';
		return `${name} ${version} (${license})\n\n${text.trim()}\n`;
	});
	const glyphs =
		'Codicons by Microsoft, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/): the glyphs of the pages.\n';
	return `${glyphs}\nTildeforge holds these packages:\n\n${(await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** @param {readonly Output[]} outputs */
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
export async function build({ production, folder = usual }) {
	const [{ outputs, metafile }, pages] = await Promise.all([
		bundleHost({ production, folder }),
		esbuild.build({ ...(await pageOptions({ production, folder })), write: false, metafile: true }),
	]);
	const licences = {
		path: join(folder, 'third-party-notices.txt'),
		text: await notices([metafile, pages.metafile]),
	};
	const files = [...outputs, ...pages.outputFiles, ...(production ? [licences] : [])];
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
			onEnd(async ({ outputFiles = [], errors }) => {
				await writeOutputs(await Promise.all(outputFiles.map((file) => toCommonJs(file, false))));
				console.log(`built, with ${errors.length} errors, ${new Date().toLocaleTimeString()}`);
			});
		},
	};
	const hosted = hostOptions(options);
	const host = await esbuild.context({ ...hosted, plugins: [...(hosted.plugins ?? []), write] });
	const pages = await esbuild.context(await pageOptions(options));
	await Promise.all([host.watch(), pages.watch()]);
}
