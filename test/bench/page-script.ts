import { build } from 'esbuild';
import { pageOptions } from '../../build.mjs';

/** A script for a page, as it is packaged. */
export async function scriptOf(entry: string): Promise<string> {
	const options = pageOptions({ production: true });
	const { outputFiles } = await build({ ...options, entryPoints: [entry], write: false });
	return outputFiles[0]?.text ?? '';
}
