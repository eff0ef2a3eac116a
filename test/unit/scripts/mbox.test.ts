import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitMbox } from '../../tools/mbox.ts';
import { temporaryFolder } from '../../tools/places.ts';

const from = 'From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n';

/** The mails as `git mailsplit` splits them. */
function splitByGit(mbox: string, ...options: readonly string[]): readonly string[] {
	const folder = temporaryFolder('mailsplit');
	mkdirSync(join(folder, 'mails'));
	writeFileSync(join(folder, 'mbox'), mbox);
	const words = [
		'mailsplit',
		'-b',
		'--keep-cr',
		...options,
		`-o${join(folder, 'mails')}`,
		join(folder, 'mbox'),
	];
	const { status, stderr } = spawnSync('git', words, { encoding: 'utf8' });
	assert.equal(status, 0, stderr);
	return globSync('mails/*', { cwd: folder })
		.sort()
		.map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Git keeps the separators, which are not part of the mails. */
const withoutSeparator = (mail: string): string => mail.replace(/^From [^\n]*:[^\n]*(?:\n|$)/, '');

const cases: readonly [what: string, mbox: string, options?: readonly string[]][] = [
	['a mail', 'Subject: A\n\nB\n'],
	['a mail after empty lines', '\n\nSubject: A\n\nB\n'],
	['a mail with a line From', 'Subject: A\n\nFrom ana Mon Sep 17 00:00:00 2001\n'],
	['mails', `${from}Subject: A\n\nA\n\n${from}Subject: B\n\nB\n\n`],
	['mails after empty lines', `\n \n${from}Subject: A\n\nA\n\n${from}Subject: B\n\nB\n\n`],
	['mails without an empty line between them', `${from}Subject: A\n\nA\n${from}Subject: B\n\nB\n`],
	[
		'mails with carriage returns',
		`${from}Subject: A\n\nA\n\n${from}Subject: B\n\nB\n`.replaceAll('\n', '\r\n'),
	],
	['mails of another program', 'From ana@x Thu Jan  1 9:00:00 1998 +0100\nSubject: A\n\nFrom ana@x 1998\n'],
	['lines From without a time', `${from}Subject: A\n\nFrom here: on\nFrom a 1:2:3 4\n>From there\n`],
	['lines From without a year after 1990', `${from}A: B\n\nFrom ana Mon Sep 17 00:00:00 90\n`],
	['a line From at the end', `${from}A: B\n\nFrom ana Mon Sep 17 00:00:00 2001`],
	['quoted lines From', `${from}A: B\n\n>From here\n>>From there\n> From this\n`, ['--mboxrd']],
];

describe('An mbox', () => {
	for (const [what, mbox, options = []] of cases) {
		it(`is split as git does: ${what}`, () => {
			const isMany = mbox.trimStart().startsWith('From ');
			const expected = splitByGit(mbox, ...options);
			assert.deepEqual(splitMbox(mbox), isMany ? expected.map(withoutSeparator) : expected);
		});
	}

	for (const file of ['', ' \n\n']) {
		it(`without anything has no mail: ${JSON.stringify(file)}`, () => assert.deepEqual(splitMbox(file), []));
	}
});
