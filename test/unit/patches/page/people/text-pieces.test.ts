import assert from 'node:assert/strict';
import { textPieces } from '../../../../../src/patches/page/people/text-pieces.ts';
import { textOf } from '../../../../../src/platform/page/snapshot-parts.ts';

const links = { instances: [], tracker: undefined, people: new Map<string, string>() };

describe('A text of a mail on the page', () => {
	it('shows invisible characters, in links too', () => {
		assert.equal(
			textOf(textPieces('a\u202eb https://example.org/\u200bc', links)).includes('‹U+202E›'),
			true,
		);
	});

	it('is shortened if it is extremely long', () => {
		const text = 'word '.repeat(100_000);
		const shown = textOf(textPieces(text, links));
		assert.ok(shown.length < 201_000 && shown.endsWith('…'));
	});
});
