import assert from 'node:assert/strict';
import { escapeIcons } from '../../../../src/platform/editor/escape.ts';
import { swatch } from '../../../../src/tickets/commands/labels/swatch.ts';

describe('A forge text in a quick pick row', () => {
	for (const [what, text, shown] of [
		['stays unchanged without icon syntax', 'costs $5 (or more)', 'costs $5 (or more)'],
		['shows no icon', '$(trash) all', '\\$(trash) all'],
		['shows no animated icon', '$(sync~spin)$(x)', '\\$(sync~spin)\\$(x)'],
		['gets no backslash when there is no icon to escape', '$(no picture)', '$(no picture)'],
		['shows invisible characters by code', 'a\u202eb', 'a‹U+202E›b'],
	] as const) {
		it(what, () => assert.equal(escapeIcons(text), shown));
	}
});

describe('The color swatch of a label', () => {
	const svgOf = (color: string) => {
		const [, code = ''] = swatch(color).split(';base64,');
		return Buffer.from(code, 'base64').toString();
	};

	for (const [color, fill] of [
		['#12aBef', '#12aBef'],
		['#fc0', '#ffcc00'],
		['', '#888888'],
		['red', '#888888'],
		['#fff"/><script>', '#888888'],
		['url(https://example.org/x)', '#888888'],
	] as const) {
		it(`is filled with ${fill} for ${JSON.stringify(color)}`, () => {
			assert.ok(svgOf(color).includes(`fill="${fill}"`), svgOf(color));
			assert.equal(svgOf(color).split('<').length, 4);
		});
	}
});
