import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { commentText } from '../../../../src/mail/compose/comment-text.ts';
import { anchorOf, type CommentedLines } from '../../../../src/mail/compose/commented-lines.ts';
import { replyFile } from '../../../../src/mail/compose/reply.ts';
import { composeReview, type MailReview } from '../../../../src/mail/compose/review-mail.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import { placeReplies } from '../../../../src/mail/replies/place-replies.ts';
import type { MailWithPatches } from '../../../../src/mail/replies/thread-mail.ts';
import { linesOf } from '../../../../src/mail/unified-diff/lines.ts';
import { hasPatch, isRequestPull } from '../../../../src/sandbox/lists/patch.ts';
import { inGitFolder } from '../../../kit/mails/git-folder.ts';
import { wholeMails } from '../../../kit/mails/whole-mails.ts';
import { onlyWhere } from '../../../tools/only-where.ts';
import { list, mailWith } from './reviews.ts';

/** Lines of code that are often alike. */
const codeLine = fc.oneof(
	fc.constantFrom(
		'}',
		'',
		'\treturn 0;',
		'{',
		'\tif (!ok)',
		'-- ',
		'From here',
		'> quote',
		'@@ -1 +1 @@',
		'---',
	),
	fc.nat(30).map((nth) => `\tcall_${nth}(first, second);`),
);
const hunkLine = fc.tuple(fc.constantFrom('+', '-', ' ', ' ', ' '), codeLine).map((parts) => parts.join(''));
const hunk = fc.array(hunkLine, { minLength: 1, maxLength: 30 });
const withLines = fc.array(hunk, { minLength: 1, maxLength: 3 }).map((hunks) => (name: string) => [
	...[`diff --git a/${name} b/${name}`, `--- a/${name}`, `+++ b/${name}`],
	...hunks.flatMap((lines, nth) => {
		const count = (kinds: string) => lines.filter((line) => kinds.includes(line.charAt(0))).length;
		return [`@@ -${nth * 100 + 1},${count(' -')} +${nth * 100 + 1},${count(' +')} @@`, ...lines];
	}),
]);
const withoutLines = fc.constantFrom(
	(name: string) => [`diff --git a/${name} b/${name}`, 'old mode 100644', 'new mode 100755'],
	(name: string) => [
		...[`diff --git a/${name} b/${name}`, 'index 1111111..2222222 100644'],
		`Binary files a/${name} and b/${name} differ`,
	],
	(name: string) => [`diff --git a/${name} b/${name}`, 'new file mode 100644', 'index 0000000..e69de29'],
	(name: string) => [
		...[`diff --git a/old-${name} b/${name}`, 'similarity index 100%'],
		...[`rename from old-${name}`, `rename to ${name}`],
	],
	(name: string) => [
		...[`diff --git a/${name} b/${name}`, 'index 1111111..2222222 100644', 'GIT binary patch'],
		...['literal 3', 'Ccmb=K', '', 'literal 0', 'HcmV?d00001', ''],
	],
);
const diff = fc
	.array(fc.oneof({ weight: 2, arbitrary: withLines }, withoutLines), { minLength: 1, maxLength: 4 })
	.map((files) => files.flatMap((linesOfFile, nth) => linesOfFile(`file-${nth}.c`)));
const prose = fc.constantFrom(
	'Why is it so?',
	'A longer sentence, which has some words.',
	'Größe und 大きさ.',
	'',
);
const message = fc.array(prose, { maxLength: 12 });
const generated = fc
	.tuple(message, diff, fc.boolean())
	.map(([above, lines, isCrlf]) =>
		mailWith([...above, '---', ...lines, ''], undefined, isCrlf ? '\r\n' : '\n'),
	);
const sent = wholeMails.map((raw): MailWithPatches => {
	const mail = parseMail(raw);
	return { mail, patches: parsePatches(mail) };
});
const answered = fc.oneof({ weight: 4, arbitrary: generated }, fc.constantFrom(...sent));

