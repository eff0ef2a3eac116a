import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMessage } from '../../../../src/mail/patch/commit-message.ts';
import { notesOf } from '../../../../src/mail/patch/notes.ts';
import { findJoinedPatches } from '../../../../src/mail/patch/patch-boundaries.ts';
import { mailSection, sectionsOf } from '../../../../src/mail/patch/sections.ts';
import { isScissors } from '../../../../src/mail/text/scissors.ts';
import { edited, text } from '../../../kit/mails/diff-text.ts';
import { inGitFolder } from '../../../kit/mails/git-folder.ts';

const person = 'Kim <kim@example.org>';

describe('The message of a patch', () => {
	const cases: [
		what: string,
		body: string,
		message: string,
		headers?: Record<string, string>,
		rest?: string,
	][] = [
		['ends at ---', text('One.', '', 'Two.', '---', 'Notes.'), 'One.\n\nTwo.\n', {}, '---\nNotes.\n'],
		['ends at --- with spaces', text('One.', '---  ', ''), 'One.\n', {}, '---  \n\n'],
		['ends at a diff', text('One.', 'diff --git a/x b/x'), 'One.\n', {}, 'diff --git a/x b/x\n'],
		['ends at an Index', text('One.', 'Index: x'), 'One.\n', {}, 'Index: x\n'],
		['ends at the name of a file', text('One.', '--- a/x'), 'One.\n', {}, '--- a/x\n'],
		['has other dashes', text('----', '---x', '-- ', '--', '---  x'), '----\n---x\n--\n--\n---  x\n'],
		[
			'is cleaned',
			text('', '', '  One. \t', '', ' ', '', 'Two.\r', '\u00a0', '', ''),
			'  One.\n\nTwo.\n\u00a0\n',
		],
		['is empty', text('', '---'), '', {}, '---\n'],
		[
			'follows headers',
			text(`From: ${person}`, 'Date: today', 'Subject: Title', '', 'One.'),
			'One.\n',
			{ from: person, date: 'today', subject: 'Title' },
		],
		[
			'follows headers after empty lines',
			text('', '', `from:${person}`, '', '', 'One.'),
			'One.\n',
			{ from: person },
		],
		['follows headers without an empty line', text(`From: ${person}`, 'One.'), 'One.\n', { from: person }],
		[
			'follows a header of two lines',
			text('Subject: A long', '  title', '', 'One.'),
			'One.\n',
			{ subject: 'A long title' },
		],
		['has what is only like a header', text('One.', `From: ${person}`), `One.\nFrom: ${person}\n`],
		['has a header that is there twice', text('Date: one', 'Date: two'), 'Date: two\n', { date: 'one' }],
		['has other headers', text('Cc: Kim', ''), 'Cc: Kim\n'],
		[
			'follows the title of a patch',
			text('[PATCH] Title', '', `From: ${person}`, '', 'One.'),
			'One.\n',
			{ subject: '[PATCH] Title', from: person },
		],
		[
			'follows an escaped line of an mbox',
			text(`>From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001`, `From: ${person}`, '', 'One.'),
			'One.\n',
			{ from: person },
		],
		[
			'follows scissors',
			text('Hello,', 'Date: x', '-- >8 --', `From: ${person}`, '', 'One.', '---'),
			'One.\n',
			{ from: person },
			'---\n',
		],
		['follows scissors after a header', text('Subject: x', ' -- >8 --', 'One.'), 'One.\n'],
		[
			'follows the last scissors',
			text(`From: ${person}`, ' -- >8 -- ', 'One.', '-- >8 --', 'Two.'),
			'Two.\n',
		],
	];
	for (const [what, body, message, headers = {}, rest] of cases) {
		for (const [how, source] of [
			['', body],
			[', with CRLF', body.replaceAll(/\r?\n/g, '\r\n')],
		] as const) {
			it(`${what}${how}`, () => {
				const read = readMessage(source, 0, source.length);
				assert.equal(read.message, message);
				assert.deepEqual(Object.fromEntries(read.headers), headers);
				assert.equal(
					read.breakAt === undefined ? undefined : source.slice(read.breakAt).replaceAll('\r', ''),
					rest,
				);
			});
		}
	}

	it('is cut if it is very long, and says so', () => {
		const source = `${'A line of it.\n'.repeat(100_000)}---\n`;
		const { message, breakAt } = readMessage(source, 0, source.length);
		assert.equal(source.slice(breakAt), '---\n');
		assert.match(message.slice(-60), /\nA line of it\.\n\[899,990 more characters\]\n$/);
	});

	it('is cut if it has very many lines', () => {
		const source = `${'\n'.repeat(10)}A\n${'B\n'.repeat(100_000)}`;
		const { message } = readMessage(source, 0, source.length);
		assert.match(message, /^A\n(?:B\n){49999}\[100,002 more characters\]\n$/);
	});
});

