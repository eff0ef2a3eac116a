import assert from 'node:assert/strict';
import { replyFile } from '../../../src/mail/compose/reply.ts';
import { composeReview, type MailReview } from '../../../src/mail/compose/review-mail.ts';
import { parseMail } from '../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../src/mail/patch/parse-patch.ts';
import { placeReplies } from '../../../src/mail/replies/place-replies.ts';
import type { MailWithPatches } from '../../../src/mail/replies/thread-mail.ts';
import { trailersInText } from '../../../src/mail/text/mail-trailers.ts';
import { personTrailers, sentTrailers } from '../../../src/patches/model/person-trailers.ts';
import { composedCase } from './composed-cases.ts';
import { patchesOf } from './mailed.ts';
import { contentForPatchwork, specialKinds, trailersForB4, trailersForPatchwork } from './reader-rules.ts';

const list = '~ana/devel@lists.forge.test';
const ana = { name: 'Ana', email: 'ana@example.org' };
const suggestions = /^```suggestion\n(?:(?!```).*\n)*```$/gm;
const withoutSpace = (text: string) => text.replace(/\s+/g, '');
const sorted = (texts: readonly string[]) => texts.toSorted();

/** A review as it is sent, and as a mail of the thread. */
function replyTo(answered: MailWithPatches, review: MailReview, id: number) {
	const { reply, unplaced } = composeReview(answered, review, list);
	const raw = replyFile(reply, ana).replace('\r\n', `\r\nMessage-ID: <${id}@example.org>\r\n`);
	const mail = { id, parentId: id - 1, arrived: id, mail: parseMail(raw), patches: [] };
	return { body: reply.body, raw, unplaced, mail };
}

/** Composes the mails of a case and reads them by the rules of all programs. */
export function checkComposed(n: number) {
	const { patch, comments, review } = composedCase(n);
	const { body, raw, unplaced, mail } = replyTo(patch, review, 2);
	const written = [review.text, ...comments.map(({ text }) => text)].map((text) =>
		text.replace(/[ \t]+$/gm, ''),
	);
	const given = review.trailers.map(() => 'Reviewed-by: Ana <ana@example.org>');

	const own = body.split('\n').filter((line) => !line.startsWith('>'));
	for (const line of own) assert.deepEqual(specialKinds(line), [], line);
	assert.equal(contentForPatchwork(body), body.trim(), 'Patchwork shows all of it');
	assert.deepEqual(parsePatches({ ...mail.mail, subject: '[PATCH] x' }), []);

	const prose = written.map((text) => text.replace(suggestions, ''));
	const all = (read: (text: string) => readonly string[]) => sorted([...prose.flatMap(read), ...given]);
	assert.deepEqual(
		sorted(trailersForB4(body, true)),
		all((text) => trailersForB4(text, false)),
		'b4',
	);
	assert.deepEqual(sorted(trailersForPatchwork(body)), all(trailersForPatchwork), 'Patchwork');
	const keyOf = ({ key, person }: ReturnType<typeof personTrailers>[number]) => `${key} ${person.email}`;
	const known = prose
		.flatMap((text) => personTrailers(trailersInText(text)))
		.filter(({ person }) => person.email !== '');
	const expected = [...known.map(keyOf), ...given.map(() => 'Reviewed-by ana@example.org')];
	assert.deepEqual(sorted(sentTrailers(mail.mail).map(keyOf)), sorted(expected), 'Tildeforge');

	const words = withoutSpace(own.join('\n'));
	const threadsWith = (...mails: readonly (typeof mail)[]) =>
		placeReplies(patchesOf([patch]), [patch, ...mails]).threads;
	const threads = threadsWith(mail);
	for (const [index, { line, text, kept, suggested }] of comments.entries()) {
		if (!text.includes('```suggestion')) assert.ok(words.includes(withoutSpace(text)), text);
		for (const one of kept)
			assert.ok(own.map((line) => line.replace(/ /g, '')).includes(one.trimEnd().replace(/ /g, '')), one);
		for (const one of suggested)
			assert.ok(own.includes(`    +${one}`) || body.includes('```suggestion'), one);

		if (unplaced.includes(index)) continue;
		const [first = ''] = text.split('\n');
		const thread = threads.find(({ last }) => last === line);
		const part = thread?.parts.find(({ start }) => mail.mail.text.slice(start).trimStart().startsWith(first));
		assert.ok(part, `line ${line}: ${JSON.stringify(threads)}`);
		const at = mail.mail.text.slice(0, part.end).trimEnd().split('\n').length - 1;
		const lines = { kind: 'mail', first: at, last: at } as const;
		const answer = replyTo(mail, { comments: [{ lines, text: 'Answer.' }], text: '', trailers: [] }, 3);
		if (answer.unplaced.length > 0) continue;
		const found = threadsWith(mail, answer.mail).filter(({ parts }) => parts.some((one) => one.mail === 3));
		assert.deepEqual(
			found.map(({ last }) => last),
			[line],
			`the answer: ${answer.body}`,
		);
	}
	return { raw, body, comments: comments.length, unplaced: unplaced.length };
}
