import assert from 'node:assert/strict';
import { spokenText } from '../../../../src/platform/view/row.ts';

describe('The spoken text of a row', () => {
	for (const [what, row, spoken] of [
		['its own text', { label: '#1 A', description: '3 d', spokenLabel: 'A, ticket 1' }, 'A, ticket 1'],
		['its label and description', { label: 'editor', description: '2 open' }, 'editor, 2 open'],
		['its label alone', { label: 'editor' }, 'editor'],
		[
			'its own text with invisible characters by code',
			{ label: 'x', spokenLabel: 'a\u202eb, labels \u2066c' },
			'a‹U+202E›b, labels ‹U+2066›c',
		],
		[
			'its label with invisible characters by code',
			{ label: 'a\u202eb', description: '\u2067c' },
			'a‹U+202E›b, ‹U+2067›c',
		],
	] as const) {
		it(`is ${what}`, () => assert.equal(spokenText({ id: 'a', ...row }), spoken));
	}
});
