import assert from 'node:assert/strict';
import { linksVersion, textPieces } from '../../../../../src/patches/page/people/text-pieces.ts';
import { textOf } from '../../../../../src/platform/page/snapshot-parts.ts';

const links = { instances: [], tracker: undefined, people: new Map<string, string>() };

describe('A text of a mail on the page', () => {
	it('has links', () => {
		assert.deepEqual(textPieces('See https://example.org/a, or ~bob', links), [
			'See ',
			{ link: 'https://example.org/a', open: 'https://example.org/a' },
			', or ',
			{ link: '~bob', open: 'user:~bob' },
		]);
	});

	it('has links to known people in trailers, which may also name them as users', () => {
		const people = new Map([['ana@example.org', '~ana']]);
		assert.deepEqual(
			textPieces('Fine, ~bob.\n\nAcked-by: Ana <ana@example.org>\nAcked-by: ~ana <ana@example.org>', {
				...links,
				people,
			}),
			[
				'Fine, ',
				{ link: '~bob', open: 'user:~bob' },
				'.\n\nAcked-by: ',
				{ link: 'Ana', open: 'user:~ana' },
				' <ana@example.org>\nAcked-by: ',
				{ link: '~ana', open: 'user:~ana' },
				' <ana@example.org>',
			],
		);
	});

	it('has another version when people become known', () => {
		const people = new Map([['ana@example.org', '~ana']]);
		assert.notEqual(linksVersion(links), linksVersion({ ...links, people }));
	});

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
