import assert from 'node:assert/strict';
import { pattern } from '../../../../src/base/text/pattern.ts';

describe('A pattern', () => {
	it('is created once, when it is first used', () => {
		const letters = pattern(String.raw`\p{L}+`, 'gu');
		assert.equal(letters(), letters());
		assert.deepEqual('one, zwölf'.match(letters()), ['one', 'zwölf']);
		const broken = pattern('(', 'u');
		assert.throws(() => broken(), SyntaxError);
	});
});
