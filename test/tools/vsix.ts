import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { build } from '../../build.mjs';
import { extensionPage } from './extension-page.ts';
import { root, temporaryFolder } from './places.ts';
import { runProgram } from './programs.ts';
import { Stop } from './stop.ts';

interface Entry {
	readonly name: string;
	/** Uncompressed size in bytes. */
	readonly size: number;
}

/** Reads the central directory of a zip file (APPNOTE 4.3.12 and 4.3.16). Supports only what our own packages contain. */
function zipEntries(zip: Buffer): Entry[] {
	const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
	const entries: Entry[] = [];
	let at = zip.readUInt32LE(end + 16);
	for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
		const nameLength = zip.readUInt16LE(at + 28);
		const rest = zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
		entries.push({
			name: zip.toString('utf8', at + 46, at + 46 + nameLength),
			size: zip.readUInt32LE(at + 24),
		});
		at += 46 + nameLength + rest;
	}
	return entries;
}

/**
 * Returns a folder with the contents of the package and a production build. It is not the checkout itself, so that other users
 * of `dist/` are not disturbed.
 */
export async function stageExtension(): Promise<string> {
	const stage = temporaryFolder('package');
	for (const name of ['package.json', 'CHANGELOG.md', 'LICENSE', '.vscodeignore', 'media']) {
		cpSync(join(root, name), join(stage, name), { recursive: true });
	}
	writeFileSync(join(stage, 'README.md'), extensionPage(readFileSync(join(root, 'README.md'), 'utf8')));
	await build({ production: true, folder: join(stage, 'dist') });
	await minify(stage);
	return stage;
}

/** Takes comments and spaces out of the manifest and the style sheets, as the build does with scripts. */
async function minify(stage: string): Promise<void> {
	const manifest = join(stage, 'package.json');
	writeFileSync(manifest, JSON.stringify(JSON.parse(readFileSync(manifest, 'utf8'))));
	for (const name of globSync('media/*.css', { cwd: stage })) {
		const path = join(stage, name);
		const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true });
		writeFileSync(path, code);
	}
}

/** Creates the `.vsix`. */
export async function packageExtension(file = join(root, 'tildeforge.vsix')) {
	const stage = await stageExtension();
	const words = ['package', '--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository'];
	const code = await runProgram('@vscode/vsce', [...words, '--out', file], { cwd: stage });
	if (code !== 0) throw new Stop('The extension could not be packaged; the lines above say why.');
	const zip = readFileSync(file);
	return { file, bytes: zip.length, entries: zipEntries(zip) };
}
