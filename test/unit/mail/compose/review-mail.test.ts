import assert from 'node:assert/strict';
import { replyFile } from '../../../../src/mail/compose/reply.ts';
import { composeReview, type MailReview } from '../../../../src/mail/compose/review-mail.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { base64, quotedPrintable } from '../message/mail-of.ts';
import { comment, list, mailWith, reviewOf } from './reviews.ts';

const patchText = [
	'Files are opened in the background.',
	'So the editor stays responsive.',
	'',
	'Signed-off-by: Bob Ellis <bob@example.org>',
	'---',
	'Tested on two machines.',
	'',
	' open.c | 5 ++++-',
	' list.c | 2 ++',
	' 2 files changed, 6 insertions(+), 1 deletion(-)',
	'',
	'diff --git a/open.c b/open.c',
	'index 1111111..2222222 100644',
	'--- a/open.c',
	'+++ b/open.c',
	'@@ -10,9 +10,11 @@ int open_file(const char *name)',
	' {',
	' \tint one;',
	' \tint two;',
	' \tint three;',
	' \tint four;',
	' ',
	'-\tfd = open(name);',
	'+\tfd = open_later(name);',
	'+\tif (fd == -1)',
	'+\t\treturn 0;',
	' \treturn fd;',
	' }',
	'@@ -40,3 +42,4 @@ void close_file(int fd)',
	' {',
	'+\tif (fd == -1)',
	' \tclose(fd);',
	' }',
	'diff --git a/list.c b/list.c',
	'index 3333333..4444444 100644',
	'--- a/list.c',
	'+++ b/list.c',
	'@@ -7,2 +7,4 @@',
	' int count;',
	'+\tif (fd == -1)',
	'+\treturn count + 1;',
	' int size;',
	'-- ',
	'2.43.0',
	'',
];

const patch = mailWith(patchText);
const { diff, text, file, mail } = comment;
const ana = { name: 'Ana "the" Müller', email: 'ana@example.org' };
const reviewed = { key: 'Reviewed-by', person: ana } as const;

/** The body, without its first line, which says who wrote the quote. */
function bodyOf(
	answered: typeof patch,
	comments: MailReview['comments'],
	rest?: Partial<MailReview>,
): string {
	const { reply, unplaced } = composeReview(answered, reviewOf(comments, rest), list);
	assert.deepEqual(unplaced, []);
	return reply.body;
}

const head = (name: string) => [`> diff --git a/${name} b/${name}`, `> --- a/${name}`, `> +++ b/${name}`];
const said = 'On Fri, 20 Nov 2020 07:00:00 +0100, Bob Ellis wrote:';
const open = [...head('open.c'), '> @@ -10,9 +10,11 @@ int open_file(const char *name)'];
const opening = [
	...open,
	'>  {',
	'>  \tint one;',
	'>  \tint two;',
	'>  \tint three;',
	'>  \tint four;',
	'>  ',
];

