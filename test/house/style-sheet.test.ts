import assert from 'node:assert/strict';
import { pageNames, pageStyle } from '../tools/page-style.ts';
import { productSources } from './sources.ts';

/** Classes that VS Code, the highlighter or a name with a variable part sets. */
const isSetElsewhere = (name: string) => /^(vscode|hljs|is|align)-/.test(name);

describe('The style sheets of the pages', () => {
	const style = pageNames
		.map(pageStyle)
		.join('\n')
		.replace(/\/\*[\s\S]*?\*\//g, '');

	it('name only classes that the pages set', () => {
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

	it('have no rule with `:has()`, which the browser checks for each node that is added to a long page', () =>
		assert.deepEqual(style.match(/[^{}]*:has\([^{}]*/g), null));
});
