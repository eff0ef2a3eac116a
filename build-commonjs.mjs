// The second pass of the build: the chunks of the host's code become CommonJS files. A lazy `require` of a small file costs the
// extension host about a millisecond, where `import()` of a large CommonJS file costs a hundred (`npm run bench -- activation`).
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import * as esbuild from 'esbuild';

const root = import.meta.dirname;
export const target = 'node22';

/** @typedef {{ path: string, text: string, inputs: string[] }} Output a file, and the sources and packages that are in it */

/**
 * What every window loads: when the extension is activated, and when VS Code asks for sessions. Each of these is put into one file
 * together with the chunks that it imports, as finding and reading a file takes time.
 */
const loadedAlways = ['src/extension.ts', 'src/accounts/forges/sessions.ts'];
/** What is loaded by the first use, such as a view that is shown. */
const main = 'src/main.ts';
/** In characters. */
const smallFile = 10 * 1024;

/**
 * For each `import * as`, esbuild copies the whole module, getter by getter. The editor's API has two hundred of them, and most of our
 * files import it: that was most of the memory that the extension kept.
 */
const vscodeImport = /\bimport\s*\*\s*as\s+([\w$]+)\s+from\s*(["'])vscode\2/g;

/**
 * Which chunks go into which file: `[path of the chunk, path of the file]`.
 * @param {esbuild.Metafile['outputs']} outputs
 */
function filesOfChunks(outputs) {
	const files = new Map(Object.keys(outputs).map((path) => [path, path]));
	const taken = new Set();
	for (const source of loadedAlways) {
		const [head] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source) ?? [];
		if (head === undefined) throw new Error(`${source} is no chunk. Load it by import().`);
		const loaded = new Set([head]);
		for (const path of loaded) {
			for (const { path: next, kind } of outputs[path]?.imports ?? []) {
				if (kind !== 'dynamic-import' && outputs[next] && !taken.has(next)) loaded.add(next);
			}
		}
		for (const path of loaded) {
			taken.add(path);
			files.set(path, head);
		}
	}
	return new Map([...files].map(([path, file]) => [resolve(root, path), resolve(root, file)]));
}

/**
 * @param {readonly esbuild.OutputFile[]} chunks
 * @param {esbuild.Metafile} metafile
 * @param {{ readonly production: boolean }} options
 * @returns {Promise<Output[]>}
 */
export async function toCommonJs(chunks, { outputs }, { production }) {
	const files = filesOfChunks(outputs);
	const texts = new Map(
		chunks.map(({ path, text }) => [path, text.replace(vscodeImport, 'const $1=require("vscode")')]),
	);
	const inputs = new Map(
		Object.entries(outputs).map(([path, { inputs }]) => [resolve(root, path), Object.keys(inputs)]),
	);
	/** @param {string} file */
	const output = async (file) => {
		const members = [...texts.keys()].filter((path) => files.get(path) === file);
		const { outputFiles } = await esbuild.build({
			stdin: { contents: exportsOf(file, members), resolveDir: dirname(file) },
			absWorkingDir: root,
			outfile: file,
			bundle: true,
			write: false,
			format: 'cjs',
			platform: 'node',
			target,
			supported: { 'dynamic-import': false },
			external: ['vscode'],
			minifySyntax: production,
			minifyWhitespace: production,
			sourcemap: production ? false : 'inline',
			logLevel: 'warning',
			plugins: [chunksFrom(file, files, texts)],
		});
		const written = outputFiles[0]?.text ?? '';
		const text = redirected(production ? await withoutInterop(written) : written, file, files);
		return { path: file, text, inputs: members.flatMap((path) => inputs.get(path) ?? []) };
	};
	const written = await Promise.all([...new Set(files.values())].map(output));
	return production
		? withShortNames(withSmallFilesInOne(written, usedAfterMain(outputs)), texts.keys())
		: written;
}

/**
 * The names of chunks are in the files thousands of times, and their hashes compress badly, so half of a hash is the name. A chunk that has
 * changed still has another name: a window that runs an earlier build fails to load it, and does not run code that fits no longer.
 * @param {readonly Output[]} outputs
 * @param {Iterable<string>} chunks
 * @returns {Output[]}
 */
function withShortNames(outputs, chunks) {
	/** @type {Map<string, string>} */
	const names = new Map();
	const taken = new Set();
	for (const name of [...chunks].map(nameOf)) {
		const short = `c${name.slice(-4)}`;
		if (!taken.has(short)) names.set(name, short);
		taken.add(short);
	}
	/** @param {string} text */
	const shortened = (text) =>
		text.replace(/\b[\w-]+[-_][\dA-Z]{8}\b/g, (name) => names.get(name.replaceAll('-', '_')) ?? name);
	return outputs.map(({ path, text, inputs }) => ({
		path: join(dirname(path), shortened(basename(path))),
		text: shortened(text),
		inputs,
	}));
}

/**
 * What is loaded only after the code that the first view loads.
 * @param {esbuild.Metafile['outputs']} outputs
 */
function usedAfterMain(outputs) {
	const start = Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === loadedAlways[0]);
	const before = new Set(start);
	for (const path of before) {
		for (const { path: next } of outputs[path]?.imports ?? []) {
			if (outputs[next] && outputs[next].entryPoint !== main) before.add(next);
		}
	}
	const after = Object.keys(outputs).filter(
		(path) => !before.has(path) && outputs[path]?.entryPoint !== main,
	);
	if (after.length === 0) throw new Error(`${main} is no chunk. Load it by import().`);
	return new Set(after.map((path) => resolve(root, path)));
}