describe('The mail of a review', () => {
	const cases: Readonly<
		Record<string, readonly [comments: MailReview['comments'], lines: readonly string[]]>
	> = {
		'has a comment below its line, with the headers and a few lines above': [
			[diff(0, 7, 'Why later?')],
			[
				...['> [...]', ...open, '> [...]', '>  \tint three;', '>  \tint four;', '>  '],
				...['> -\tfd = open(name);', '> +\tfd = open_later(name);', '', 'Why later?'],
			],
		],
		'has comments on a deleted line, a range, a hunk below and a file below, in their order': [
			[
				...[diff(1, 3, 'The end.'), diff(0, [8, 9], 'A range.'), diff(0, 6, 'A deleted line.')],
				...[diff(0, 3, 'Another file.', 1), diff(0, 1, 'As Bob said:', 1)],
			],
			[
				...['> [...]', ...opening, '> -\tfd = open(name);', '', 'A deleted line.', ''],
				...['> +\tfd = open_later(name);', '> +\tif (fd == -1)', '> +\t\treturn 0;', '', 'A range.', ''],
				...['>  \treturn fd;', '>  }', '> @@ -40,3 +42,4 @@ void close_file(int fd)', '>  {'],
				...['> +\tif (fd == -1)', '>  \tclose(fd);', '>  }', '', 'The end.', ''],
				...[...head('list.c'), '> @@ -7,2 +7,4 @@', '>  int count;', '> +\tif (fd == -1)', ''],
				// One empty line would make this the line that says who wrote the quote.
				...['As Bob said:', '', '', '> +\treturn count + 1;', '>  int size;', '', 'Another file.'],
			],
		],
		'has two comments on one line below one quote': [
			[diff(0, 1, 'One.', 1), diff(0, 1, 'Two.', 1)],
			[
				...['> [...]', ...head('list.c'), '> @@ -7,2 +7,4 @@', '>  int count;', '> +\tif (fd == -1)'],
				...['', 'One.', '', 'Two.'],
			],
		],
		'has comments on the message, the notes, the diffstat and a file': [
			[
				...[file(1, 'Not this file.'), text('diffstat', 2, 'So many?'), text('diffstat', 1, 'Why this one?')],
				...[text('notes', 0, 'Which ones?'), text('message', 1, 'Does it?')],
			],
			[
				...['> Files are opened in the background.', '> So the editor stays responsive.', '', 'Does it?', ''],
				...['> [...]', '> Tested on two machines.', '', 'Which ones?', ''],
				...['> [...]', '>  open.c | 5 ++++-', '>  list.c | 2 ++', '', 'Why this one?', ''],
				...['>  2 files changed, 6 insertions(+), 1 deletion(-)', '', 'So many?', ''],
				...['> [...]', ...head('list.c'), '', 'Not this file.'],
			],
		],
	};
	for (const [what, [comments, lines]] of Object.entries(cases))
		it(what, () => assert.equal(bodyOf(patch, comments), `${[said, ...lines].join('\n')}\n`));

	for (const [old, current] of [
		['', ''],
		['i/', 'w/'],
		['c/', 'i/'],
		['o/', 'w/'],
		['old/', 'new/'],
	] as const)
		it(`has its comments at the same lines if the paths are ${old}open.c and ${current}open.c`, () => {
			const prefixed = (line: string) =>
				/^(> )?(diff|---|\+\+\+) /.test(line)
					? line.replace(' a/', ` ${old}`).replace(' b/', ` ${current}`)
					: line;
			const comments = [
				...[diff(0, 6, 'One.'), diff(1, [1, 2], 'Two.'), diff(0, 1, 'Three.', 1), file(1, 'Four.')],
				text('diffstat', 1, 'Five.'),
			];
			const expected = bodyOf(patch, comments).split('\n').map(prefixed).join('\n');
			assert.equal(bodyOf(mailWith(patchText.map(prefixed)), comments), expected);
		});

	it('has comments on files without lines below their headers', () => {
		const moved = ['diff --git a/a.c b/b.c', 'similarity index 100%', 'rename from a.c', 'rename to b.c'];
		const mode = ['diff --git a/run b/run', 'old mode 100644', 'new mode 100755'];
		const ids = 'index 1111111..2222222 100644';
		const data = ['diff --git a/x.bin b/x.bin', ids];
		const binary = [...data, 'GIT binary patch', 'literal 3', 'Ccmb=K', '', 'literal 0', 'HcmV?d00001', ''];
		const picture = ['diff --git a/p.png b/p.png', ids, 'Binary files a/p.png and b/p.png differ'];
		const empty = ['diff --git a/new b/new', 'new file mode 100644', 'index 0000000..e69de29'];
		const answered = mailWith([
			...['Files.', '---', ' 5 files changed', '', ...moved, ...mode, ...binary, ...picture, ...empty],
			...['-- ', '2.43.0', ''],
		]);
		const quoted = (lines: readonly string[]) => lines.map((line) => `> ${line}`);
		const names = ['Moved.', 'Executable?', 'Data.', 'A picture.', 'Empty.'];
		assert.deepEqual(
			bodyOf(
				answered,
				names.map((name, nth) => file(nth, name)),
			).split('\n'),
			[
				...[said, '> [...]', ...quoted(moved), '', 'Moved.', '', ...quoted(mode), '', 'Executable?', ''],
				...['> diff --git a/x.bin b/x.bin', ...quoted(binary.slice(2).filter(Boolean)), '', 'Data.', ''],
				...[
					...quoted(picture.filter((line) => line !== ids)),
					'',
					'A picture.',
					'',
					...quoted(empty.slice(0, 2)),
					'',
					'Empty.',
					'',
				],
			],
		);
		for (const nth of names.keys()) bodyOf(answered, [file(nth, 'Alone.')]);
	});

	it('has a comment on a trailer without the short message above it', () => {
		const answered = mailWith(['Files are opened later.', '', ...patchText.slice(3)]);
		const trailer = '> Signed-off-by: Bob Ellis <bob@example.org>';
		const lines = [said, '> [...]', trailer, '', 'Who?', ''];
		assert.equal(bodyOf(answered, [text('message', 2, 'Who?')]), lines.join('\n'));
	});

	it('quotes the beginning and the trailers of a patch if it is about the whole', () => {
		const quote = ['> Files are opened in the background.', '> So the editor stays responsive.', '>'];
		const lines = [said, ...quote, '> Signed-off-by: Bob Ellis <bob@example.org>', ''];
		const trailer = 'Reviewed-by: Ana "the" Müller <ana@example.org>';
		const whole = (rest: Partial<MailReview>) => bodyOf(patch, [], rest);
		assert.equal(whole({ trailers: [reviewed] }), `${[...lines, trailer].join('\n')}\n`);
		assert.equal(
			whole({ text: 'Thanks!', trailers: [reviewed] }),
			`${[...lines, 'Thanks!', '', trailer].join('\n')}\n`,
		);
		const [, ...others] = bodyOf(patch, [diff(0, 7, 'Why?')], {
			text: 'Thanks!',
			trailers: [reviewed],
		}).split('\n');
		assert.deepEqual(others.slice(0, 5), ['', trailer, '', said, '> [...]']);
	});

	it('quotes no diffstat of a patch without trailers if it is about the whole', () => {
		const answered = mailWith(['Files are opened later.', ...patchText.slice(4)]);
		const quote = [said, '> Files are opened later.', ''];
		const trailer = 'Reviewed-by: Ana "the" Müller <ana@example.org>';
		assert.equal(bodyOf(answered, [], { trailers: [reviewed] }), `${[...quote, trailer].join('\n')}\n`);
	});

	it('quotes nothing of a patch without a message if it is about the whole', () => {
		const answered = mailWith(['---', ...patchText.slice(5)]);
		const trailer = 'Reviewed-by: Ana "the" Müller <ana@example.org>';
		assert.equal(bodyOf(answered, [], { text: 'Thanks!', trailers: [reviewed] }), `Thanks!\n\n${trailer}\n`);
	});

	it('is above the quote of a cover letter if it would be taken for an answer to a line of it', () => {
		const cover = mailWith(
			['This is about files.', '', 'It has two parts.', ''],
			['Subject: [PATCH 0/2] Files'],
		);
		assert.equal(
			bodyOf(cover, [], { text: 'Thanks!' }),
			`${['Thanks!', '', said, '> This is about files.'].join('\n')}\n`,
		);
		assert.equal(
			bodyOf(cover, [mail(2, 'Which?')]),
			`${[said, '> [...]', '> It has two parts.', '', 'Which?'].join('\n')}\n`.replace(
				'> [...]',
				'> This is about files.\n>',
			),
		);
	});

	it('quotes of a text the paragraph of a line, but no long one', () => {
		const lines = Array.from({ length: 20 }, (_, nth) => `Line ${nth}.`);
		const answered = mailWith([...lines, '', 'Last.', '---', ...patchText.slice(9)]);
		const whole = bodyOf(answered, [], { text: 'Fine.' });
		assert.match(whole, /> Line 5\.\n> \[\.\.\.\]\n> Last\.\n\nFine\.\n$/);
		const above = lines.slice(7, 16).map((line) => `> ${line}`);
		const rest = lines.slice(16).map((line) => `> ${line}`);
		assert.equal(
			bodyOf(answered, [
				text('message', 15, 'One.'),
				text('message', 19, 'Two.'),
				text('message', 21, 'Three.'),
			]),
			`${[said, '> [...]', ...above, '', 'One.', '', ...rest, '', 'Two.', '', '> Last.', '', 'Three.'].join('\n')}\n`,
		);
		assert.match(bodyOf(answered, [text('message', 20, 'Empty.')]), /> Line 18\.\n> Line 19\.\n>\n\nEmpty\./);
	});

	it('quotes the paragraph above several empty lines', () => {
		const cover = mailWith(
			['One.', '', 'Two.', 'Three.', '', '', 'Four.', ''],
			['Subject: [PATCH 0/2] Files'],
		);
		assert.match(bodyOf(cover, [mail(5, 'Empty.')]), /> Two\.\n> Three\.\n>\n>\n\nEmpty\.\n$/);
	});

	it('has comments on the whole mail, and none that are empty', () => {
		const whole = { lines: { kind: 'whole' }, text: 'Thanks!' } as const;
		assert.equal(bodyOf(patch, [whole, diff(0, 7, ' \n')]), bodyOf(patch, [], { text: 'Thanks!' }));
	});

	it('takes a comment on an empty line for one on the line above it', () => {
		assert.match(bodyOf(patch, [diff(0, 5, 'Empty.')]), /four;\n> {2}\n\nEmpty\.\n$/);
	});

	it('quotes what people would quote if nothing makes the lines unique', () => {
		const first = `From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001`;
		const one = [first, 'From: Bob <bob@example.org>', 'Subject: [PATCH] Open files', '', ...patchText];
		const answered = mailWith([...one, ...one]);
		assert.equal(answered.patches.length, 2);
		const comment = diff(0, 8, 'Why?');
		const second = { ...comment, lines: { ...comment.lines, patch: 1 } as typeof comment.lines };
		const { reply, unplaced } = composeReview(answered, reviewOf([second]), list);
		assert.deepEqual(unplaced, [0]);
		assert.match(reply.body, /int four;\n> {2}\n> -\tfd = open/);
	});

	it('quotes what a reply answered, too', () => {
		const lines = [
			'On Thursday, Ana wrote:',
			'> One.',
			'>> Two.',
			'',
			'I think so.',
			'Or not.',
			'',
			'> Three.',
			'',
			'No.',
			'',
		];
		const answered = mailWith(lines, ['Subject: Re: [PATCH] Open files']);
		assert.equal(
			bodyOf(answered, [mail(4, 'Why?'), mail(9, 'Yes.')]),
			`${[said, '> On Thursday, Ana wrote:', '>> One.', '>>> Two.', '>', '> I think so.', '', 'Why?', '', '> Or not.', '>', '>> Three.', '>', '> No.', '', 'Yes.'].join('\n')}\n`,
		);
		assert.equal(
			bodyOf(answered, [], { text: 'Fine.' }),
			`${[said, '> [...]', '> I think so.', '> Or not.', '', 'Fine.'].join('\n')}\n`,
		);
	});

	it('is the same however the mail was sent', () => {
		const comments = [diff(0, 7, 'Why later?'), text('message', 1, 'Größe?')];
		const expected = bodyOf(patch, comments);
		const sent = patchText.join('\r\n');
		const type = (charset: string, rest = '') => `Content-Type: text/plain; charset=${charset}${rest}`;
		const encodedAs = (encoding: string, lines: string, charset = 'utf-8', rest = '') =>
			mailWith(lines.split('\r\n'), [
				...['Subject: [PATCH] Open files', 'MIME-Version: 1.0', type(charset, rest)],
				`Content-Transfer-Encoding: ${encoding}`,
			]);
		for (const answered of [
			mailWith(patchText, undefined, '\r\n'),
			encodedAs('base64', base64(Buffer.from(sent))),
			encodedAs('quoted-printable', quotedPrintable(Buffer.from(sent))),
			encodedAs('quoted-printable', quotedPrintable(Buffer.from(sent, 'latin1')), 'iso-8859-1'),
			encodedAs('8bit', sent.replace(/^ \r$/gm, '\r').replace(/^ /gm, '  '), 'utf-8', '; format=flowed'),
		])
			assert.equal(bodyOf(answered, comments).replace(/ +$/gm, ''), expected.replace(/ +$/gm, ''));
	});

	it('quotes files with line breaks of Windows without them, and has its comments at their lines', () => {
		const fields = ['Subject: [PATCH] x', 'Content-Transfer-Encoding: quoted-printable'];
		const lines = ['@@ -1,2 +1,3 @@', ' int one;=0D', '+int two;=0D', '+int three;=0D', ' }=0D', ''];
		const file = ['---', 'diff --git a/x.c b/x.c', '--- a/x.c', '+++ b/x.c', ...lines];
		const answered = mailWith(file, fields, '\r\n');
		const { reply, unplaced } = composeReview(answered, reviewOf([diff(0, 1, 'Why?')]), list);
		assert.deepEqual(unplaced, []);
		assert.ok(reply.body.endsWith('\n>  int one;\n> +int two;\n\nWhy?\n'), reply.body);
	});

	it('says which comments are not at lines that readers can find, and has them too', () => {
		const comments = [diff(0, 7, 'Found.'), diff(9, 7, 'No such hunk.'), diff(0, [7, 99], 'No such lines.')];
		const { reply, unplaced } = composeReview(patch, reviewOf(comments), list);
		assert.deepEqual(unplaced, [1, 2]);
		assert.match(reply.body, /^No such hunk\.\n\nNo such lines\.\n\nOn /);
	});

	it('quotes only the ends of a long range and of a long line', () => {
		const long = Array.from(
			{ length: 60 },
			(_, nth) => `+line ${nth}${nth === 50 ? `${'x'.repeat(991)}😀`.repeat(9) : ''}`,
		);
		const answered = mailWith([
			'---',
			'diff --git a/x b/x',
			'--- /dev/null',
			'+++ b/x',
			'@@ -0,0 +1,60 @@',
			...long,
			'',
		]);
		const lines = bodyOf(answered, [diff(0, [10, 50], 'Long.')]).split('\n');
		assert.deepEqual(lines.filter((line) => line === '> [...]').length, 3);
		const quoted = lines.flatMap((line) => /^> \+line (\d+)/.exec(line)?.[1] ?? []).map(Number);
		const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth);
		assert.deepEqual(quoted, [...range(6, 14), ...range(43, 50)]);
		assert.ok(lines.every((line) => line.isWellFormed()));
		assert.ok(lines.length < 35 && lines.every((line) => line.length < 1010));
	});

	it('has headers of a reply, and none that a name or a mail has tried to add', () => {
		const person = {
			name: 'Ana\r\n\r\ndiff --git a/x b/x\nBcc: <all@example.org>',
			email: 'ana@example.org>\nX: y',
		};
		const hostile = {
			...patch.mail,
			subject: '[PATCH] x\r\nBcc: all@example.org',
			from: { ...patch.mail.from, name: '> x\nFrom y' },
			dateText: '',
		};
		const review = reviewOf([], { trailers: [{ key: 'Acked-by', person }] });
		const { reply } = composeReview({ ...patch, mail: hostile }, review, list);
		const read = parseMail(replyFile(reply));
		assert.deepEqual(
			[read.to[0]?.email, read.cc[0]?.email, read.inReplyTo],
			[list, 'bob@example.org', '<1@example.org>'],
		);
		assert.doesNotMatch(replyFile(reply), /^(?:Bcc|X:|diff)/m);
		assert.match(reply.body, /^ > x From y wrote:\n/);
		assert.match(
			reply.body,
			/^Acked-by: Ana diff --git a\/x b\/x Bcc: all@example.org <ana@example.orgX:y>$/m,
		);
	});
});
