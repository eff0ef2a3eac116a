import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The code of a kind of page. */
export interface PageCode {
	readonly script: string;
	readonly style: string;
}

/** The style sheet of all pages, then that of one kind. */
export const styleSheets = (page: string): readonly string[] => ['media/page.css', `media/${page}.css`];

/** Reads the code of a kind of page from the extension's folder. */
export async function readPageCode(extension: string, page: string): Promise<PageCode> {
	const paths = ['dist/media/icons.js', `dist/media/${page}.js`, ...styleSheets(page)];
	const [icons = '', script = '', ...styles] = await Promise.all(
		paths.map((path) => readFile(join(extension, path), 'utf8')),
	);
	return { script: `${icons}\n${script}`, style: styles.join('\n') };
}
