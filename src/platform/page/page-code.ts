import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The script and the style sheet of a page. */
export interface PageCode {
	readonly script: string;
	readonly style: string;
}

/** Reads the code of a kind of page from the extension's folder. */
export async function readPageCode(extension: string, page: string): Promise<PageCode> {
	const [script, style] = await Promise.all([
		readFile(join(extension, 'dist', 'media', `${page}.js`), 'utf8'),
		readFile(join(extension, 'media', 'page.css'), 'utf8'),
	]);
	return { script, style };
}
