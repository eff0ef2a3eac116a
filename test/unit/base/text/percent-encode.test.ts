import assert from 'node:assert/strict';
import fc from 'fast-check';
import { percentEncode } from '../../../../src/base/text/percent-encode.ts';

describe('A part of an address', () => {
	it('is the text again when it is decoded, with U+FFFD for half of a surrogate pair', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, isCut) => {
				const written = isCut ? `${text}\ud83d` : text;
				assert.equal(decodeURIComponent(percentEncode(written)), written.toWellFormed());
			}),
		);
	});
});