const written = fc.array(
	fc.constantFrom(
		...[
			'Why?',
			'From here on',
			'---',
			'-- ',
			'--',
			'> quoted',
			'Index: x',
			'-- >8 -- >8 --',
			'As Bob said:',
			'',
			'',
		],
		...[
			'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b',
			'```c\n} else {\n```',
			'___________________',
		],
		...[
			'word '.repeat(40),
			`https://example.org/${'x'.repeat(90)}`,
			'Größe 大きさ 😀',
			'- a\n- b',
			'\tcall();',
			'}',
		],
	),
	{ maxLength: 4 },
);
const textOf = (lines: readonly string[]) => ['Text.', ...lines].join('\n');

/** All lines of a mail that a comment can be on. */
function commentable({ mail, patches }: MailWithPatches): readonly CommentedLines[] {
	if (patches.length === 0)
		return mail.text.split('\n').map((_, line) => ({ kind: 'mail', first: line, last: line }));
	return patches.flatMap(({ source, files, message }, patch): CommentedLines[] => [
		...message.split('\n').map((_, line): CommentedLines => {
			return { kind: 'text', text: 'message', patch, first: line, last: line };
		}),
		...files.flatMap(({ hunks }, file) => [
			{ kind: 'file', patch, file } as const,
			...hunks.flatMap((one, hunk) =>
				[...linesOf(source, one)].map((_, line): CommentedLines => {
					return { kind: 'diff', patch, file, hunk, first: line, last: line };
				}),
			),
		]),
	]);
}

interface Case {
	readonly mail: MailWithPatches;
	readonly review: MailReview;
}

const cases: fc.Arbitrary<Case> = fc
	.tuple(answered, fc.array(fc.tuple(fc.nat(), fc.nat(20), written), { maxLength: 6 }), written)
	.map(([mail, chosen, text]) => {
		const all = commentable(mail);
		const comments = chosen.flatMap(([at, length, lines]) => {
			const found = all[at % all.length];
			if (!found) return [];
			const first = 'first' in found ? Math.max(0, found.first - length) : 0;
			return [{ lines: { ...found, first }, text: textOf(lines) }];
		});
		const person = { name: 'Zoë "Z" O’Neil', email: 'zoe@example.org' };
		return {
			mail,
			review: { comments, text: text.join('\n'), trailers: [{ key: 'Reviewed-by', person }] },
		};
	});

/** Some composed mails, each as a program gets it. */
const samples = () =>
	fc.sample(cases, { numRuns: 40, seed: 47 }).map(({ mail, review }) => {
		const { reply } = composeReview(mail, review, list);
		return { reply, raw: replyFile(reply) };
	});

/** The comments in a reply with their places, as the page of a patchset has them. */
function readComments({ mail, patches }: MailWithPatches, raw: string) {
	const parent = { id: 1, parentId: undefined, arrived: 1, mail, patches };
	const reply = { id: 2, parentId: 1, arrived: 2, mail: parseMail(raw), patches: [] };
	const { threads, textThreads } = placeReplies(
		patches.map((patch) => ({ mail: 1, patch })),
		[parent, reply],
		patches.length === 0 ? parent : undefined,
	);
	return [...threads, ...textThreads].flatMap(({ parts, first: _, ...place }) =>
		parts.map(({ start, end }) => ({
			place,
			text: `\n${reply.mail.text.slice(start, end).replaceAll('\r\n', '\n').trim()}\n`,
		})),
	);
}

/** The place of a comment, or of the lines above if its last lines are empty. */
function placesOf(lines: CommentedLines) {
	const { first: _, last, ...place } = anchorOf(lines) ?? assert.fail();
	return [0, 1, 2, 3, 4].map((above) => ({ ...place, last: last - above }));
}

