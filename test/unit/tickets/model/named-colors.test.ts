import assert from 'node:assert/strict';
import { namedColors, parseColor } from '../../../../src/tickets/model/named-colors.ts';

describe('The color of a label', () => {
	it('can be typed with or without the number sign', () => {
		assert.deepEqual(['#2DA44E', ' 2da44e ', '#2da', 'green', '#2da44e0', ''].map(parseColor), [
			'#2da44e',
			'#2da44e',
			undefined,
			undefined,
			undefined,
			undefined,
		]);
	});

	it('has a name and a value that differ from those of all others', () => {
		assert.equal(new Set(namedColors.map(({ name }) => name)).size, namedColors.length);
		assert.equal(new Set(namedColors.map(({ color }) => color)).size, namedColors.length);
		assert.deepEqual(
			namedColors.filter(({ color }) => parseColor(color) !== color),
			[],
		);
	});
});
