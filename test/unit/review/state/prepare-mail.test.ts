import assert from 'node:assert/strict';
import { steadyTime } from '../../../../src/base/clock.ts';
import type { CommentedLines } from '../../../../src/mail/compose/commented-lines.ts';
import { hasOwnText } from '../../../../src/mail/compose/has-own-text.ts';
import type { SeriesMailSummary } from '../../../../src/patches/model/series/mails/from-mail-summary.ts';
import { parseFullMail } from '../../../../src/patches/model/series/mails/full-mail.ts';
import type { SeriesReading } from '../../../../src/patches/model/series-reading.ts';
import { prepareMail, trailerMails } from '../../../../src/review/state/prepare-mail.ts';
import type { ReviewComment } from '../../../../src/review/state/review-comments.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';

const ana = { name: 'Ana', email: 'Ana@example.org' };
const options = { to: '~ana/devel@lists.test', sender: ana, own: ['ana@example.org'], trailers: [] };
const listed = { id: 7, created: '2026-11-01T10:00:00Z', parent: null, thread: null, sender: null };
const fullMail = parseFullMail(
	listed,
	[
		'From: Bob <bob@example.org>',
		'To: ~ana/devel@lists.test',
		'Cc: Ana S. <ANA@example.org>, Kim <kim@example.org>',
		'Message-ID: <b@x>',
		'Subject: [PATCH] Wrap lines',
		'',
		'Wrap it.',
		'---',
		' a | 2 +-',
		'',
		'diff --git a/a b/a',
		'--- a/a',
		'+++ b/a',
		'@@ -1 +1 @@',
		'-a',
		'+b',
		'',
	].join('\n'),
);
const comment = (id: string, lines: CommentedLines, text: string): ReviewComment => ({
	...{ id, body: { text }, revision: 1, writer: 'page', saved: 0, state: 'editing' },
	account: { id: 'ana', name: '~ana', instance: 'forge.test' },
	key: { account: 'ana', owner: '~ana', list: 'devel', mail: 7, lines },
});
const added: CommentedLines = { kind: 'diff', patch: 0, file: 0, hunk: 0, first: 1, last: 1 };

describe('The answer to a mail', () => {
	it('has the comments, from the user to all others', () => {
		const comments = [comment('one', added, 'Why?')];
		const { mail, ...facts } = prepareMail({ fullMail, comments }, options);
		const versions = [{ id: 'one', revision: 1, writer: 'page' }];
		assert.deepEqual(facts, { answered: 7, comments: versions, note: '', unreachable: [] });
		assert.deepEqual([mail.from, mail.to, mail.inReplyTo], [ana, '~ana/devel@lists.test', '<b@x>']);
		assert.deepEqual(
			mail.cc.map(({ email }) => email),
			['bob@example.org', 'kim@example.org'],
		);
		assert.match(mail.body, /^Bob wrote:\n[\s\S]*\n> \+b\n\nWhy\?\n$/);
	});

	it('has a text of the user also if the comments are only quotes', () => {
		for (const text of ['> +b', '> a\n> b', '>', '>>> a', 'On Monday, Bob wrote:']) {
			const { mail } = prepareMail({ fullMail, comments: [comment('one', added, text)] }, options);
			assert.ok(hasOwnText(mail.body), text);
		}
	});

	it('says that comments are not below their lines', () => {
		const gone: CommentedLines = { kind: 'diff', patch: 0, file: 3, hunk: 0, first: 1, last: 1 };
		const one = [comment('one', gone, 'Where?'), comment('two', added, 'Why?')];
		const { note } = prepareMail({ fullMail, comments: one }, options);
		assert.equal(note, '1 comment could not be placed below its lines');
		const two = [comment('one', gone, 'Where?'), comment('two', { ...gone, file: 4 }, 'And here?')];
		const prepared = prepareMail({ fullMail, comments: two }, options);
		assert.equal(prepared.note, '2 comments could not be placed below their lines');
		assert.match(prepared.mail.body, /Where\?[\s\S]*And here\?/);
	});

	it('is composed again only after something of it has changed', () => {
		const long = {
			text: patchText(
				'a',
				['old'],
				Array.from({ length: 20_000 }, (_, nth) => `line ${nth}`),
			),
		};
		const patch = sentMail({ id: 8, subject: '[PATCH] Long', ...long });
		const comments = Array.from({ length: 100 }, (_, nth) =>
			comment(`${nth}`, { ...added, first: nth, last: nth }, 'Why?'),
		);
		const [one = assert.fail(), ...others] = comments;
		const spent = (text: string) => {
			const begun = steadyTime();
			const all = [{ ...one, body: { text } }, ...others];
			const { mail } = prepareMail({ fullMail: patch, comments: all }, options);
			assert.ok(mail.body.includes(text));
			return steadyTime() - begun;
		};
		const changed = Math.min(...['a?', 'b?', 'c?', 'd?'].map(spent));
		const same = Math.min(...['d?', 'd?', 'd?'].map(spent));
		assert.ok(same < changed / 4, `${same} ms, and ${changed} ms after a change`);
	});

	it('can be only a trailer', () => {
		const trailers = [{ key: 'Acked-by' as const, person: ana }];
		const { mail } = prepareMail({ fullMail, comments: [] }, { ...options, trailers });
		assert.match(mail.body, /^Bob wrote:\n> Wrap it\.\n\nAcked-by: Ana <Ana@example\.org>\n$/);
	});
});

describe('The trailers of a review', () => {
	const summary = (id: number) => ({ id }) as unknown as SeriesMailSummary;
	const reading = (cover: number | undefined, ...patches: readonly number[]) =>
		({
			version: {
				cover: cover === undefined ? undefined : summary(cover),
				patches: patches.map((id) => ({ mail: summary(id) })),
				extra: [{ mail: summary(9) }],
			},
		}) as unknown as SeriesReading;

	it('answer the patches of a partial version, and neither those of the earlier one nor its cover letter', () => {
		const mails = [
			sentMail({ id: 1, subject: '[PATCH 0/2] Lines' }),
			sentMail({ id: 2, subject: '[PATCH 1/2] Wrap lines', re: 1, text: patchText('a') }),
			sentMail({ id: 3, subject: '[PATCH 2/2] Break lines', re: 1, text: patchText('b') }),
			sentMail({
				id: 4,
				subject: '[PATCH v2 2/2] Break lines',
				re: 3,
				text: patchText('b', ['old'], ['newer']),
			}),
		];
		const read = readingOf(mails);
		assert.deepEqual([read.version?.isPartial, read.version?.cover?.id], [true, 1]);
		assert.deepEqual([...trailerMails(read)], [4]);
	});

	it('answer the cover letter, or else each patch', () => {
		assert.deepEqual([...trailerMails(reading(1, 2, 3))], [1]);
		assert.deepEqual([...trailerMails(reading(undefined, 2, 3))], [2, 3, 9]);
		assert.deepEqual([...trailerMails({ ...reading(1), version: undefined })], []);
	});
});
