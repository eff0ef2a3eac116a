import assert from 'node:assert/strict';
import { decodeBase64, decodeQuotedPrintable } from '../../../../src/mail/message/transfer-encoding.ts';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const describeParts = (parts: readonly (Uint8Array | string)[]) =>
	parts.map((part) => (typeof part === 'string' ? `<${part}>` : latin1(part))).join('');

describe('Quoted-printable text', () => {
	const cases: readonly [encoded: string, decoded: string, isMalformed?: true][] = [
		['', ''],
		['a=3Db', 'a=b'],
		['=e9=E9', 'éé'],
		['a=\r\nb=\nc', 'abc'],
		['a= \t\r\nb', 'ab'],
		['a=', 'a'],
		['a= ', 'a'],
		['a =20 \r\n b', 'a   \r\n b'],
		['a=zz', 'a=zz', true],
		['a=4', 'a=4', true],
		['a=4 ', 'a=4 ', true],
		['a== b', 'a== b', true],
		['=C3ü=BC日本', 'Ã<ü>¼<日本>'],
		['ü', '<ü>'],
		['a\x80', 'a<\x80>'],
	];
	for (const [encoded, decoded, isMalformed = false] of cases) {
		it(`${JSON.stringify(encoded)} is ${JSON.stringify(decoded)}`, () => {
			const result = decodeQuotedPrintable(encoded);
			assert.deepEqual([describeParts(result.parts), result.isMalformed], [decoded, isMalformed]);
		});
	}
});

describe('Base64', () => {
	const cases: readonly [encoded: string, decoded: string, isMalformed?: true][] = [
		['', ''],
		['aGVsbG8=', 'hello'],
		['aGVs\r\nbG8=\r\n', 'hello'],
		[' a G\tVsbG8 = ', 'hello'],
		// Each line is padded.
		['aGVsbG8=\r\nIQ==\r\n', 'hello!'],
		// A list has added its footer.
		['aGVsbG8=\r\n_______\r\nlist', 'hello', true],
		['aGVs*bG8=', 'hello', true],
		['aGVsbG8', 'hello', true],
		['aGVsb', 'hel', true],
		['ü', '', true],
		['====', ''],
	];
	for (const [encoded, decoded, isMalformed = false] of cases) {
		it(`${JSON.stringify(encoded)} is ${JSON.stringify(decoded)}`, () => {
			const result = decodeBase64(encoded);
			assert.deepEqual([latin1(result.bytes), result.isMalformed], [decoded, isMalformed]);
		});
	}
});
