import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type MboxPatch, mboxOf } from '../../../../src/mail/compose/mbox.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import { type GitFolder, inGitFolder } from '../../../kit/mails/git-folder.ts';
import { type FormatOptions, formatOptions, formattedMails } from '../patch/formatted-mails.ts';
import { commits, fastImport } from '../patch/history.ts';

const patchesOf = (raw: string): readonly MboxPatch[] => {
	const mail = parseMail(raw);
	return parsePatches(mail).map((patch) => ({ patch, messageId: mail.messageId }));
};

/** The mails in an mbox, as `git am` splits it. */
function split({ folder, git }: GitFolder, mbox: string): readonly string[] {
	mkdirSync(join(folder, 'split'));
	git(['mailsplit', `-o${join(folder, 'split')}`], mbox);
	return readdirSync(join(folder, 'split'))
		.sort()
		.map((name) => readFileSync(join(folder, 'split', name), 'utf8'));
}

/** What `git am` reads in a mail. */
function read({ folder, git }: GitFolder, mail: string) {
	const [message, diff] = [join(folder, 'message'), join(folder, 'diff')];
	const info = git(['mailinfo', message, diff], mail);
	const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(info)?.[1] ?? '';
	return {
		title: field('Subject'),
		author: { name: field('Author'), email: field('Email') },
		date: field('Date'),
		message: git(['stripspace'], readFileSync(message)),
		diff: readFileSync(diff),
	};
}

/** What `git am` reads in the mbox of one mail. */
const readAlone = (raw: string) =>
	inGitFolder((repository) => {
		const mails = split(repository, mboxOf(patchesOf(raw)));
		assert.equal(mails.length, 1);
		return read(repository, mails[0] ?? '');
	});

/** Git applies only patches with all data and with prefixes of one folder. */
const canApply = ({ words, settings }: FormatOptions): boolean =>
	!words.some((word) => word === '--no-binary' || /prefix(?:=(?:old|x)|$)/.test(word)) &&
	!settings.some((word) => word.includes('noprefix'));

const header = 'From: Pia <pia@example.org>\nDate: Mon, 23 Nov 2026 10:00:00 +0100\n';
const diff = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n';