const isCoverOrPatch = ({ mail, patches }: MailWithPatches) =>
	patches.length > 0 || /^\[.*PATCH/.test(mail.subject);

describe('A composed mail', () => {
	it('has each comment where readers find it, or says that it does not', () => {
		let placed = 0;
		fc.assert(
			fc.property(cases, ({ mail, review }) => {
				const { reply, unplaced } = composeReview(mail, review, list);
				const found = readComments(mail, replyFile(reply));
				for (const [index, { lines, text }] of review.comments.entries()) {
					const shown = `\n${commentText(text)}\n`;
					assert.ok(`\n${reply.body}`.includes(shown));
					if (unplaced.includes(index) || !isCoverOrPatch(mail)) continue;
					const places = placesOf(lines);
					const isThere = found.some(
						(one) => one.text.includes(shown) && places.some((place) => isDeepStrictEqual(place, one.place)),
					);
					assert.ok(isThere, JSON.stringify({ places, found }, undefined, 1));
					placed += 1;
				}
			}),
			{ numRuns: 250 },
		);
		assert.ok(placed > 200);
	});

	it('has each comment on a file without lines where readers find it', () => {
		const answeredMails = fc.sample(generated, { numRuns: 100, seed: 47 });
		const comments = answeredMails.flatMap((mail) =>
			(mail.patches[0]?.files ?? []).flatMap(({ hunks }, file) =>
				hunks.length === 0 ? [{ mail, lines: { kind: 'file', patch: 0, file } as const }] : [],
			),
		);
		assert.ok(comments.length > 50);
		for (const { mail, lines } of comments) {
			const review = { comments: [{ lines, text: 'Why?' }], text: '', trailers: [] };
			assert.deepEqual(composeReview(mail, review, list).unplaced, [], mail.mail.text);
		}
	});

	it('is no patch and no request to pull for the sandbox and the reader of patches', () => {
		for (const { reply } of samples()) {
			assert.equal(hasPatch(reply.body), false, reply.body);
			assert.equal(isRequestPull(reply.body), false, reply.body);
			const patches = parsePatches({ ...parseMail(''), subject: '[PATCH] x', text: reply.body });
			assert.deepEqual(patches, [], reply.body);
		}
	});

	it('has a text that git takes for a message without a patch', () => {
		inGitFolder(({ git, folder }) => {
			// Git makes one empty line of several, and would take scissors for the start of the message.
			const lines = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);
			for (const { reply, raw } of samples().slice(0, 20)) {
				git(['mailinfo', '--scissors', 'message', 'patch'], raw.replaceAll('\r\n', '\n'));
				assert.equal(readFileSync(join(folder, 'patch'), 'utf8'), '', reply.body);
				assert.deepEqual(lines(readFileSync(join(folder, 'message'), 'utf8')), lines(reply.body));
			}
		});
	});

	it('is read by postal-mime as it was written', async () => {
		for (const { reply, raw } of samples()) {
			const { text = '', subject, to, inReplyTo, html } = await PostalMime.parse(raw);
			assert.equal(text.replaceAll('\r\n', '\n').trimEnd(), reply.body.trimEnd());
			assert.deepEqual([subject, to?.[0]?.address, html], [reply.subject.trim(), list, undefined]);
			assert.equal(inReplyTo, reply.inReplyTo);
		}
	});

	onlyWhere(
		spawnSync('python3', ['--version']).status === 0,
		'it needs python3',
		'is read by the email package of Python as it was written',
		(title) =>
			it(title, () => {
				const mails = samples();
				const { stdout, stderr } = spawnSync('python3', ['-c', reading], {
					input: JSON.stringify(mails.map(({ raw }) => raw)),
					encoding: 'utf8',
				});
				const found: readonly string[][] = JSON.parse(stdout || assert.fail(stderr));
				assert.deepEqual(
					found,
					mails.map(({ reply }) => [
						reply.body,
						reply.subject.trim(),
						list,
						reply.inReplyTo ?? '',
						'text/plain',
					]),
				);
			}).timeout(20_000),
	);
});

/** A program that reads mails and writes what it has found in them. */
const reading = `
import json, sys
from email import message_from_bytes
from email.policy import SMTP
def read(raw):
    mail = message_from_bytes(raw.encode(), policy=SMTP)
    text = mail.get_content().replace("\\r\\n", "\\n")
    return [text, mail["Subject"].strip(), mail["To"].strip(), (mail["In-Reply-To"] or "").strip(), mail.get_content_type()]
print(json.dumps([read(raw) for raw in json.load(sys.stdin)]))
`;
