import assert from 'node:assert/strict';
import { type ComposedMail, mailDocument } from '../../../../src/mail/compose/mail-document.ts';
import { parseMailDocument } from '../../../../src/mail/compose/parse-mail-document.ts';

const mail: ComposedMail = {
	subject: 'Re: [PATCH] Größe',
	from: { name: 'Ana "the" Müller', email: 'ana@example.org' },
	to: '~ana/editor-devel@lists.example.org',
	cc: [
		{ name: 'Lee, \\Kim', email: 'kim@example.org' },
		{ name: '', email: 'bob@example.org' },
	],
	inReplyTo: '<b@x>',
	references: ['<a@x>', '<b@x>'],
	body: '> a\n> diff --git a/a b/a\n\nWhy?\n\nFrom: here, text\n',
};
const document = (...header: readonly string[]) => `${header.join('\n')}\n\nText\n`;
const [subject, to] = ['Subject: Re: a', 'To: list@example.org'];

/** Reads a document that was composed for a mail. */
const parse = (text: string, composed: ComposedMail) =>
	parseMailDocument(text, { ...composed, composed: mailDocument(composed) });

describe('A mail read from its document', () => {
	it('is the mail that the document was made of', () => {
		assert.deepEqual(parse(mailDocument(mail), mail), mail);
		const bare = { ...mail, from: undefined, cc: [], inReplyTo: undefined, references: [] };
		assert.deepEqual(parse(mailDocument(bare), bare), bare);
	});

	it('has no text of the user that a program takes for a patch', () => {
		const edited = document(subject, to).replace(
			'Text',
			'> diff --git a/a b/a\nText\ndiff --git a/a b/a\n--- a/a',
		);
		const { body } = parse(edited, mail);
		assert.equal(body, '> diff --git a/a b/a\nText\n diff --git a/a b/a\n --- a/a\n');
	});

	it('has what the user has written in lines of at most 72 columns, and the rest as it was', () => {
		const words = 'word '.repeat(40).trim();
		const long = `${words}:\n> ${words}\n`;
		const before = { ...mail, body: long };
		const typed = `${words} typed\n\n    ${words}\n\n\`\`\`\n\n${words} code\n\`\`\`\n`;
		const { body } = parse(`${mailDocument(before)}${typed}`, before);
		assert.ok(body.startsWith(long), 'composed lines and quotes are as they were');
		const added = body.slice(long.length).split('\n\n');
		assert.ok(added[0]?.split('\n').every((line) => line.length <= 72));
		assert.equal(added[0]?.replaceAll('\n', ' '), `${words} typed`);
		assert.deepEqual(added.slice(1), [`    ${words}`, '```', `${words} code\n\`\`\`\n`]);
	});

	it('has what the user has changed', () => {
		const edited = document(
			'to: <list@example.org>',
			'subject:  Re:  b ',
			'cc: Kim <kim@x.org>, , bob@x.org,',
		);
		assert.deepEqual(parse(edited.replaceAll('\n', '\r\n').trimEnd(), mail), {
			subject: 'Re: b',
			from: undefined,
			to: 'list@example.org',
			cc: [
				{ name: 'Kim', email: 'kim@x.org' },
				{ name: '', email: 'bob@x.org' },
			],
			inReplyTo: undefined,
			references: [],
			body: 'Text\n',
		});
	});

	it('follows the mail that the user has written it as an answer to', () => {
		const other = parse(document(subject, to, 'In-Reply-To: <c@x>'), mail);
		assert.deepEqual([other.inReplyTo, other.references], ['<c@x>', ['<c@x>']]);
	});

	for (const [line, what, text] of [
		[1, /needs a subject/, document(to)],
		[1, /begin on the first line/, `\n${document(subject, to)}`],
		[1, /needs a subject/, document('Subject:', to)],
		[1, /too long/, document(`Subject: ${'a'.repeat(1000)}`, to)],
		[1, /To needs one address/, document(subject)],
		[2, /To needs one address/, document(subject, 'To: a@x.org, b@x.org')],
		[
			2,
			/“kim” is not a mail address\. An example is Ana <ana@example\.org>\.$/,
			document(subject, 'To: kim'),
		],
		[3, /“Kim <kim>” is not a mail address/, document(subject, to, 'Cc: bob@x.org, Kim <kim>')],
		[3, /“"” is not a mail address/, document(subject, to, 'Cc: "Kim <kim@x.org>')],
		[3, /is not a mail address/, document(subject, to, 'Cc: Kim <b@x.org> <kim@x.org>')],
		[3, /one sender/, document(subject, to, 'From: a@x.org, b@x.org')],
		[3, /more than 100 people/, document(subject, to, `Cc: ${'a@x.org,'.repeat(101)}`)],
		[3, /Message-ID/, document(subject, to, 'In-Reply-To: <a b>')],
		[3, /but not Bcc/, document(subject, to, 'Bcc: evil@x.org')],
		[3, /To is there already/, document(subject, to, 'To: b@x.org')],
		[3, /empty line/, document(subject, to, ' continued')],
		[3, /line is too long/, document(subject, to, `Cc: ${'a'.repeat(60_000)}`)],
		[2, /no text/, `${subject}\n${to}\n\n \n`],
		[2, /no text/, `${subject}\n${to}`],
		[4, /only quotes/, `${subject}\n${to}\n\nBob wrote:\n> One\n> two\n\n`],
	] as const) {
		it(`is refused with its line: ${what.source}, ${text.slice(0, 60).replaceAll('\n', ' | ')}`, () => {
			assert.throws(() => parse(text, mail), { name: 'Error', line, message: what });
		});
	}

	it('is read fast, however many quotation marks a line has', () => {
		assert.throws(() => parse(document(subject, to, `Cc: ${'"a'.repeat(20_000)}`), mail));
	});

	for (const [start, repeated, end] of [
		['> ', ')', 'x'],
		['', ')', 'x'],
		['ab: ', '@', ''],
		['', 'a漢', ''],
		['', '（', ''],
		['Words', ' ', ''],
		['', '.', ''],
	] as const)
		it(`is read in linear time if a line repeats ${JSON.stringify(repeated)} below ${JSON.stringify(start)}`, () => {
			const line = start + repeated.repeat(400_000 / repeated.length) + end;
			assert.ok(parse(document(subject, to).replace('Text', `Text\n${line}`), mail).body.startsWith('Text'));
		});
});
