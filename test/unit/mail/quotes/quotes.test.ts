import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canOpenAttribution, isAttribution } from '../../../../src/mail/quotes/attributions.ts';
import { footerStart } from '../../../../src/mail/quotes/mail-endings.ts';
import { mailLines } from '../../../../src/mail/quotes/mail-lines.ts';
import { spansOf } from '../../../../src/mail/quotes/quotes.ts';

/** The kind of each line: `t` text, `2` a quote of level 2, `a` an attribution, `a1` a quoted one, `s` signature, `o` original, `f` footer. */
function kinds(text: string): string {
	const words = spansOf(text).flatMap(({ kind, level, start, end }) => {
		const word = kind === 'quote' ? `${level}` : `${kind[0]}${level === 0 ? '' : level}`;
		return mailLines(text.slice(start, end)).map(() => word);
	});
	return words.join(' ');
}

describe('The lines of a mail', () => {
	const rule = '_'.repeat(47);
	const cases: readonly [what: string, kinds: string, ...lines: readonly string[]][] = [
		['may be text', 't t t', 'Hello', '', 'Ana'],
		['may be quotes', '1 1 1 t', '> a', '>', '>b', 'c'],
		['may be quotes of quotes', '2 2 3 1', '>> a', '> > b', '> > >c', '> d'],
		['are no quotes if another character comes first', 't t', ' > a', '| b'],
		['have one space at most between quotation marks', '1 2', '>  > a', '> > a'],
		['may be attributions', 'a 1', 'On Monday, Ana wrote:', '> a'],
		['may be attributions above an empty line', 't t a t 1', 'Hi', '', 'Ana <a@x> writes:', '', '> a'],
		['may be attributions on two lines', 't a a 1', 'Hi', 'On Mon, 2 Nov 2020, Ana', '<a@x> wrote:', '> a'],
		['may be attributions on three lines', 'a a a 1', 'On Mon, 2 Nov', 'at 10:00 Ana', 'wrote:', '> a'],
		['are attributions on the last three lines', 't t t a 1', 'On Mon', 'the 2nd', 'Ana', 'wrote:', '> a'],
		[
			'may be attributions on two lines, and say so on the first',
			'a a 1',
			'Le lundi Ana a écrit',
			'<a@x> :',
			'> a',
		],
		['may be quoted attributions', 'a1 2 1', '> Am Montag schrieb Ana:', '>> a', '> b'],
		['may be attributions of quotes of quotes', 'a 2 a1 2', 'Ana wrote:', '>> a', '> Bob wrote:', '> > b'],
		['are no attributions without a quote', 't t', 'On Monday, Ana wrote:', 'a'],
		['are no attributions two lines above a quote', 't t t 1', 'Ana wrote:', '', '', '> a'],
		['are no attributions without a verb', 't 1', 'The code is:', '> a'],
		['are no attributions beside other text', 't a 1', 'On Monday we met.', 'Ana wrote:', '> a'],
		['are no attributions of several paragraphs', 't t a 1', 'On Monday we met', '', 'Ana wrote:', '> a'],
		['may be a signature', 't s s s', 'Hi', '-- ', 'Ana', 'Example Ltd.'],
		['may be a signature without its space', 't s s', 'Hi', '--', 'Ana'],
		['are one signature, the last', 't t t s s', 'Hi', '-- ', 'a', '-- ', 'Ana'],
		['may be a signature above a quote', 's s a 1', '-- ', 'Ana', 'Bob wrote:', '> b'],
		['may be several signatures around quotes', 's s 1 t s s', '-- ', 'Ana', '> b', 'c', '-- ', 'Ana'],
		['may be quoted signatures', '1 1', '> -- ', '> Ana'],
		['may be a footer', 't f f f', 'Hi', rule, 'A mailing list', 'https://lists.example'],
		['may be a footer below a signature', 't s s s f f', 'Hi', '-- ', 'Ana', '', rule, 'x mailing list'],
		[
			'may be a footer that looks like a signature',
			't f f f',
			'Hi',
			'-- ',
			'To unsubscribe from',
			'this list',
		],
		['may be a footer that says little', 't f f', 'Hi', '-=-=-=-=-=-', 'https://x/mailman/listinfo/y'],
		['are no footer above a quote', 't t 1', rule, 'a mailing list', '> a'],
		['are no footer if it is a heading', 't t t', 'Hi', '----------------', 'text'],
		['may be a footer of 15 lines', `t ${'f '.repeat(14)}f`, 'Hi', rule, 'a mailing list', ...'x'.repeat(13)],
		['are no footer of 16 lines', `t ${'t '.repeat(15)}t`, 'Hi', rule, 'a mailing list', ...'x'.repeat(14)],
		['may be an original', 't t o o o', 'Nack.', '', '-----Original Message-----', 'Hi,', '> a'],
		['may be an original in another language', 't o o', 'Nej.', '----- Ursprungligt meddelande -----', 'a'],
		[
			'may be an original above a footer',
			't o o f f',
			'Hi',
			'--Original Message--',
			'a',
			rule,
			'x mailing list',
		],
		['may be an original with its signature', 't s o o o', 'Hi', '--', '-----原始邮件-----', '-- ', 'Ana'],
		...[
			['From: Ana <a@x>', 'Sent: Monday', 'To: Bob', 'Cc: Carol', 'Subject: [PATCH] a'],
			['*Von:* Ana <a@x>', '*Gesendet:* Montag', '*An:* Bob', '  Carol', '*Betreff:* a'],
			['De : Ana', 'Envoyé : lundi', 'À : Bob', 'Cc : Carol', 'Objet : a'],
			['发件人：Ana', '发送时间：x', '收件人：Bob', '抄送：Carol', '主题：a'],
		].map((headers): (typeof cases)[number] => [
			`may be an original without a line above it: ${headers[0]}`,
			't t o o o o o o o o',
			'Nack.',
			'',
			rule,
			...headers,
			'',
			'+a',
		]),
		['are no original below nothing', 't t t', '-----Original Message-----', 'From: Ana', 'a'],
		[
			'are no original if it is quoted',
			't t t 1 t',
			'Hi',
			'-----Original Message-----',
			'From: Ana',
			'> a',
			'b',
		],
		['are no original without all headers', 't t t t', 'Rather:', 'From: Ana', 'Date: Monday', 'Subject: a'],
		[
			'are no original if they are a patch with its headers',
			't t t t t t',
			'Rather:',
			`From ${'a'.repeat(40)} Mon Sep 17 00:00:00 2001`,
			'From: Ana',
			'Date: Monday',
			'To: Bob',
			'Subject: a',
		],
		[
			'may be quotes with names',
			'a 1 1 t 2',
			'Ana Duarte <a@x> writes:',
			'Ana> a',
			'  Ana> b',
			'c',
			'Ana>> d',
		],
		['may be quotes with initials', 'a t 1', 'Ana Duarte writes:', '', 'AD> a'],
		['may be quotes with a name in quotes', 'a 1 2', 'Kim wrote:', 'Kim> a', '> Kim> b'],
		[
			'may be attributions of Supercite',
			'a 1 1',
			'>>>>> "Ana" == Ana Duarte <a@x> writes:',
			'Ana> a',
			'Ana>',
		],
		['may be lines of a diff with names', '1 1 t', 'Ana> +a', 'Ana> -b', 'Why?'],
		['are no quotes if prose has a mark', 't t t t', 'If a> b', 'a> b', 'i>j', 'and Ana> b'],
		['are no quotes at a prompt', 't t t', 'Look:', 'sqlite> -- a', 'sqlite> +1'],
		['are no quotes of a person whom no attribution names', 't t', 'Ana wrote:', 'Bob> a'],
		['are no footer far above', `t t ${'t '.repeat(20)}t`, rule, 'a mailing list', ...'x'.repeat(21)],
	];
	for (const [what, expected, ...lines] of cases) {
		for (const lineBreak of ['\n', '\r\n']) {
			it(`${what} (${JSON.stringify(lineBreak)})`, () =>
				assert.equal(kinds(lines.map((line) => line + lineBreak).join('')), expected));
		}
	}

	it('may be missing', () => assert.deepEqual(spansOf(''), []));

	it('are one span if they are of one kind', () => {
		assert.deepEqual(spansOf('a\n\nb\n'), [{ kind: 'text', level: 0, start: 0, end: 5 }]);
	});

	it('may end without a line break', () => {
		assert.deepEqual(spansOf('a\n> b'), [
			{ kind: 'text', level: 0, start: 0, end: 2 },
			{ kind: 'quote', level: 1, start: 2, end: 5 },
		]);
	});

	it('all belong to a span', () => {
		const line = fc.constantFrom(
			'>',
			'> ',
			'>> a',
			'a',
			'',
			'-- ',
			rule,
			'mailing list',
			'On x',
			'Ana wrote:',
			'\r',
		);
		fc.assert(
			fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
				const text = lines.join('\n');
				const spans = spansOf(text);
				assert.equal(spans.map(({ start, end }) => text.slice(start, end)).join(''), text);
				assert.equal(
					spans.every(({ start, end }) => start < end),
					true,
				);
			}),
		);
	});

	for (const burden of ['>', '> ', '> a\nAna wrote:\n', 'On x\n', '-- \n', `${rule}\n`, 'x', '\n']) {
		it(`take linear time if ${JSON.stringify(burden)} is repeated`, () => {
			spansOf(burden.repeat(1_000_000 / burden.length));
		});
	}
});

