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

	it('has the author, date and title of its text', () => {
		const body = `From: =?UTF-8?q?Z=C3=B6e?= <zoe@example.org>\nDate: today\nSubject: Another\n title\n\nBecause.\n---\n${diff}`;
		const [patch] = parsePatches(mail(body));
		assert.deepEqual(patch?.author, { name: 'Zöe', email: 'zoe@example.org' });
		assert.equal(patch?.authorDate, 'today');
		assert.deepEqual(
			[patch?.subject.title, patch?.subject.number, patch?.subject.prefix],
			['Another title', 2, 'editor'],
		);
	});

	it('has the brackets of the subject in its text, if that has some', () => {
		const [patch] = parsePatches(
			mail(`Hello\n-- >8 --\nSubject: [PATCH v7] Title\n\nBecause.\n---\n${diff}`),
		);
		assert.deepEqual(
			[patch?.subject.version, patch?.subject.number, patch?.message],
			[7, undefined, 'Because.\n'],
		);
	});

	it('keeps the author of the mail if that of the text is unreadable', () => {
		assert.deepEqual(parsePatches(mail(`From: \n\nBecause.\n---\n${diff}`))[0]?.author, kim);
	});

	for (const [what, body] of [
		['without a diff', 'Because.\n---\n'],
		['without a message end', 'Because.\n'],
		['that quotes a diff', `> ${diff.replaceAll('\n', '\n> ')}`],
		['that is empty', ''],
	] as const)
		it(`is not in a mail ${what}`, () => assert.deepEqual(parsePatches(mail(body)), []));

	it('is reported if its number is higher than their count', () => {
		assert.deepEqual(parsePatches(mail(diff, { subject: '[PATCH 4/3] x' }))[0]?.warnings, [
			'subject-numbers',
		]);
	});

	it('has no notes without ---', () => {
		const [patch] = parsePatches(mail(`Because.\n${diff}`));
		assert.deepEqual([patch?.message, patch?.notes], ['Because.\n', '']);
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

describe('A patch in a mail that is attached', () => {
	const inner = (...more: readonly string[]) =>
		attached(['From: Pia <pia@example.org>', 'Subject: [PATCH] One', ...more].join('\n'), {
			type: 'message/rfc822',
		});
	const body = ['', 'First =3D 1.', '---', edited(), '@@ -1 +1 @@', '-a', '+b', ''];
	const encoded = ['MIME-Version: 1.0', 'Content-Transfer-Encoding: quoted-printable'];
	const seen = (...attachments: readonly Attachment[]) =>
		parsePatches(mail('Hello', { attachments })).map(({ subject, author, message, files, warnings }) =>
			[subject.title, author.name, message.trim(), files.length, ...warnings].join('|'),
		);

	it('is decoded', () => {
		assert.deepEqual(seen(inner(...encoded, ...body)), ['One|Pia|First = 1.|1']);
	});

	it('is decoded if the mail was saved as a file', () => {
		const { text: saved } = inner(...encoded, ...body);
		assert.deepEqual(seen(attached(saved, { name: 'One.eml', type: 'application/octet-stream' })), [
			'One|Pia|First = 1.|1',
		]);
	});

	it('may be attached there', () => {
		const parts = ['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'See.', '--b'];
		const diffs = ['Content-Type: text/x-patch', ...body, '--b--'];
		assert.deepEqual(seen(inner(...parts, ...diffs)), ['One|Pia|First =3D 1.|1']);
	});

	it('has the author, date and subject of the outer mail if its mail has none', () => {
		const [patch] = parsePatches(
			mail('Hello', { attachments: [attached(`X: y\n\nFirst.\n---\n${diff}`, { type: 'message/rfc822' })] }),
		);
		assert.deepEqual(
			[patch?.subject.title, patch?.subject.number, patch?.author, patch?.authorDate, patch?.warnings],
			['Open files faster', 2, kim, 'Mon, 1 Jan 2024 00:00:00 +0000', []],
		);
	});

	it('has the brackets of the outer subject if its own has none', () => {
		const [patch] = parsePatches(
			mail('Hello', { attachments: [attached(`Subject: One\n\n${diff}`, { type: 'message/rfc822' })] }),
		);
		assert.deepEqual([patch?.subject.title, patch?.subject.number], ['One', 2]);
	});

	it('has the date of its mail', () => {
		const [patch] = parsePatches(mail('Hello', { attachments: [inner('Date: today', ...body)] }));
		assert.equal(patch?.authorDate, 'today');
	});

	it('is reported if its mail is malformed', () => {
		assert.deepEqual(seen(inner('Content-Transfer-Encoding: x-new', ...body)), [
			'One|Pia|First =3D 1.|1|encoding-unknown',
		]);
	});

	it('is read up to a depth', () => {
		const within = (depth: number): Attachment => {
			let { text: nested = '' } = inner(...body);
			for (let left = depth - 1; left > 0; left--) {
				const before = ['Subject: x', `Content-Type: multipart/mixed; boundary=b${left}.`, '', `--b${left}.`];
				nested = [...before, 'Content-Type: message/rfc822', '', nested, `--b${left}.--`].join('\n');
			}
			return attached(nested, { type: 'message/rfc822' });
		};
		assert.deepEqual([seen(within(3)).length, seen(within(4)).length], [1, 0]);
	});
});

describe('An attached diff', () => {
	it('is reported if it is malformed', () => {
		const found = (content: string) =>
			parsePatches(mail('Hello', { attachments: [attached(content)] })).map(({ warnings }) =>
				warnings.join(),
			);
		assert.deepEqual(found('@@ -1 +1 @@\n'), []);
		assert.deepEqual(found('diff --git a/x b/x\n'), ['file-header']);
	});

	it('has the message and notes of the text', () => {
		const [patch] = parsePatches(
			mail(`From: Pia <pia@example.org>\n\nBecause.\n---\nv2\n${stat}`, { attachments: [attached(diff)] }),
		);
		assert.deepEqual(
			[patch?.message, patch?.notes, patch?.author, patch?.source],
			['Because.\n', 'v2', pia, diff],
		);
		assert.deepEqual([patch?.subject.number, patch?.warnings], [2, []]);
	});

	it('keeps its own message', () => {
		const [patch] = parsePatches(mail('Hello', { attachments: [attached(`Mine.\n---\n${diff}`)] }));
		assert.equal(patch?.message, 'Mine.\n');
	});

	it('keeps its own headers, even without a message', () => {
		const own = `${line}From: Pia <pia@example.org>\nSubject: [PATCH 1/1] One\n\n---\n${diff}`;
		const [patch] = parsePatches(mail('Hello', { attachments: [attached(own)] }));
		assert.deepEqual([patch?.message, patch?.author, patch?.subject.title], ['', pia, 'One']);
	});

	it('has text', () => {
		assert.deepEqual(
			parsePatches(mail('Hello', { attachments: [attached(undefined), attached('An image.')] })),
			[],
		);
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
