import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** What the package would otherwise take from the machine: the time of its files, their time zone, and their order. */
function fixedEnvironment(): Readonly<Record<string, string>> {
	const {
		SOURCE_DATE_EPOCH = execFileSync('git', ['log', '-1', '--format=%ct'], {
			cwd: root,
			encoding: 'utf8',
		}).trim(),
	} = process.env;
	return { SOURCE_DATE_EPOCH, TZ: 'UTC', LC_ALL: 'en_US.UTF-8' };
}

/** Creates the `.vsix`. The same commit gives the same bytes on each machine. */
export async function packageExtension(file = join(root, 'tildeforge.vsix')) {
	const stage = await stageExtension();
	// The package keeps them, and a user may have chosen others for new files.
	for (const entry of readdirSync(stage, { recursive: true, withFileTypes: true }))
		if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
	const words = ['package', '--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository'];
	const code = await runProgram('@vscode/vsce', [...words, '--out', file], {
		cwd: stage,
		env: fixedEnvironment(),
	});
	if (code !== 0) throw new Stop('The extension could not be packaged; the lines above say why.');
	const zip = readFileSync(file);
	const sha256 = createHash('sha256').update(zip).digest('hex');
	return { file, bytes: zip.length, sha256, entries: zipEntries(zip) };
}
