import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import { inGitFolder } from '../../../kit/mails/git-folder.ts';
import { base64 } from '../message/mail-of.ts';
import {
	diff,
	encoded,
	headers,
	listFooter,
	message,
	multipart,
	openPgp,
	patch,
	plain,
	signature,
	stat,
} from './real-mails.ts';

/** What git and this parser read of a mail. */
interface Reading {
	readonly author: string;
	readonly date: string;
	readonly title: string;
	readonly message: string;
	/** As `git apply --numstat` prints them. */
	readonly files: string;
}

function ownReading(envelope: string): Reading & { readonly warnings: readonly string[] } {
	const mail = parseMail(envelope);
	const patches = parsePatches(mail);
	const [first] = patches;
	const { author = mail.from, authorDate = '', subject, message: text = '' } = first ?? {};
	return {
		author: `${author.name || author.email} <${author.email}>`,
		date: authorDate,
		title: subject?.title ?? '',
		message: text,
		files: patches
			.flatMap(({ files }) => files)
			.map((file) => `${file.additions}\t${file.deletions}\t${file.new ?? file.old}\n`)
			.join(''),
		warnings: [...new Set([...mail.warnings, ...patches.flatMap(({ warnings }) => warnings)])],
	};
}

function gitReading(envelope: string): Reading {
	return inGitFolder(({ folder, git }) => {
		const said = git(['mailinfo', '--scissors', 'message', 'patch'], envelope);
		const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(said)?.[1]?.trim() ?? '';
		const numstat = () => {
			try {
				return git(['apply', '--numstat', 'patch']);
			} catch {
				return 'refused';
			}
		};
		return {
			author: `${field('Author')} <${field('Email')}>`,
			date: field('Date'),
			title: field('Subject'),
			message: git(['stripspace'], readFileSync(join(folder, 'message'))),
			files: numstat(),
		};
	});
}

interface Case {
	readonly mail: readonly string[];
	readonly warnings?: readonly string[];
	/** What this parser reads in another way than git. */
	readonly own?: Partial<Reading>;
}

const fix = (...body: readonly string[]) => [...headers('[PATCH] Fix a'), '', ...body];
const titled = (subject: string, ...others: readonly string[]) => [...headers(subject, others), '', ...patch];
const withDiff = (...lines: readonly string[]) => fix(...lines, ...stat, ...diff, ...signature);
const nested = ['diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'];
const from = 'From: B, Jürgen <j@example.org>';
const one = '1\t0\ta.c\n';
const outlook = `Content-Type: application/octet-stream; name="0001-Fix-a.patch"
Content-Description: 0001-Fix-a.patch
Content-Disposition: attachment; filename="0001-Fix-a.patch"; size=500;
\tcreation-date="Fri, 20 Nov 2020 06:00:00 GMT"`;
const attached = (type: string, text: string) => [
	...headers('Fix a'),
	...multipart(
		'mixed',
		plain('Hello, it is attached.'),
		encoded('base64', text, `${type}\nContent-Disposition: attachment; filename="0001-a.patch"`),
	),
];

