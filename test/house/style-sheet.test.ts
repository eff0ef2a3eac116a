import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { productSources } from './sources.ts';

/** Classes that VS Code, the highlighter or a name with a variable part sets. */
const isSetElsewhere = (name: string) => /^(vscode|hljs|is|align)-/.test(name);

describe('The style sheet of the pages', () => {
	it('names only classes that the pages set', () => {
		const style = readFileSync(join(root, 'media/page.css'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
		const selectors = style.replace(/\{[^{}]*\}/g, '{}');
		const classes = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));
		assert.ok(classes.size > 50, `${classes.size} classes`);
		const strings = productSources().flatMap(({ strings, text }) => [
			...strings,
			...(text.match(/\bclass[:=].*/g) ?? []),
		]);
		const known = new Set(strings.flatMap((text) => text.match(/[\w-]+/g) ?? []));
		assert.deepEqual(
			[...classes].filter((name) => !known.has(name) && !isSetElsewhere(name)),
			[],
		);
	});
});
