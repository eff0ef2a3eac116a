import assert from 'node:assert/strict';
import fc from 'fast-check';
import { colorOf, textColorOn } from '../../../../src/platform/model/label-color.ts';

describe('The color of a label', () => {
	const cases: readonly [background: string, color: string][] = [
		['#a1B2c3', '#a1B2c3'],
		['#1bF', '#11bbFF'],
		['', '#888888'],
		['red', '#888888'],
		['#12345', '#888888'],
		['#12345678', '#888888'],
		['#123456;color:red', '#888888'],
		['#123456\n', '#888888'],
		[' #123456', '#888888'],
		['#123"><img>', '#888888'],
	];
	for (const [background, color] of cases) {
		it(`is ${color} for ${JSON.stringify(background)}`, () => assert.equal(colorOf(background), color));
	}
});

/** The contrast ratio as WCAG defines it, from 1 to 21. */
function contrast(first: number, second: number): number {
	const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const luminance = (rgb: number) =>
	0.2126 * linear((rgb >> 16) / 255) +
	0.7152 * linear(((rgb >> 8) & 255) / 255) +
	0.0722 * linear((rgb & 255) / 255);

describe('The text on a label', () => {
	const cases: readonly [background: string, text: string][] = [
		['#ffffff', '#000000'],
		['#000000', '#ffffff'],
		['#ffff00', '#000000'],
		['#0000ff', '#ffffff'],
		['#dddddd', '#000000'],
		['#FFF', '#000000'],
	];
	for (const [background, text] of cases) {
		it(`is ${text} on ${background}`, () => assert.equal(textColorOn(background), text));
	}

	it('has a contrast of at least 4.5 on every color', () => {
		const shade = fc.integer({ min: 0, max: 255 });
		const greys = shade.map((part) => part * 0x010101);
		fc.assert(
			fc.property(fc.oneof(greys, fc.integer({ min: 0, max: 0xffffff })), (rgb) => {
				const text = textColorOn(`#${rgb.toString(16).padStart(6, '0')}`);
				assert.ok(contrast(rgb, Number.parseInt(text.slice(1), 16)) >= 4.5);
			}),
			{ numRuns: 2000 },
		);
	});
});