describe('An attribution', () => {
	for (const line of [
		'On Fri, 20 Nov 2020 at 10:00, Ana Carr <a@x> wrote:',
		'Ana Carr <a@x> writes:',
		'* Ana Carr said:',
		'Am 20.11.20 um 10:00 schrieb Ana:',
		'Le ven. 20 nov. 2020 à 10:00, Ana a écrit :',
		'El vie, 20 nov 2020 a las 10:00, Ana (<a@x>) escribió:',
		'Em sex., 20 de nov. de 2020 às 10:00, Ana escreveu:',
		'Il giorno ven 20 nov 2020 alle ore 10:00 Ana ha scritto:',
		'Op vr 20 nov. 2020 om 10:00 schreef Ana:',
		'Den fre 20 nov. 2020 kl 10:00 skrev Ana:',
		'W dniu 20.11.2020 o 10:00, Ana pisze:',
		'Dne 20. 11. 20 v 10:00 Ana napsal(a):',
		'20.11.2020 10:00, Ana пишет:',
		'20 Kas 2020 Cum tarihinde Ana şunu yazdı:',
		'2020年11月20日(金) 10:00 Ana <a@x>さんは書きました:',
		'Ana <a@x> 于2020年11月20日周五 写道：',
		'Quoting Ana (2020-11-20 10:00:00):',
		"Excerpts from Ana's message of November 20, 2020:",
		`${'x'.repeat(393)} wrote:`,
	]) {
		it(`can be "${line}"`, () => assert.equal(isAttribution(line), true));
	}

	for (const line of ['On Monday:', 'Ana wrote', 'wrote: x', '', `${'x'.repeat(394)} wrote:`]) {
		it(`cannot be "${line.slice(0, 20)}"`, () => assert.equal(isAttribution(line), false));
	}

	for (const [line, canOpen] of [
		['On Fri, 20 Nov 2020, Ana', true],
		['2020-11-20 Ana', true],
		['Once upon a time', false],
		['On Friday we met.', false],
		['On Friday:', false],
	] as const) {
		it(`${canOpen ? 'can' : 'cannot'} start with "${line}"`, () =>
			assert.equal(canOpenAttribution(line), canOpen));
	}
});

describe('The end of a mail', () => {
	it('has no footer if there is none', () => assert.equal(footerStart(mailLines('a\nb\n')), 2));
});
