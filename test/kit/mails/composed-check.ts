import assert from 'node:assert/strict';
import { replyFile } from '../../../src/mail/compose/reply.ts';
import { composeReview } from '../../../src/mail/compose/review-mail.ts';
import { parseMail } from '../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../src/mail/patch/parse-patch.ts';
import { placeReplies } from '../../../src/mail/replies/place-replies.ts';
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

function replyTo(
	answered: Parameters<typeof composeReview>[0],
	review: Parameters<typeof composeReview>[1],
	id: number,
) {
	const { reply, unplaced } = composeReview(answered, review, list);
	const raw = replyFile(reply, ana).replace('\r\n', `\r\nMessage-ID: <${id}@example.org>\r\n`);
	return {
		reply,
		raw,
		unplaced,
		mail: { id, parentId: id - 1, arrived: id, mail: parseMail(raw), patches: [] },
	};
}

/** A mail as it is sent, and how many comments it has. */
interface Checked {
	readonly raw: string;
	readonly body: string;
	readonly comments: number;
	readonly unplaced: number;
}

/** Composes the mails of a case and reads them by the rules of all programs. */
export function checkComposed(n: number): Checked {
	const { patch, comments, review } = composedCase(n);
	const { reply, raw, unplaced, mail } = replyTo(patch, review, 2);
	const { body } = reply;
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
	for (const [index, { kept, suggested }] of comments.entries()) {
		const text = written[index + 1] ?? '';
		if (!text.includes('```suggestion')) assert.ok(words.includes(withoutSpace(text)), text);
		for (const line of kept)
			assert.ok(
				own.some((one) => one.replace(/ /g, '') === line.trimEnd().replace(/ /g, '')),
				line,
			);
		for (const line of suggested)
			assert.ok(own.includes(`    +${line}`) || body.includes('```suggestion'), line);
	}

	const threadsWith = (...mails: readonly (typeof mail)[]) =>
		placeReplies(patchesOf([patch]), [patch, ...mails]).threads;
	const read = threadsWith(mail);
	for (const [index, { line, text }] of comments.entries()) {
		if (unplaced.includes(index)) continue;
		const [first = ''] = text.split('\n');
		const thread = read.find(({ last }) => last === line);
		const part = thread?.parts.find(({ start }) => mail.mail.text.slice(start).trimStart().startsWith(first));
		assert.ok(part, `line ${line}: ${JSON.stringify(read)}`);
		const at = mail.mail.text.slice(0, part.end).trimEnd().split('\n').length - 1;
		const lines = { kind: 'mail', first: at, last: at } as const;
		const answer = replyTo(mail, { comments: [{ lines, text: 'Answer.' }], text: '', trailers: [] }, 3);
		if (answer.unplaced.length > 0) continue;
		const found = threadsWith(mail, answer.mail).filter(({ parts }) => parts.some((one) => one.mail === 3));
		assert.deepEqual(
			found.map(({ last }) => last),
			[line],
			`the answer: ${answer.reply.body}`,
		);
	}
	return { raw, body, comments: comments.length, unplaced: unplaced.length };
}
