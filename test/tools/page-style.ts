import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { styleSheets } from '../../src/platform/page/page-code.ts';
import { root } from './places.ts';

/** The kinds of pages, by their style sheets. */
export const pageNames = globSync('media/*.css', { cwd: root })
	.map((path) => basename(path, '.css'))
	.filter((name) => name !== 'page');

/** The style of a kind of page, as the host puts it into the page. */
export const pageStyle = (page: string): string =>
	styleSheets(page)
		.map((path) => readFileSync(join(root, path), 'utf8'))
		.join('\n');
