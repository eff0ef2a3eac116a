import assert from 'node:assert/strict';
import { decodeParts, isWrittenInAscii } from '../../../../src/mail/message/charset.ts';
import { decodeWindows1252 } from '../../../../src/mail/message/windows-1252.ts';

describe('Bytes', () => {
	const cases: readonly [
		bytes: readonly number[],
		charset: string | undefined,
		text: string,
		isKnown?: false,
	][] = [
		[[0xc3, 0xbc], 'utf-8', 'ü'],
		[[0xc3, 0xbc], 'UTF8*en', 'ü'],
		[[0xc3, 0xbc], undefined, 'ü'],
		[[0xfc], undefined, 'ü'],
		[[0xfc], 'utf-8', '\ufffd'],
		[[0xc3, 0xbc], 'us-ascii', 'ü'],
		[[0xfc], 'US-ASCII', 'ü'],
		[[0x80, 0xfc], 'iso-8859-1', '€ü'],
		[[0x80, 0xfc], 'latin-1', '€ü'],
		[[0xa4], 'iso-8859-15', '€'],
		[[0xb1], 'iso-8859-2', 'ą'],
		[[0xf0, 0xd2], 'koi8-r', 'Пр'],
		[[0x93, 0xfa], 'cp932', '日'],
		[[0xc4, 0xe3], 'gbk', '你'],
		[[0xff, 0xfe, 0x78, 0], undefined, 'x'],
		[[0xfe, 0xff, 0, 0x78], undefined, 'x'],
		[[0x78, 0], 'utf-16le', 'x'],
		[[0xff, 0xfe, 0x78, 0], 'utf-16', 'x'],
		[[0xfe, 0xff, 0, 0x78], 'utf-16', 'x'],
		[[0x78, 0], 'UTF-16', 'x'],
		[[0, 0x78], 'UTF-16', 'x'],
		[[0xfe, 0x20], 'utf-16', '\u20fe'],
		[[0xfe, 0x78], undefined, 'þx'],
		[[], 'utf-16', ''],
		[[0xef, 0xbb, 0xbf, 0x78], 'utf-8', 'x'],
		[[0xc3, 0xbc], 'x-unknown', 'ü', false],
		[[0xfc], 'no charset', 'ü', false],
		[[0xfc], '', 'ü', false],
		[[0xfc], 'constructor', 'ü', false],
		[[0xfc], '__proto__', 'ü', false],
		[[], 'utf-8', ''],
	];
	for (const [bytes, charset, text, isKnown = true] of cases) {
		it(`${bytes.join(' ')} in ${charset} are ${JSON.stringify(text)}`, () =>
			assert.deepEqual(decodeParts([new Uint8Array(bytes)], charset), { text, isKnown }));
	}

	const bytes = (...values: readonly number[]) => new Uint8Array(values);
	for (const [parts, charset, text] of [
		[[bytes(0x82), bytes(0xa0), '日', bytes(0x82, 0xa0)], 'shift_jis', 'あ日あ'],
		[[bytes(0xe9), bytes(0xe8), 'ß', 'ü', bytes(0xe9)], 'iso-8859-1', 'éèßüé'],
		[['日', bytes(0xc3), bytes(0xa9)], 'utf-8', '日é'],
		[['日', bytes(0xe9)], undefined, '日é'],
		[['日', bytes(0, 0x78)], 'utf-16', '日\u7800'],
	] as const) {
		it(`in ${charset} between characters that are decoded already are ${text}`, () =>
			assert.deepEqual(decodeParts(parts, charset), { text, isKnown: true }));
	}

	it('in Windows-1252 are what other programs read', () => {
		const text = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
		const bytes = '80 82 83 84 85 86 87 88 89 8a 8b 8c 8e 91 92 93 94 95 96 97 98 99 9a 9b 9c 9e 9f'.split(
			' ',
		);
		assert.equal(decodeWindows1252(new Uint8Array(bytes.map((byte) => Number.parseInt(byte, 16)))), text);
	});

	it('of a long text in Windows-1252 are all decoded', () => {
		assert.equal(decodeWindows1252(new Uint8Array(100_000).fill(0xe9)), 'é'.repeat(100_000));
	});

	it('of seven bits are those of ISO-2022', () => {
		assert.deepEqual(
			['ISO-2022-JP', 'utf-8', 'constructor', '__proto__', undefined].map((charset) =>
				isWrittenInAscii(charset),
			),
			[true, false, false, false, false],
		);
	});
});
