import { basename } from 'node:path';
import { build } from 'esbuild';
import { pageOptions } from '../../build.mjs';

interface ScriptOptions {
	readonly production: boolean;
}

/** A script for a page, after that with the icons, as the host puts them into the page. */
export async function pageScript(entry: string, { production }: ScriptOptions): Promise<string> {
	const { outputFiles } = await build({
		...pageOptions({ production }),
		entryPoints: ['media/icons.ts', entry],
		// Each page that opens reads the whole script, and a source map would be three quarters of it.
		sourcemap: false,
		write: false,
	});
	const isIcons = (path: string) => basename(path) === 'icons.js';
	return outputFiles
		.toSorted((one, other) => Number(isIcons(other.path)) - Number(isIcons(one.path)))
		.map(({ text }) => text)
		.join('\n');
}