const cases: Readonly<Record<string, Case>> = {
	'in base64': { mail: [...headers('[PATCH] Fix a'), ...encoded('base64', patch.join('\n'))] },
	'in base64, with carriage returns inside': {
		mail: [...headers('[PATCH] Fix a'), ...encoded('base64', patch.join('\r\n'))],
	},
	'in base64, with the footer of a list below': {
		mail: [...headers('[PATCH] Fix a'), ...encoded('base64', patch.join('\n')), ...listFooter],
		warnings: ['encoding-malformed'],
	},
	'in quoted-printable, with soft line breaks in the hunk': {
		mail: [
			...headers('[PATCH] Fix a'),
			...encoded('quoted-printable', patch.join('\n').replace('one', 'öne = "=3D"')),
		],
	},
	'with carriage returns': { mail: fix(...patch).map((line) => `${line}\r`) },
	'with the footer of a list instead of a signature': {
		mail: withDiff('Why.').toSpliced(-3, 3, ...listFooter),
	},
	'with the footer of a list, and the last line of the diff trimmed': {
		mail: withDiff('Why.').toSpliced(-4, 4, '', ...listFooter),
	},
	'with the footer of a list in a part': {
		mail: [...headers('[PATCH] Fix a'), ...multipart('mixed', plain(...patch), plain(...listFooter))],
	},
	'with the footer of a group': {
		mail: withDiff('Why.').toSpliced(-2, 2, 'You received this message because.'),
	},
	'from a list in place of its author': {
		mail: titled('[PATCH] Fix a', 'From: "Ana Bo via devel" <devel@lists.example.org>'),
	},
	'from a list, with its author in the text': {
		mail: [
			...headers('[PATCH] Fix a', ['From: Ana via devel <devel@example.org>']),
			'',
			`${from}\n`,
			...patch,
		],
	},
	'with an encoded author in the text': {
		mail: fix('From: =?UTF-8?q?J=C3=BCrgen?=', ' =?UTF-8?q?_B?= <j@x>', '', ...patch),
	},
	'with a comment as the name of the author': {
		mail: titled('[PATCH] Fix a', 'From: ana@example.org (Ana Bo)'),
	},
	'with quotes in the name of the author': {
		mail: titled('[PATCH] Fix a', 'From: "Ana \\"X\\" B. Bo" <ana@x>'),
	},
	'from an address alone': { mail: titled('[PATCH] Fix a', 'From: <ana@example.org>') },
	'with headers in the text': {
		mail: fix('Subject: Fix b, with', '  two lines', 'Date: 2020-11-19 07:00', '', ...patch),
	},
	'with a title in the text': { mail: fix('[PATCH] Fix b', '', ...patch) },
	'with spaces in place of tabs': { mail: fix(...patch.map((line) => line.replace('\t', '    '))) },
	'without spaces at the ends of lines': { mail: fix(...patch.map((line) => line.trimEnd())) },
	'with lines of dashes in the message': {
		mail: withDiff('Why', '--- a header ---'.slice(3), '----', '---foo', 'more'),
	},
	'with --- in the message, which ends it': { mail: withDiff('Why', '---', 'this is lost') },
	'with a line that looks like that of a diff': { mail: withDiff('Why', '--- foo', 'this is lost') },
	'with an indented diff in the message': {
		mail: withDiff('Before:', '', ...nested.map((line) => `    ${line}`)),
	},
	'with a diff in the message, which is part of the patch': {
		mail: withDiff('Before:', '', ...nested, '', 'Why.'),
	},
	'with the header of a hunk in the message': { mail: withDiff('It says:', '@@ -1,3 +1,3 @@ f()', 'Why.') },
	'with a diffstat in the message': { mail: withDiff('Sizes:', ...stat.slice(1), 'Why.') },
	'below scissors': { mail: fix('Try this:', '', '-- >8 --', 'Subject: [PATCH] Fix b', from, '', ...patch) },
	'made by b4': {
		mail: [
			...headers('[PATCH v3] Fix a', ['X-B4-Tracking: v=1; b=H4s', 'X-Change-ID: 20240101-a-123']),
			'',
			...message,
			'---',
			'Changes in v3:',
			'- Link to v2: https://lore.example.org/r/20240101-a-v2',
			...stat,
			...diff,
			'',
			'---',
			`base-commit: ${'0'.repeat(40)}`,
			'change-id: 20240101-a-123',
			'',
			'Best regards,',
			...signature,
		],
	},
	'with a range-diff in the notes': {
		mail: withDiff(
			'Why',
			'---',
			'1:  0123456 ! 1:  0123457 Fix a',
			'    @@ a.c: int f(void)',
			'     -a',
			'    ++b',
			'',
		),
	},
	'with an interdiff in the notes': {
		mail: withDiff('Why', '---', 'Interdiff against v1:', ...nested.map((line) => `  ${line}`), ''),
	},
	'signed by PGP': {
		mail: [
			...headers('[PATCH] Fix a'),
			...multipart(
				'signed; protocol="application/pgp-signature"',
				encoded('quoted-printable', patch.join('\n')),
				['Content-Type: application/pgp-signature', '', '-----BEGIN PGP SIGNATURE-----', 'abc'],
			),
		],
	},
	'signed by PGP as text, without escapes': {
		mail: fix(...openPgp(['Hash: SHA1', 'NotDashEscaped: You need GnuPG to verify this message'], ...patch)),
	},
	'with the first line of a signed text in the message': {
		mail: fix(
			'Skip lines such as',
			'-----BEGIN PGP SIGNED MESSAGE-----',
			'',
			'- this one, too',
			...stat,
			...diff.slice(0, 4),
			'@@ -1,3 +1,3 @@',
			'-  check();',
			'+\tcheck();',
			...diff.slice(-2),
			...signature,
		),
	},
	'as format=flowed, with stuffed lines': {
		mail: [
			...headers('[PATCH] Fix a', ['Content-Type: text/plain; format=flowed']),
			'',
			...patch.map((line) => (/^[ >]/.test(line) ? ` ${line}` : line)),
		],
	},
	'as format=flowed, with wrapped lines': {
		mail: [
			...headers('[PATCH] Fix a', ['Content-Type: text/plain; format=flowed']),
			'',
			'Why it is ',
			'so.',
			...stat.map((line) => line.replace(/^ /, '  ')),
			...diff.slice(0, 4),
			'@@ -1,3 +1,4 @@ int f(int one, ',
			'int two)',
			'  one',
			'+int added; /* wrapped ',
			'- here ',
			' + and here */',
			'  two',
			'  three',
			...signature,
		],
	},
	'as format=flowed with DelSp, in quoted-printable': {
		mail: [
			...headers('[PATCH] Fix a'),
			...encoded(
				'quoted-printable',
				[
					'Why it  ',
					'is so.',
					'---',
					...diff.slice(0, 5),
					'  one',
					'+int ad ',
					'-ded;',
					'  two',
					'  three',
					...signature,
				].join('\n'),
				'Content-Type: text/plain; charset=UTF-8; format=flowed; delsp=yes',
			),
		],
	},
	'as format=flowed, with a deleted line that looks like a signature': {
		mail: [
			...headers('[PATCH] Fix a', ['Content-Type: text/plain; format=flowed']),
			'',
			...diff.slice(0, 4),
			'@@ -1,3 +1,3 @@',
			'  one',
			'-- ',
			'+- changed ',
			'and wrapped',
			'  three',
		],
	},
	'beside HTML': {
		mail: [
			...headers('[PATCH] Fix a'),
			...multipart('alternative', plain(...patch), ['Content-Type: text/html', '', '<pre>Why</pre>']),
		],
	},
	'with a subject in encoded words': {
		mail: titled('=?UTF-8?q?=5BPATCH=5D=20Fix=20=C3=BCber?=\n =?UTF-8?q?m=C3=A4=C3=9Fige=20Dinge?='),
	},
	'with a subject folded within an encoded word': {
		mail: titled('[PATCH] =?UTF-8?q?Fix_=C3=BCber\n m=C3=A4=C3=9Fig?= end'),
	},
	'with a character divided between encoded words': {
		mail: titled('[PATCH] =?UTF-8?B?w6Q=?=\n =?UTF-8?B?w7bD?= =?UTF-8?B?pA==?='),
	},
	'with a subject in UTF-8, folded with a tab': { mail: titled('[PATCH v2 3/4] Über die\n\tGröße') },
	'with the names of a list and an area': { mail: titled('[devel] [PATCH net-next 1/2] [area] fix: a') },
	'as a reply': { mail: titled('Re: [PATCH 1/2] fix: a') },
	'without brackets': { mail: titled('PATCH: fix: a') },
	'without a closing bracket': { mail: titled('[PATCH fix: a') },
	'without a message id or a zone': {
		mail: titled('[PATCH] Fix a', 'Date: Fri, 20 Nov 2020 07:00:00').filter(
			(line) => !line.startsWith('Message'),
		),
	},
	'of Subversion': {
		mail: fix(
			'Why.',
			'',
			'Index: x.c',
			'='.repeat(67),
			'--- x.c\t(revision 1)',
			'+++ x.c\t(working copy)',
			...nested.slice(3),
			'',
		),
	},
	'of Mercurial': {
		mail: fix(
			'# HG changeset patch',
			'# User Bob <bob@x>',
			'fix: a',
			'',
			'diff -r 01 -r 02 x',
			...nested.slice(1),
			'',
		),
	},
	'attached as text/x-patch': { mail: attached('Content-Type: text/x-patch', `${diff.join('\n')}\n`) },
	'attached as text/plain': { mail: attached('Content-Type: text/plain', `${diff.join('\n')}\n`) },
	'attached as application/octet-stream': {
		mail: attached('Content-Type: application/octet-stream', `${diff.join('\n')}\n`),
	},

	'of a subsystem, made by Quilt': {
		mail: fix(
			'5.4-stable review patch.  If anyone has any objections, please let me know.',
			'',
			'------------------',
			'',
			from,
			'',
			'Why.',
			...stat.slice(0, 3),
			...diff.slice(2),
		),
	},
	'in the mails of Andrew Morton': {
		mail: fix(
			from,
			'Subject: mm: fix a',
			'',
			'Why.',
			'---',
			'',
			'--- a/mm/a.c~mm-fix-a',
			'+++ a/mm/a.c',
			...diff.slice(4),
			'_',
			'',
			'Patches currently in -mm which might be from j@example.org are',
		),
	},
	'with lines that begin with From, as mailboxes escape them': {
		mail: withDiff('Why', '>From the start'),
	},
	'in a mailbox, with the first line of a patch': {
		mail: fix(
			`>From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001`,
			from,
			'Subject: [PATCH] Fix b',
			'',
			...patch,
		),
	},
	'of Subversion, with changed properties': {
		mail: fix(
			'Why.',
			'',
			'Index: x.c',
			'='.repeat(67),
			'--- x.c\t(.../tags/1)\t(revision 1)',
			'+++ x.c\t(.../trunk)\t(working copy)',
			...nested.slice(3),
			'',
			'Property changes on: x.c',
			'_'.repeat(67),
			'Added: svn:executable',
			'## -0,0 +1 ##',
			'+*',
			'\\ No newline at end of property',
			'',
		),
	},
	'of CVS': {
		mail: fix(
			'Why.',
			'',
			'Index: x.c',
			'='.repeat(67),
			'RCS file: /cvs/x.c,v',
			'retrieving revision 1.10',
			'diff -u -p -r1.10 x.c',
			'--- x.c\t1 Jan 2020 10:00:00 -0000\t1.10',
			'+++ x.c\t2 Jan 2020 10:00:00 -0000',
			...nested.slice(3),
			'',
		),
	},
	'with the diff of a submodule': {
		mail: fix('Why.', '---', 'Submodule lib 1234567..89abcde:', ...nested, ''),
		warnings: ['diff-unread'],
	},
	'of git log, with several commits': {
		mail: fix(
			'commit 0123456',
			'Author: Bob',
			'',
			'    Fix it',
			'',
			...nested,
			'',
			'commit 1123456',
			'',
			...nested,
			'',
		),
	},
	'of several files without a line break at their ends, in other languages': {
		mail: fix(
			...nested.slice(0, 5),
			'\\ Kein Zeilenumbruch am Dateiende.',
			'+b',
			'\\ Pas de fin de ligne à la fin du fichier',
			...nested,
			'\\ Нет новой строки в конце файла',
		),
	},

	// Where git reads less, or something else
	'with an attachment of Outlook': {
		mail: [
			...headers('[PATCH] Fix a'),
			...multipart(
				'mixed',
				multipart('alternative', plain('It is attached.'), [
					'Content-Type: text/html',
					'',
					'<p>It is attached.</p>',
				])
					.slice(1)
					.map((line) => line.replace('b=', 'c=')),
				encoded('base64', `${diff.join('\r\n')}\r\n`, outlook),
			),
		],
		own: { message: 'It is attached.\n' },
	},
	'below a line From of git format-patch in the text': {
		mail: fix(
			`From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001`,
			from,
			'Subject: [PATCH] Fix b',
			'',
			...patch,
		),
		own: { author: 'B, Jürgen <j@example.org>', title: 'Fix b', message: `${message.join('\n')}\n` },
	},
	'attached as a mail in quoted-printable': {
		mail: [
			...headers('Fwd: [PATCH] Fix a'),
			...multipart('mixed', plain('See below.'), [
				'Content-Type: message/rfc822',
				'',
				...headers('[PATCH] Fix b'),
				...encoded('quoted-printable', patch.join('\n')),
			]),
		],
		own: { title: 'Fix b', message: `${message.join('\n')}\n`, files: one },
	},
	'attached with a byte order mark': {
		mail: attached('Content-Type: text/x-patch', `\ufeff${diff.join('\n')}\n`),
		own: { message: 'Hello, it is attached.\n' },
	},
	'in the text of HTML alone': {
		mail: [
			...headers('[PATCH] Fix a', ['Content-Type: text/html']),
			'',
			...['Why.', '---', ...diff.slice(0, -1)].map(
				(line) => `<div>${line.replaceAll(' ', '&nbsp;')}<br></div>`,
			),
		],
		warnings: ['hunk-short', 'mail-cut'],
		own: { message: 'Why.\n', files: one },
	},
	'with the changed words instead of lines': {
		mail: fix('Why.', '---', ...nested.slice(0, 4), '  a [-b-]{+c+}', ''),
		warnings: ['hunk-unchanged'],
		own: { files: '0\t0\tx\n' },
	},
	'with the changed words instead of lines, which are not indented': {
		mail: fix('Why.', '---', ...nested.slice(0, 3), '@@ -1,3 +1,3 @@', 'a', 'b [-c-]{+d+}', 'e', ''),
		warnings: ['hunk-short'],
		own: { files: '0\t0\tx\n' },
	},
	'with the changed words on lines of their own': {
		mail: fix('Why.', '---', ...nested.slice(0, 4), ' a ', '-b', '+c', '~', ''),
		warnings: ['hunk-long', 'hunk-unchanged'],
		own: { files: '0\t0\tx\n' },
	},
	'as a context diff': {
		mail: fix(
			'Why.',
			'---',
			'*** a.c\t2020',
			'--- a.c\t2020',
			'*'.repeat(15),
			'*** 1 ****',
			'! a',
			'--- 1 ----',
			'! b',
		),
		warnings: ['diff-unread'],
		own: { files: '' },
	},
	'attached with its own headers, which git takes for text': {
		mail: attached(
			'Content-Type: text/x-patch',
			[...headers('[PATCH] Fix b', [from]), '', ...patch].join('\n'),
		),
		own: { author: 'B, Jürgen <j@example.org>', title: 'Fix b', message: `${message.join('\n')}\n` },
	},
	'in a forwarded mail, whose prefix is no part of the title': {
		mail: titled('Fwd: [PATCH] Fix a'),
		own: { title: 'Fix a' },
	},
	'with two subjects, of which the first counts': {
		mail: [...headers('[PATCH] Fix a'), 'Subject: Fix b', '', ...patch],
		own: { title: 'Fix a' },
	},
	'with a space before a colon in a header, as old mails have': {
		mail: [...headers('[PATCH] Fix a'), 'X-Mailer : 1', '', ...patch],
		own: { message: `${message.join('\n')}\n` },
	},
	'whose long lines were wrapped': {
		mail: fix(
			...patch.flatMap((line) => (line.length > 80 ? [line.slice(0, 70), line.slice(70).trimStart()] : line)),
		),
		warnings: ['line-wrapped'],
		own: { files: one },
	},
	'with an empty line after each line': {
		mail: fix(...patch.flatMap((line) => [line, ''])),
		warnings: ['hunk-header', 'file-header'],
		own: { files: '' },
	},
	'whose spaces cannot be told from other characters': {
		mail: fix(...patch.map((line) => line.replace(/^ /, '\u00a0'))),
		warnings: ['hunk-short'],
		own: { files: '0\t0\ta.c\n' },
	},
	'signed by PGP as text, so that lines with a minus are escaped': {
		mail: fix(...openPgp(['Hash: SHA256'], ...patch.map((line) => line.replace(/^-/, '- -')))),
		own: {
			message: `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${message.join('\n')}\n`,
			files: one,
		},
	},
	'in UTF-16': {
		mail: [
			...headers('[PATCH] Fix a'),
			'Content-Type: text/plain; charset=utf-16',
			'Content-Transfer-Encoding: base64',
			'',
			base64(Buffer.from(`\ufeff${patch.join('\n')}`, 'utf16le').swap16()),
		],
		own: { message: `${message.join('\n')}\n`, files: one },
	},
};

describe('A patch as mail programs and lists change it', () => {
	for (const [what, { mail, warnings = [], own = {} }] of Object.entries(cases)) {
		it(`is read ${Object.keys(own).length === 0 ? 'as by git' : 'otherwise than by git'}: ${what}`, () => {
			const envelope = `${mail.join('\n')}\n`;
			const byGit = gitReading(envelope);
			const { warnings: found, ...reading } = ownReading(envelope);
			assert.deepEqual(reading, { ...byGit, ...own });
			assert.deepEqual([...found].sort(), [...warnings].sort());
			for (const [name, value] of Object.entries(own)) {
				assert.notEqual(
					Object.entries(byGit).find(([key]) => key === name)?.[1],
					value,
					`git agrees on ${name}`,
				);
			}
		});
	}
});
