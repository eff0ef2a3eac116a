import assert from 'node:assert/strict';
import { defaultCaps } from '../../../../src/mail/message/caps.ts';
import { readContent } from '../../../../src/mail/message/content.ts';
import { readHeaderSection } from '../../../../src/mail/message/header-section.ts';
import type { ParseWarning } from '../../../../src/mail/text/parse-warnings.ts';

// More is in parse-mail.test.ts.

describe('The content of a mail', () => {
	it('is read up to the limits', () => {
		const text = 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\n1\n--b\n\n2\n--b--\n';
		const section = readHeaderSection(text, 0, text.length, defaultCaps.headerLength);
		const read = (caps: Partial<typeof defaultCaps>) => {
			const warnings = new Set<ParseWarning>();
			const content = readContent(text, section, { ...defaultCaps, ...caps }, warnings);
			return [content.text, content.attachments.map(({ type }) => type), ...warnings];
		};
		assert.deepEqual(read({}), ['1\n2', []]);
		assert.deepEqual(read({ parts: 1 }), ['1', [], 'parts-too-many']);
		assert.deepEqual(read({ lines: 2 }), ['1\n2', []]);
		assert.deepEqual(read({ lines: 1 }), ['1', [], 'lines-too-many']);
		assert.deepEqual(read({ depth: 0 }), ['', ['multipart/mixed'], 'parts-too-deep']);
	});
});

describe('A part of an unknown type', () => {
	it('that is no text warns of nothing that only a text lacks', () => {
		const text = 'Content-Type: application/octet-stream\n\n\0\n\n\n\n';
		const section = readHeaderSection(text, 0, text.length, defaultCaps.headerLength);
		const warnings = new Set<ParseWarning>();
		const content = readContent(text, section, { ...defaultCaps, lines: 2 }, warnings);
		assert.deepEqual([content.text, content.attachments.length, ...warnings], ['', 1]);
	});
});