describe('An mbox of patches', () => {
	it('has for git what format-patch has written, however it was sent', () => {
		fc.assert(
			fc.property(commits, formatOptions, (history, chosen) => {
				inGitFolder((repository) => {
					const { git } = repository;
					git(['fast-import', '--quiet'], fastImport(history));
					const sent = formattedMails(repository, chosen);
					const ids = sent.map((mail) => /^From ([0-9a-f]{40}) /.exec(mail)?.[1] ?? '');
					const patches = sent.flatMap((mail) =>
						patchesOf(chosen.isCrlf ? mail.replaceAll('\n', '\r\n') : mail),
					);
					const mails = split(repository, mboxOf(patches));
					assert.equal(mails.length, sent.length);
					for (const [index, mail] of mails.entries()) {
						const { title, author, date, message, diff } = read(repository, mail);
						const patch = patches[index]?.patch;
						assert.deepEqual(
							{ title, author, date: date.trim(), message },
							{
								...{ title: patch?.subject.title, author: patch?.author },
								...{ date: patch?.authorDate, message: patch?.message },
							},
						);
						if (!canApply(chosen)) continue;
						const unidiff = chosen.context === 0 ? ['--unidiff-zero'] : [];
						writeFileSync(join(repository.folder, 'diff'), diff);
						git(['apply', '--cached', '--whitespace=nowarn', ...unidiff, 'diff']);
						assert.equal(git(['diff-index', '--cached', '-p', ids[index] ?? '']), '');
					}
				});
			}),
			{ numRuns: 10 },
		);
	}).timeout(120_000);

	it('is split only between patches, whatever their lines look like', () => {
		const lines = 'From mboxrd@z Thu Jan  1 00:00:00 1970\n>From me to you\nEnd.\n';
		const raw = `${header}Subject: [PATCH] Title\n\nText.\n\n${lines}---\n${diff}`;
		assert.equal(readAlone(raw).message, `Text.\n\n${lines}`);
	});

	it('has a title, a name and a text that are not ASCII', () => {
		const { title, author, message } = readAlone(
			`From: =?utf-8?q?P=C3=AFa_=2C_x?= <pia@example.org>\nSubject: [PATCH] ${'Größe 大きさ '.repeat(9)}\n\nÜber\n---\n${diff}`,
		);
		assert.equal(title, 'Größe 大きさ '.repeat(9).trim());
		assert.deepEqual(author, { name: 'Pïa , x', email: 'pia@example.org' });
		assert.equal(message, 'Über\n');
	});

	it('keeps a line that looks like a header at the start of a message', () => {
		const raw = `${header}Subject: [PATCH] Title\n\nFrom: Kim <kim@example.org>\n\nSubject: is a word\n---\n${diff}`;
		const { title, author, message } = readAlone(raw);
		assert.equal(title, 'Title');
		assert.deepEqual(author, { name: 'Kim', email: 'kim@example.org' });
		assert.equal(message, 'Subject: is a word\n');
	});

	it('has the author that git reads above the message, whatever the name and the message begin with', () => {
		const lines = [
			'Sidhant Sharma [:tk] <s@example.org>',
			'Jane (they/them) <jane@example.org>',
			'Doe, Jane (ORG) <jane@example.org>',
			'"Doe, Jane" <jane@example.org>',
			'a;b <ab@example.org>',
			'Kim: x <kim@example.org>',
			'Ana \\"Nick\\" \\(B <ana@example.org>',
			'"Ana \\"Nick\\" \\\\ B" <ana@example.org>',
			'"Äna \\"Nick\\" (B" <ana@example.org>',
			'=?UTF-8?q?Z=C3=B6e_=22Nick=22_=28x=29?= <zoe@example.org>',
			'jane@example.org (Jane Doe)',
			'Jane <jane@host.(none)>',
			'Kim (x\\) y) Lee<kim@example.org>(home)',
			`${'Größe '.repeat(7)}<a@example.org>`,
			'jane@example.org',
			'Jane (jane@home) <jane@example.org>',
			'Jane  Doe <jane>',
			'Jane (they/them), "O\'B" <jane>',
		];
		for (const line of lines) {
			for (const message of ['Because.', 'Subject: is a word', '[x] y']) {
				const raw = `${header}Subject: [PATCH] Title\nContent-Type: text/plain; charset=UTF-8\n\nFrom: ${line}\n\n${message}\n---\n${diff}`;
				const { author } = inGitFolder((repository) => read(repository, raw));
				assert.deepEqual(readAlone(raw).author, author, raw);
				// Without a name, git takes the address for it.
				const name = author.name === author.email ? '' : author.name;
				assert.deepEqual(patchesOf(raw)[0]?.patch.author, { ...author, name }, raw);
			}
		}
	});

	it('has no fields that a name or a subject has tried to add', () => {
		const [one] = patchesOf(`${header}Subject: [PATCH] Title\n\nText.\n---\n${diff}`);
		assert.ok(one);
		const author = { name: 'Pia\nBcc: all@example.org', email: 'pia@example.org\r\nX-Evil: 1' };
		const subject = { ...one.patch.subject, title: 'Title\r\n\r\ndiff --git a/y b/y' };
		const mbox = mboxOf([{ messageId: '<a\n@b>', patch: { ...one.patch, author, subject } }]);
		assert.doesNotMatch(mbox, /^(?:Bcc|X-Evil|Message-ID|diff --git a\/y)/m);
	});

	it('keeps carriage returns and other control characters of files', () => {
		const crlf = diff.replace('-old\n+new', '-old\r\n+new\f\u00a0\r');
		for (const encoded of [crlf, crlf.replaceAll('\n', '\r\n')]) {
			const [patch] = patchesOf(`${header}Subject: [PATCH] T\n\n---\n${encoded}`);
			assert.ok(patch);
			const text = inGitFolder((repository) => read(repository, mboxOf([patch])).diff.toString('utf8'));
			assert.ok(text.includes('-old\r\n+new\f\u00a0\r\n'), JSON.stringify(text));
		}
	});
});
