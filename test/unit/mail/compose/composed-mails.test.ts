import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { commentText } from '../../../../src/mail/compose/comment-text.ts';
import { anchorOf, type CommentedLines } from '../../../../src/mail/compose/commented-lines.ts';
import { replyFile } from '../../../../src/mail/compose/reply.ts';
import { composeReview } from '../../../../src/mail/compose/review-mail.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import { placeReplies } from '../../../../src/mail/replies/place-replies.ts';
import type { MailWithPatches } from '../../../../src/mail/replies/thread-mail.ts';
import { outgoingMail } from '../../../../src/review/state/outgoing-mail.ts';
import { hasPatch, isRequestPull } from '../../../../src/sandbox/lists/patch-subject.ts';
import { listsForge } from '../../../kit/forge/lists-forge.ts';
import { checkComposed } from '../../../kit/mails/composed-check.ts';
import { inGitFolder } from '../../../kit/mails/git-folder.ts';
import { itIsReadByPython, readByPython, textsByPython } from '../../../kit/mails/python-mails.ts';
import { cases, generated } from './review-cases.ts';
import { list } from './reviews.ts';

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

/** More than there are empty lines in a row. */
const maxAbove = 10;

/** The place of a comment, or of the lines above if its last lines are empty. */
function placesOf(lines: CommentedLines) {
	const { first: _, last, ...place } = anchorOf(lines) ?? assert.fail();
	return Array.from({ length: maxAbove }, (_, above) => ({ ...place, last: last - above }));
}

describe('A composed mail', () => {
	it('has each comment where readers find it, or says that it does not', () => {
		fc.assert(
			fc.property(cases, ({ mail, review }) => {
				const { reply, unplaced } = composeReview(mail, review, list);
				const found = readComments(mail, replyFile(reply));
				for (const [index, { lines, text }] of review.comments.entries()) {
					const shown = `\n${commentText(text)}\n`;
					assert.ok(`\n${reply.body}`.includes(shown));
					if (unplaced.includes(index)) continue;
					const places = placesOf(lines);
					const isThere = found.some(
						(one) => one.text.includes(shown) && places.some((place) => isDeepStrictEqual(place, one.place)),
					);
					assert.ok(isThere, JSON.stringify({ places, found }, undefined, 1));
				}
			}),
			{ numRuns: 250 },
		);
	});

	it('has the comments, trailers and kinds of lines that were written, for all programs that read it', () => {
		for (const n of Array(100).keys()) checkComposed(n);
	});

	it('has nine of ten comments where readers find them, also among lines that are alike', () => {
		const chosen = fc.sample(cases, { numRuns: 250, seed: 47 });
		const all = chosen.reduce((sum, { review }) => sum + review.comments.length, 0);
		const unplaced = chosen.flatMap(({ mail, review }) => composeReview(mail, review, list).unplaced);
		assert.ok(all > 500 && unplaced.length <= 0.1 * all, `${unplaced.length} of ${all}`);
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

	it('is accepted by a list that takes only plain text, and becomes no patchset', async () => {
		const forge = await listsForge();
		forge.lists.create(forge.account('alice'), { name: 'devel' });
		const to = '~alice/devel@lists.localhost';
		const account = { name: 'Ana', email: 'ana@example.org' };
		const mails = fc.sample(cases, { numRuns: 100, seed: 47 }).map(({ mail, review }) => {
			const { reply } = composeReview(mail, review, to);
			const prepared = { mail: { ...reply, from: account }, answered: 1, comments: [], note: '' };
			return outgoingMail(prepared, account, new Date(0));
		});
		for (const { from, raw } of mails) forge.lists.receive(raw, { from, to });
		await forge.stop();
		const { mails: received, patchsets } = forge.state;
		const ids = new Set(mails.map(({ raw }) => parseMail(raw).messageId));
		assert.ok(ids.size > 50);
		assert.deepEqual(
			received.map(({ messageId }) => messageId),
			[...ids],
		);
		assert.deepEqual(patchsets, []);
		assert.deepEqual(
			received.filter(({ isPatch, isRequestPull }) => isPatch || isRequestPull),
			[],
		);
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

	itIsReadByPython(() => {
		const mails = samples();
		const checked = Array.from({ length: 100 }, (_, n) => checkComposed(n));
		assert.deepEqual(
			textsByPython(checked),
			checked.map(({ body }) => body),
		);
		const raws = mails.map(({ raw }) => raw);
		assert.deepEqual(
			readByPython(raws, fields),
			mails.map(({ reply }) => [reply.body, reply.subject.trim(), list, reply.inReplyTo ?? '', 'text/plain']),
		);
	});
});

/** What is read of a mail. */
const fields = `[
	mail.get_content().replace("\\r\\n", "\\n"),
	mail["Subject"].strip(),
	mail["To"].strip(),
	(mail["In-Reply-To"] or "").strip(),
	mail.get_content_type(),
]`;