describe('Scissors', () => {
	const lines = [
		...[
			'-- >8 --',
			'-- 8< --',
			'-- >% --',
			'-- %< --',
			'-->8---',
			'-- >8 -',
			'  -- >8 --  ',
			'-- >8 -- cut here',
			'>8>8>8>8',
		],
		...[
			'--------- >8 --------- the patch is below this line',
			'-- >8 -- this is far too much text beside it to be cut',
			'- - - >8 - - -',
		],
		...[
			'-- 8 --',
			'---------',
			'# ----- >8 -----',
			'8<',
			'a >8 b 8< c',
			'- - - - >8',
			'>8        >8',
			'-- cut --',
			'x-- >8 --',
			'--\t>8\t--',
			'-  -  >8 - -',
			'-  -  >8 - --',
			'-  - >8 - --',
			'-  - >8 - -',
			'-- >8 --     ',
			'-- >8 --      ',
			'-- >8 -- x      ',
			'x x x x x x x x x -->8---',
			`-- >8 -- ${'a'.repeat(17)}`,
			`-- >8 -- ${'a'.repeat(18)}`,
		],
	];

	it('are recognized as git does', () => {
		const byGit = inGitFolder(({ folder, git }) =>
			lines.filter((line) => {
				const file = join(folder, 'message');
				git(
					['mailinfo', '--scissors', file, file.replace('message', 'patch')],
					`Subject: x\n\nabove\n${line}\nbelow\n`,
				);
				return !readFileSync(file, 'utf8').includes('above');
			}),
		);
		assert.deepEqual(lines.filter(isScissors), byGit);
		assert.ok(byGit.length > 5);
	});

	it('of a very long line are none', () => assert.equal(isScissors(`-- >8 --${' -'.repeat(1000)}`), false));
});

describe('The notes of a patch', () => {
	const stat = text(
		' src/x.c      | 10 +++++-----',
		' y/{a => b}.c |  2 +-',
		' bin          | Bin 0 -> 8 bytes',
		' 3 files changed, 6 insertions(+), 6 deletions(-)',
		' create mode 100644 bin',
		' rename y/{a => b}.c (87%)',
		'',
	);
	const cases: [what: string, source: string, notes: string][] = [
		['are empty', '\n', ''],
		['are not the diffstat', stat, ''],
		['come before the diffstat', `Changes in v2:\n- a | 1\n\n${stat}`, 'Changes in v2:\n- a | 1'],
		['come after the diffstat', `${stat}Tested on y.\n`, 'Tested on y.'],
		['come around the diffstat', `v2: x\n\n${stat}Tested on y.\n\n`, 'v2: x\n\nTested on y.'],
		['end before a second ---, as b4 writes it', `v2: x\n---\n${stat}`, 'v2: x'],
		['end before a second --- without a diffstat', 'v2: x\n--- \n\n', 'v2: x'],
		['keep --- between their lines', 'v2: x\n---\nv1: y\n', 'v2: x\n---\nv1: y'],
		[
			'are without what Subversion writes above a diff',
			text('v2: x', '', 'Index: x.c', '='.repeat(67)),
			'v2: x',
		],
		[
			'are without what CVS writes above a diff',
			text(
				'Index: x.c',
				'='.repeat(67),
				'RCS file: /cvs/x.c,v',
				'retrieving revision 1.10',
				'diff -u -p -r1.10 x.c',
			),
			'',
		],
		['are without what Bazaar writes above a diff', text("=== modified file 'x.c'"), ''],
		['are without what diff -r writes above a diff', `${stat}diff -ur old/x.c new/x.c\n`, ''],
		['keep a heading', text('Changes', '='.repeat(7), ''), `Changes\n${'='.repeat(7)}`],
		['are all there is', 'v2: x\n\n  y\n\n', 'v2: x\n\n  y'],
		[
			'are without one changed file',
			text(' x | 2 +-', ' 1 file changed, 1 insertion(+), 1 deletion(-)', ''),
			'',
		],
		[
			'are without a diffstat with two summaries',
			text('v2', ' x | 2 +-', ' 1 file changed, 1 insertion(+)', ' 1 file changed, 1 insertion(+)', 'More'),
			'v2\n\nMore',
		],
		['are without an elided diffstat', text(' x | 2 +-', ' ...', ' 9 files changed, 1 insertion(+)', ''), ''],
		[
			'are without a file whose mode changed',
			text(' x (mode +x) | 0', ' 1 file changed, 0 insertions(+), 0 deletions(-)', ''),
			'',
		],
	];
	for (const [what, source, notes] of cases) {
		it(what, () => {
			assert.equal(notesOf(source), notes);
			assert.equal(notesOf(source.replaceAll('\n', '\r\n')), notes);
		});
	}

	it('are cut if they are very long, and say so', () => {
		assert.match(notesOf('Note.\n'.repeat(60_000)), /^(?:Note\.\n){50000}\[60,000 more characters\]$/);
		assert.match(notesOf('N'.repeat(500_003)), /N\n\[3 more characters\]$/);
	});
});

