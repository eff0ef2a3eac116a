import assert from 'node:assert/strict';
import type { Attachment, Mail } from '../../../../src/mail/message/mail.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import { edited, text } from '../../../kit/mails/diff-text.ts';

const kim = { name: 'Kim', email: 'kim@example.org' };
const pia = { name: 'Pia', email: 'pia@example.org' };
const diff = edited() + text('@@ -1 +1 @@', '-a', '+b');
const stat = text(' x | 2 +-', ' 1 file changed, 1 insertion(+), 1 deletion(-)', '');
const line = `From ${'a'.repeat(40)} Mon Sep 17 00:00:00 2001\n`;

const mail = (body: string, more: Partial<Mail> = {}): Mail => ({
	...parseMail(''),
	subject: '[PATCH editor v2 2/3] Open files faster',
	from: kim,
	dateText: 'Mon, 1 Jan 2024 00:00:00 +0000',
	text: body,
	...more,
});

const attached = (content: string | undefined, more: Partial<Attachment> = {}): Attachment => ({
	name: '0001-x.patch',
	type: 'text/x-patch',
	text: content,
	...more,
});

describe('A patch of a mail', () => {
	it('has the parts of the mail', () => {
		const body = `Because.\n\nReviewed-by: Pia <pia@example.org>\n---\nv2: faster\n\n${stat}${diff}\nbase-commit: 1\n-- \n2.43.0\n\n`;
		const [patch, ...others] = parsePatches(mail(body));
		assert.ok(patch);
		const { files, ...rest } = patch;
		assert.deepEqual(rest, {
			source: body,
			subject: {
				...{ isReply: false, isPatch: true, isRfc: false, prefix: 'editor' },
				...{ version: 2, number: 2, of: 3, title: 'Open files faster' },
			},
			author: kim,
			authorDate: 'Mon, 1 Jan 2024 00:00:00 +0000',
			message: 'Because.\n\nReviewed-by: Pia <pia@example.org>\n',
			trailers: [{ key: 'Reviewed-by', value: 'Pia <pia@example.org>' }],
			notes: 'v2: faster',
			warnings: [],
		});
		assert.equal(body.slice(files[0]?.start, files[0]?.end), diff);
		assert.deepEqual(others, []);
	});

	for (const [what, body] of [
		['without a diff', 'Because.\n---\n'],
		['without a message end', 'Because.\n'],
		['that quotes a diff', `> ${diff.replaceAll('\n', '\n> ')}`],
		['that is empty', ''],
	] as const)
		it(`is not in a mail ${what}`, () => assert.deepEqual(parsePatches(mail(body)), []));
});

describe('The only patch of a mail', () => {
	const withAttached = (content: string, more: Partial<Attachment> = {}) =>
		mail('Hello', { attachments: [attached(content, more)] });
	/** A patch in an attached mail, and in one that has more headers. */
	const body = `\nBecause =3D 1.\n---\n${diff}`;
	const forwarded = (header: string, more: Partial<Attachment> = {}) =>
		withAttached(`From: Pia <pia@example.org>\nSubject: [PATCH] One\n${header}${body}`, {
			type: 'message/rfc822',
			...more,
		});
	const encoded = 'MIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n';
	const usual = {
		...{ title: 'Open files faster', prefix: 'editor', version: 2, number: 2 as number | undefined },
		...{
			author: kim,
			date: 'Mon, 1 Jan 2024 00:00:00 +0000',
			message: 'Because.\n',
			notes: '',
			source: diff,
		},
		warnings: [] as readonly string[],
	};
	const one = { title: 'One', prefix: '', version: 1, number: undefined, author: pia };
	const decoded = { ...one, message: 'Because = 1.\n' };
	const cases: readonly [what: string, given: Mail, read: Partial<typeof usual>][] = [
		[
			'has the author, date and title of its text',
			mail(
				`From: =?UTF-8?q?Z=C3=B6e?= <zoe@example.org>\nDate: today\nSubject: Another\n title\n\nBecause.\n---\n${diff}`,
			),
			{ title: 'Another title', author: { name: 'Zöe', email: 'zoe@example.org' }, date: 'today' },
		],
		[
			'has the brackets of the subject in its text, if that has some',
			mail(`Hello\n-- >8 --\nSubject: [PATCH v7] Title\n\nBecause.\n---\n${diff}`),
			{ title: 'Title', prefix: '', version: 7, number: undefined },
		],
		[
			'keeps the author of the mail if that of the text is unreadable',
			mail(`From: \n\nBecause.\n---\n${diff}`),
			{},
		],
		[
			'is reported if its number is higher than their count',
			mail(diff, { subject: '[PATCH 4/3] x' }),
			{ title: 'x', prefix: '', version: 1, number: 4, message: '', warnings: ['subject-numbers'] },
		],
		['has no notes without ---', mail(`Because.\n${diff}`), {}],
		['is decoded if its mail is attached', forwarded(encoded), decoded],
		[
			'is decoded if its mail was saved as a file',
			forwarded(encoded, { name: 'One.eml', type: 'application/octet-stream' }),
			decoded,
		],
		[
			'may be attached to an attached mail',
			withAttached(
				`From: Pia <pia@example.org>\nSubject: [PATCH] One\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee.\n--b\nContent-Type: text/x-patch\n${body}\n--b--\n`,
				{ type: 'message/rfc822' },
			),
			{ ...one, message: 'Because =3D 1.\n' },
		],
		[
			'has the author, date and subject of the outer mail if the attached one has none',
			withAttached(`X: y\n\nBecause.\n---\n${diff}`, { type: 'message/rfc822' }),
			{},
		],
		[
			'has the brackets of the outer subject if that of the attached mail has none',
			withAttached(`Subject: One\n\n${diff}`, { type: 'message/rfc822' }),
			{ title: 'One', message: '' },
		],
		[
			'has the date of an attached mail',
			forwarded('Date: today\n'),
			{ ...one, date: 'today', message: 'Because =3D 1.\n' },
		],
		[
			'is reported if an attached mail is malformed',
			forwarded('Content-Transfer-Encoding: x-new\n'),
			{ ...one, message: 'Because =3D 1.\n', warnings: ['encoding-unknown'] },
		],
		[
			'has the message and notes of the text if only its diff is attached',
			mail(`From: Pia <pia@example.org>\n\nBecause.\n---\nv2\n${stat}`, { attachments: [attached(diff)] }),
			{ author: pia, notes: 'v2' },
		],
		['keeps its own message if it is attached', withAttached(`Mine.\n---\n${diff}`), { message: 'Mine.\n' }],
		[
			'keeps its own headers if it is attached, even without a message',
			withAttached(`${line}From: Pia <pia@example.org>\nSubject: [PATCH 1/1] One\n\n---\n${diff}`),
			{ ...one, number: 1, message: '' },
		],
	];
	for (const [what, given, read] of cases)
		it(what, () => {
			const found = parsePatches(given).map(
				({ subject, author, authorDate: date, message, notes, source, files, warnings }) => ({
					...{
						title: subject.title,
						prefix: subject.prefix,
						version: subject.version,
						number: subject.number,
					},
					...{ author, date, message, notes, source: source.slice(files[0]?.start, files[0]?.end), warnings },
				}),
			);
			assert.deepEqual(found, [{ ...usual, ...read }]);
		});

	it('is read up to a depth of attached mails', () => {
		const within = (depth: number) => {
			let nested = `Subject: [PATCH] One\n${body}`;
			for (let left = depth - 1; left > 0; left--) {
				const before = ['Subject: x', `Content-Type: multipart/mixed; boundary=b${left}.`, '', `--b${left}.`];
				nested = [...before, 'Content-Type: message/rfc822', '', nested, `--b${left}.--`].join('\n');
			}
			return parsePatches(withAttached(nested, { type: 'message/rfc822' })).length;
		};
		assert.deepEqual([within(3), within(4)], [1, 0]);
	});
});

