import assert from 'node:assert/strict';
import { plain } from '../../../../src/platform/editor/escape.ts';
import { swatch } from '../../../../src/tickets/commands/swatch.ts';

describe('A text of somebody else', () => {
	for (const [what, text, shown] of [
		['stays as it is', 'costs $5 (or more)', 'costs $5 (or more)'],
		['makes no picture', '$(trash) all', '\\$(trash) all'],
		['makes none that moves', '$(sync~spin)$(x)', '\\$(sync~spin)\\$(x)'],
		['has no stroke where there is no picture', '$(no picture)', '$(no picture)'],
		['hides nothing', 'a\u202eb', 'a‹U+202E›b'],
	] as const) {
		it(`${what} in a row of a box`, () => assert.equal(plain(text), shown));
	}
});

describe('The picture of a label’s colour', () => {
	const drawn = (colour: string) => {
		const [, code = ''] = swatch(colour).split(';base64,');
		return Buffer.from(code, 'base64').toString();
	};

	for (const [colour, fill] of [
		['#12aBef', '#12aBef'],
		['#fc0', '#ffcc00'],
		['', '#888888'],
		['red', '#888888'],
		['#fff"/><script>', '#888888'],
		['url(https://example.org/x)', '#888888'],
	] as const) {
		it(`is filled with ${fill} for ${JSON.stringify(colour)}`, () => {
			assert.ok(drawn(colour).includes(`fill="${fill}"`), drawn(colour));
			assert.equal(drawn(colour).split('<').length, 4);
		});
	}
});