describe('The parts of a text', () => {
	const line = `From ${'a'.repeat(40)} Mon Sep 17 00:00:00 2001\n`;
	const parts = (source: string) =>
		sectionsOf(source).map(({ start, end, headers }) => [
			source.slice(start, end),
			headers && Object.fromEntries(headers),
		]);

	const cases: [what: string, source: string, parts: readonly unknown[]][] = [
		['are the text', 'One.\n', [['One.\n', undefined]]],
		[
			'begin with the headers of each patch',
			`Hello.\n${line}From: ${person}\nSubject: A\n long title\nX: y\n z\n\nOne.\n${line}Date: x\n\nTwo.\n`,
			[
				['Hello.\n', undefined],
				['One.\n', { from: person, subject: 'A long title' }],
				['Two.\n', { date: 'x' }],
			],
		],
		[
			'may begin with an id of 64 digits',
			`From ${'b'.repeat(64)} Mon Sep 17 00:00:00 2001\nSubject: x\n\nOne.`,
			[
				['', undefined],
				['One.', { subject: 'x' }],
			],
		],
		[
			'may have no empty line after the headers',
			`${line}Subject: x\ndiff --git`,
			[
				['', undefined],
				['diff --git', { subject: 'x' }],
			],
		],
		[
			'may have only headers',
			`${line}Subject: x`,
			[
				['', undefined],
				['', { subject: 'x' }],
			],
		],
		['are not divided in a line', `x ${line}> ${line}`, [[`x ${line}> ${line}`, undefined]]],
		[
			'are not divided at another date',
			`From ${'a'.repeat(40)} Mon Sep 18 00:00:00 2001\n`,
			[[`From ${'a'.repeat(40)} Mon Sep 18 00:00:00 2001\n`, undefined]],
		],
	];
	for (const [what, source, expected] of cases) it(what, () => assert.deepEqual(parts(source), expected));

	const joined = `From: ${person}\nDate: x\nSubject: [PATCH 2/2] Two\n and more\n\nTwo.\n---\n${edited()}@@ -1 +1 @@\n-a\n+b\n`;
	const first = `One.\n---\n${edited()}@@ -1 +1 @@\n-a\n+b\n-- \n2.43.0\n\n`;
	const joinedCases: [what: string, source: string, starts: readonly number[]][] = [
		['begin at headers between two diffs', first + joined, [first.length]],
		[
			'begin at each headers between two diffs',
			`${first + joined}\n${joined}`,
			[first.length, first.length + joined.length + 1],
		],
		['do not begin without a diff before', `Hello.\n\n${joined}`, []],
		['do not begin without a diff after', `${first}${joined.slice(0, 80)}`, []],
		[
			'do not begin without an author or a date',
			first + joined.replace('From', 'To').replace('Date', 'Cc'),
			[],
		],
		['do not begin in a paragraph', `${first}Text\n${joined}`, []],
		[
			'begin at as many headers as a patch may have',
			`${first}${'X: y\n'.repeat(17)}${joined}`,
			[first.length],
		],
		['do not begin at more headers', `${first}${'X: y\n'.repeat(18)}${joined}`, []],
		['do not begin in a list of headers without an end', `${first}${'X: y\n'.repeat(30)}${joined}`, []],
		[
			'do not begin after many other headers',
			first +
				joined
					.replace('From', 'X')
					.replace('Date', 'Y')
					.replace('\n\n', `\n${'Z: z\n'.repeat(30)}`),
			[],
		],
	];
	for (const [what, source, starts] of joinedCases)
		it(`that were joined ${what}`, () => assert.deepEqual(findJoinedPatches(source), starts));

	it('that were joined may have headers in their message', () => {
		const message = `Two.\n\nFrom: ${person}\nSubject: [PATCH] quoted\n\n`;
		assert.deepEqual(findJoinedPatches(first + joined.replace('Two.\n', message)), [first.length]);
	});

	it('that were joined have their own headers', () => {
		const found = sectionsOf((first + joined).replaceAll('\n', '\r\n'));
		assert.deepEqual(
			found.map(({ headers }) => headers?.get('subject')),
			[undefined, '[PATCH 2/2] Two and more'],
		);
	});

	it('are searched at once in a text of subjects', () => {
		assert.equal(sectionsOf(first + '\nSubject: [x'.repeat(40_000) + joined).length, 1);
	}).timeout(20_000);

	it('can be one mail', () => {
		const { start, headers } = mailSection('Received: x\nSubject: y\n\nOne.\n', 0, 30);
		assert.deepEqual([start, headers?.get('subject')], [24, 'y']);
	});
});