/**
 * A package has 180 bytes for each of its files, and compresses small files badly. So small files become functions of one file, each of
 * which runs when its code is first needed, as a file would.
 * @param {readonly Output[]} outputs
 * @param {ReadonlySet<string>} movable
 * @returns {Output[]}
 */
function withSmallFilesInOne(outputs, movable) {
	const small = outputs.filter(({ path, text }) => movable.has(path) && text.length < smallFile);
	const shared = join(dirname(small[0]?.path ?? ''), 'small-files.cjs');
	const files = new Map(small.map(({ path }) => [path, shared]));
	const members = small.map(
		({ path, text }) =>
			`get ${nameOf(path)}(){return run(${JSON.stringify(basename(path))},(module)=>{${text}})}`,
	);
	const code = [
		'"use strict";const started=new Map();',
		'function run(name,code){let module=started.get(name);',
		'if(!module){started.set(name,module={exports:{}});code(module)}return module.exports}',
		`module.exports={${members.join()}};`,
	].join('');
	const all = [
		...outputs.filter(({ path }) => !files.has(path)),
		{ path: shared, text: code, inputs: small.flatMap(({ inputs }) => inputs) },
	];
	return all.map((output) => ({ ...output, text: redirected(output.text, output.path, files) }));
}

/**
 * In each file, esbuild puts functions that let CommonJS and ES modules use each other. Our own files do not need them, and they were
 * most of many small files. What minification has no use for any more, it drops.
 * @param {string} text a file whose names are not minified yet
 */
async function withoutInterop(text) {
	const plain = text
		.replace(
			/\bvar ([\w$]+)=\{\};__export\(\1,\{([^{}]*)\}\);/g,
			(_, name, exported) =>
				`var ${name}={${exported.replace(/([\w$]+):\(\)=>([\w$.]+)/g, 'get $1(){return $2}')}};`,
		)
		.replace(/\b__toCommonJS\(([\w$]+)\)/, '$1')
		.replace(/\b__toESM\((require\("\.[^"]+\.cjs"\))\)/g, '$1')
		.replace(/\b0&&\(module\.exports=\{[^{}]*\}\);?/, '');
	const { code } = await esbuild.transform(plain, {
		minify: true,
		treeShaking: true,
		format: 'cjs',
		platform: 'node',
		target,
		supported: { 'dynamic-import': false },
	});
	return code;
}

/**
 * Other files import the chunks of a file by their names.
 * @param {string} file
 * @param {readonly string[]} members
 */
function exportsOf(file, members) {
	const named = members.filter((path) => path !== file);
	return [
		`export * from ${JSON.stringify(file)};`,
		...named.map((path) => `export * as ${nameOf(path)} from ${JSON.stringify(path)};`),
	].join('\n');
}

/**
 * @param {string} file
 * @param {ReadonlyMap<string, string>} files
 * @param {ReadonlyMap<string, string>} texts
 * @returns {esbuild.Plugin}
 */
const chunksFrom = (file, files, texts) => ({
	name: 'chunks',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /\.cjs$/ }, ({ path, resolveDir }) => {
			const chunk = resolve(resolveDir, path);
			return files.get(chunk) === file ? { path: chunk } : { path: pathBetween(file, chunk), external: true };
		});
		onLoad({ filter: /\.cjs$/ }, ({ path }) => ({ contents: texts.get(path) ?? '', loader: 'js' }));
	},
});

/**
 * What has gone into another file is loaded from there.
 * @param {string} text
 * @param {string} file
 * @param {ReadonlyMap<string, string>} files
 */
const redirected = (text, file, files) =>
	text.replace(/\brequire\("(\.[^"]+\.cjs)"\)/g, (whole, path) => {
		const chunk = resolve(dirname(file), path);
		const target = files.get(chunk) ?? chunk;
		return target === chunk ? whole : `require("${pathBetween(file, target)}").${nameOf(chunk)}`;
	});

/** @param {string} path */
const nameOf = (path) => basename(path, '.cjs').replaceAll('-', '_');

/**
 * @param {string} from
 * @param {string} to
 */
function pathBetween(from, to) {
	const path = relative(dirname(from), to).split(sep).join('/');
	return path.startsWith('.') ? path : `./${path}`;
}