describe('Several patches of a mail', () => {
	const one = `${line}From: Pia <pia@example.org>\nSubject: [PATCH 1/2] =?UTF-8?q?Gr=C3=BCn?=\nDate: one\n\nFirst.\n---\n${stat}${diff}-- \n2.43.0\n\n`;
	const two = `${line}From: Kim <kim@example.org>\nSubject: [PATCH 2/2] Two\n\nSecond.\n---\n${diff}-- \n2.43.0\n\n`;
	const seen = (given: Mail) =>
		parsePatches(given).map(({ subject, author, message, authorDate, warnings, files, source }) => [
			`${subject.number}/${subject.of} ${subject.title}`,
			...[author.name, authorDate, message, warnings.join()],
			files.map(({ start, end }) => source.slice(start, end) === diff),
		]);
	const date = 'Mon, 1 Jan 2024 00:00:00 +0000';
	const both = [
		['1/2 Grün', 'Pia', 'one', 'First.\n', 'several-patches', [true]],
		['2/2 Two', 'Kim', date, 'Second.\n', 'several-patches', [true]],
	];

	it('have their own headers', () => assert.deepEqual(seen(mail(`Hello,\n\n${one}${two}`)), both));

	it('report one that cannot be read at all, and is left out', () => {
		const damaged = two.replace(diff, text('diff --git a/x b/x', 'Text.'));
		const given = mail('Hello', { attachments: [attached(damaged), attached(one)] });
		assert.deepEqual(
			parsePatches(given).map(({ subject, warnings }) => [subject.title, ...warnings]),
			[['Grün', 'file-header']],
		);
	});

	it('may be attached, in one file or several', () => {
		for (const attachments of [[attached(one), attached(two)], [attached(one + two)]])
			assert.deepEqual(seen(mail('Hello', { attachments })), both);
	});

	it('may be attached besides one in the text', () => {
		assert.deepEqual(
			seen(mail(`Because.\n---\n${diff}`, { attachments: [attached(two)] })).map(([title]) => title),
			['2/3 Open files faster', '2/2 Two'],
		);
	});

	it('may be attached as mails', () => {
		const forwarded = attached(
			`Received: x\nSubject: [PATCH 1/2] One\nFrom: Pia <pia@example.org>\n\nFirst.\n---\n${diff}`,
			{ type: 'message/rfc822' },
		);
		assert.deepEqual(seen(mail('Hello', { attachments: [forwarded] })), [
			['1/2 One', 'Pia', date, 'First.\n', '', [true]],
		]);
	});
});

describe('An attached diff', () => {
	it('is reported if it is malformed, and has text', () => {
		const found = (...contents: readonly (string | undefined)[]) =>
			parsePatches(mail('Hello', { attachments: contents.map((one) => attached(one)) })).map(({ warnings }) =>
				warnings.join(),
			);
		assert.deepEqual(found('@@ -1 +1 @@\n'), []);
		assert.deepEqual(found('diff --git a/x b/x\n'), ['file-header']);
		assert.deepEqual(found(undefined, 'An image.'), []);
	});
});

describe('A patch of 65,536 characters', () => {
	const body = `Because.\n---\n${edited()}@@ -1,5000 +1,60000 @@\n${'+grün\n'.repeat(20_000)}`.slice(
		0,
		65_536,
	);

	it('whose mail was cut there is reported', () => {
		assert.deepEqual(parsePatches(mail(body))[0]?.warnings, ['hunk-short', 'mail-cut']);
	});
});
