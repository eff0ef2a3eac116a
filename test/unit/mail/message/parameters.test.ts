import assert from 'node:assert/strict';
import { readParameters } from '../../../../src/mail/message/parameters.ts';
import { readPart } from '../../../../src/mail/message/part.ts';
import type { ParseWarning } from '../../../../src/mail/text/parse-warnings.ts';

describe('A header with parameters', () => {
	const cases: readonly [
		text: string,
		value: string,
		parameters: Readonly<Record<string, string>>,
		...warnings: readonly ParseWarning[],
	][] = [
		['', '', {}],
		['Text/Plain', 'text/plain', {}],
		['text/plain; Charset=UTF-8', 'text/plain', { charset: 'UTF-8' }],
		['text/plain (a comment); a = b ; c=d;', 'text/plain', { a: 'b', c: 'd' }],
		['x; a="b;c\\"d\\\\" ; e=f', 'x', { a: 'b;c"d\\', e: 'f' }],
		['x; name=my file (1).patch; b=c', 'x', { name: 'my file (1).patch', b: 'c' }],
		['x; a="open; b=c', 'x', { a: '"open', b: 'c' }],
		['x; a; b=c;; =d', 'x', { b: 'c', '': 'd' }],
		['x; a=1; a=2', 'x', { a: '1' }],
		['text/plain charset=utf-8', 'text/plain', { charset: 'utf-8' }],
		['x; name="=?utf-8?q?=C3=BC.patch?="', 'x', { name: 'ü.patch' }],
		// RFC 2231
		["x; name*=utf-8'de'%C3%BC.patch", 'x', { name: 'ü.patch' }],
		["x; name*=iso-8859-1''%FC.patch; name=u.patch", 'x', { name: 'ü.patch' }],
		["x; name=u.patch; name*=utf-8''%C3%BC.patch", 'x', { name: 'ü.patch' }],
		['x; name*1="b.patch"; name*0=a', 'x', { name: 'ab.patch' }],
		["x; name*0*=utf-8''%C3; name*1*=%BC; name*2=%41", 'x', { name: 'ü%41' }],
		["x; name*0*=''a%20; name*1=b", 'x', { name: 'a b' }],
		['x; name*0=a; name*2=c', 'x', { name: 'a' }],
		['x; name*1=b; name=u', 'x', { name: 'u' }],
		['x; name*=plain%20name', 'x', { name: 'plain name' }],
		['x; name*a=b; name*99999=c', 'x', {}],
		["x; name*=utf-8''50%", 'x', { name: '50%' }, 'encoding-malformed'],
		["x; name*=x-unknown''%FC", 'x', { name: 'ü' }, 'charset-unknown'],
		["x; name*=utf-8''ü", 'x', { name: 'ü' }],
	];
	for (const [text, value, parameters, ...expected] of cases) {
		it(JSON.stringify(text), () => {
			const warnings = new Set<ParseWarning>();
			const read = readParameters(text, warnings);
			assert.deepEqual(
				[read.value, Object.fromEntries(read.parameters), ...warnings],
				[value, parameters, ...expected],
			);
		});
	}
});

describe('A part', () => {
	const read = (headers: Readonly<Record<string, string>>) => {
		const fields = Object.entries(headers).map(([name, value]) => ({ name, value }));
		return readPart(fields, 'text/plain', new Set());
	};

	const names: readonly [written: string, name: string][] = [
		['a.patch', 'a.patch'],
		['/etc/passwd', 'passwd'],
		['..\\..\\a.patch', 'a.patch'],
		['a/..', ''],
		['.', ''],
		['a\tb\u0007.patch', 'ab.patch'],
	];
	for (const [written, name] of names) {
		it(`named ${JSON.stringify(written)} has the name ${JSON.stringify(name)}`, () =>
			assert.equal(read({ 'content-type': `text/plain; name=${written}` }).name, name));
	}

	for (const [disposition, isAttached] of [
		['inline', false],
		['INLINE; filename=x', false],
		['attachment', true],
		['x-unknown', true],
	] as const) {
		it(`with the disposition ${disposition} is ${isAttached ? '' : 'not '}attached`, () =>
			assert.equal(read({ 'content-disposition': disposition }).isAttached, isAttached));
	}
});
