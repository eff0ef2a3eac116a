import assert from 'node:assert/strict';
import { commentRequests, commentRules } from '../../../../../src/patches/page/protocol/comment-protocol.ts';

const { isPlace } = commentRules;

const line = { oldLine: null, newLine: 3 };

describe('A place that the page names', () => {
	it('is at lines, at a file, at a mail or at lines of its text', () => {
		for (const place of [
			{ kind: 'lines', file: '2.0.0', first: line, last: line },
			{ kind: 'file', file: '2.0.0' },
			{ kind: 'mail', mail: 2 },
			{ kind: 'text', mail: 2, text: 'notes', patch: '2.0', first: 0, last: 3, quoted: 'Why' },
		])
			assert.ok(isPlace(place), place.kind);
	});

	it('is nothing else', () => {
		for (const place of [
			null,
			'lines',
			{ kind: 'file' },
			{ kind: 'mail', mail: '2' },
			{ kind: 'lines', file: '2.0.0', first: line },
			{ kind: 'lines', file: '2.0.0', first: line, last: { oldLine: 1.5, newLine: null } },
			{ kind: 'file', file: '2.0.0', more: 1 },
			{ kind: 'text', mail: 2, text: 'header', patch: '', first: 0, last: 3, quoted: '' },
		])
			assert.equal(isPlace(place), false);
	});
});

describe('A comment that the page sends', () => {
	it('has a text and its version', () => {
		const isSent = (text: unknown) =>
			commentRequests.draft.body({ page: 'a', at: { kind: 'mail', mail: 2 }, text });
		const comment = { id: 'a', revision: 1, writer: 'page', base: null, body: { text: 'Why?' } };
		assert.ok(isSent(comment));
		assert.equal(isSent({ ...comment, body: { text: 1 } }), false);
		assert.equal(isSent({ ...comment, body: { text: 'x'.repeat(2_000_001) } }), false);
	});
});
