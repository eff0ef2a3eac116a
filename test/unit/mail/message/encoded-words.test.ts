import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeWords } from '../../../../src/mail/message/encoded-words.ts';
import type { ParseWarning } from '../../../../src/mail/text/parse-warnings.ts';

const decode = (value: string): readonly [text: string, ...warnings: readonly ParseWarning[]] => {
	const warnings = new Set<ParseWarning>();
	return [decodeWords(value, warnings), ...warnings];
};

describe('An encoded word', () => {
	const cases: readonly [written: string, decoded: string, ...warnings: readonly ParseWarning[]][] = [
		['plain', 'plain'],
		['=?utf-8?q?J=C3=BCrgen?=', 'Jürgen'],
		['=?UTF-8?Q?J=c3=bcrgen_x?= <j@x>', 'Jürgen x <j@x>'],
		['=?utf-8?b?SsO8cmdlbg==?=', 'Jürgen'],
		['=?iso-8859-1?q?J=FCrgen?=', 'Jürgen'],
		['=?windows-1252?q?=80_=93x=94?=', '€ “x”'],
		['=?utf-8*de?q?J=C3=BCrgen?=', 'Jürgen'],
		['=?iso-2022-jp?b?GyRCRnxLXBsoQg==?=', '日本'],
		['=?gb2312?b?xOO6ww==?=', '你好'],
		// White space between encoded words belongs to none; beside other words it stays.
		['=?utf-8?q?a?= =?utf-8?q?b?=', 'ab'],
		['=?utf-8?q?a?= \t  =?iso-8859-1?q?=FC?= c', 'aü c'],
		['=?utf-8?q?a?= b =?utf-8?q?c?=', 'a b c'],
		['=?utf-8?q?a_?= =?utf-8?q?_b?=', 'a  b'],
		['x=?utf-8?q?y?=z', 'xyz'],
		['=?=?utf-8?q?y?=', '=?y'],
		// Characters that are split between words.
		['=?utf-8?q?J=C3?= =?utf-8?q?=BCrgen?=', 'Jürgen'],
		['=?utf-8?b?4oI=?= =?UTF-8?q?=AC?=', '€'],
		['=?utf-8?q?=C3?= =?iso-8859-1?q?=FC?=', '\ufffdü'],
		// Careless mail programs.
		['=?utf-8?q?a b?=', 'a b'],
		['=?utf-8?q?what??=', 'what?'],
		['=?utf-8?q?ü=C3=BC?=', 'üü'],
		['=?utf-8?q?ü?= =?utf-8?q?=C3?= =?utf-8?q?=BC?=', 'üü'],
		['"=?utf-8?q?J=C3=BCrgen?="', '"Jürgen"'],
		['=?utf-8?q??=', ''],
		['=?utf-8?q?=?=', ''],
		['=?utf-8?q?a=0D=0ABcc:_x=00?=', 'a  Bcc: x '],
		// Malformed ones stay as written.
		['=?utf-8?q?=4', '=?utf-8?q?=4'],
		['=?utf-8?x?a?=', '=?utf-8?x?a?='],
		['=?utf-8?b?*?= x', '=?utf-8?b?*?= x', 'encoding-malformed'],
		['=?utf-8?q?a?= =?utf-8?b?*?=', 'a =?utf-8?b?*?=', 'encoding-malformed'],
		['=? =?= ?= a =? b', '=? =?= ?= a =? b'],
		['=?a?q?broken =?utf-8?q?ok?=', '=?a?q?broken ok'],
		['=?x-unknown?q?J=C3=BC?=', 'Jü', 'charset-unknown'],
		['=?x-unknown?q?J=FC?=', 'Jü', 'charset-unknown'],
	];
	for (const [written, ...expected] of cases) {
		it(`${written} is ${JSON.stringify(expected)}`, () => assert.deepEqual(decode(written), expected));
	}

	const printable = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\0\r\n\ufeff]/g, ' '));

	it('decodes a text that was cut into words anywhere, even within a character', () => {
		fc.assert(
			fc.property(printable, fc.boolean(), fc.integer({ min: 1, max: 30 }), (text, isBase64, length) => {
				const bytes = [...new TextEncoder().encode(text)];
				const words: string[] = [];
				for (let at = 0; at < bytes.length; at += length) {
					const cut = bytes.slice(at, at + length);
					const encoded = isBase64
						? Buffer.from(cut).toString('base64')
						: cut.map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('');
					words.push(`=?utf-8?${isBase64 ? 'b' : 'q'}?${encoded}?=`);
				}
				assert.deepEqual(decode(words.join('\t')), [text]);
			}),
		);
	});

	it('is what any text is that is not encoded', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				fc.pre(!text.includes('=?'));
				assert.deepEqual(decode(text), [text]);
			}),
		);
	});
});
