import assert from 'node:assert/strict';
import type { MailReview } from '../../../src/mail/compose/review-mail.ts';
import type { FullMail } from '../../../src/patches/model/series/mails/full-mail.ts';
import { mailed } from './mailed.ts';
import { Random } from './random.ts';

/** A comment that was made of texts which programs could take for something else. */
interface CaseComment {
	/** The line of the only hunk. */
	readonly line: number;
	readonly text: string;
	/** Lines that must arrive uncut. */
	readonly kept: readonly string[];
	/** Lines of a suggestion. */
	readonly suggested: readonly string[];
}

export interface ComposedCase {
	readonly patch: FullMail;
	readonly comments: readonly CaseComment[];
	readonly review: MailReview;
}

/** Lines that programs could take for a trailer, a separator, a quote or a part of a patch. */
const special = [
	'Reviewed-by: Zoe <zoe@example.org>',
	'Acked-by : Zoe <zoe@example.org>',
	'Reported-by: Zoe <zoe@example.org> # in 1.2',
	'Fixes: 1a2b3c4d5e6f ("Open files")',
	'Note: ask zoe@example.org',
	'Signed-off-by:',
	'From: Zoe <zoe@example.org>',
	'From here',
	'---',
	'-- ',
	'____________________',
	'-- >8 --',
	'> quoted',
	'[...]',
	'diff --git a/x b/x',
	'Index: x',
	'--- a/x',
	'@@ -1 +1 @@',
	'The following changes since commit 1234567:',
	'On Monday, Zoe wrote:',
];
const code = ['\tcall();', '}', '', 'x = 1;  ', '\t', '    ...', '[...]', '-- >8 --'];
const words = 'a the file is opened later than before so here there. Größe Why?'.split(' ');

const sentence = (random: Random) =>
	Array.from({ length: 3 + random.below(40) }, () => random.pick(random.chance(90) ? words : special)).join(
		' ',
	);

/** A text, and the lines of it that must not be cut. */
type Block = readonly [text: string, kept?: readonly string[], suggested?: readonly string[]];

function block(random: Random): Block {
	const long = Array.from({ length: 20 }, () => random.pick(words)).join(' ');
	const diff = [`@@ -1,2 +1,2 @@ ${long}`, `-\t${long}`, `+\t${long};`, ` \t${long}`];
	const suggested = Array.from({ length: random.below(4) }, () =>
		random.pick(random.chance(70) ? code : special),
	);
	const kept = (lines: readonly string[]): Block => [lines.join('\n'), lines];
	return random.pick<Block>([
		[sentence(random)],
		[`- ${sentence(random)}\n- ${sentence(random)}`],
		kept([random.pick(special)]),
		kept(['--- a/x', '+++ b/x', ...diff]),
		kept(diff.slice(1)),
		kept(['```c', ...diff, random.pick(special), '```']),
		kept([`    ${long} ${random.pick(special)}`]),
		kept([`$ make ${long}`, `x.c:1:2: error: ${long}`]),
		[['```suggestion', ...suggested, '```'].join('\n'), [], suggested],
	]);
}

/** Case `n` is the same in every run. */
export function composedCase(n: number): ComposedCase {
	const random = new Random(n);
	const signs = Array.from({ length: 3 + random.below(20) }, () => random.pick([' ', ' ', '+', '-']));
	const hunk = signs.map((sign, nth) => {
		const line = random.chance(60) ? `line_${nth}();` : random.pick(random.chance(50) ? code : special);
		return sign + line;
	});
	const [old, added] = ['+', '-'].map((other) => signs.filter((sign) => sign !== other).length);
	const header = ['---', 'diff --git a/x.c b/x.c', '--- a/x.c', '+++ b/x.c', `@@ -1,${old} +1,${added} @@`];
	const patch = mailed({ id: 1, lines: ['Files are opened.', ...header, ...hunk, '-- ', '2.43.0'] });
	assert.equal(patch.patches.length, 1);
	const lines = new Set(Array.from({ length: 1 + random.below(3) }, () => random.below(hunk.length)));
	const comments = [...lines]
		.filter((line) => hunk[line]?.slice(1).trim() !== '')
		.map((line) => {
			const blocks = Array.from({ length: 1 + random.below(4) }, () => block(random));
			return {
				line,
				text: [random.pick(['Why?', 'Here.']), ...blocks.map(([text]) => text)].join('\n\n'),
				kept: blocks.flatMap(([, kept = []]) => kept),
				suggested: blocks.flatMap(([, , suggested = []]) => suggested),
			};
		});
	const person = { name: 'Ana', email: 'ana@example.org' };
	return {
		patch,
		comments,
		review: {
			comments: comments.map(({ line, text }) => ({
				lines: { kind: 'diff', patch: 0, file: 0, hunk: 0, first: line, last: line },
				text,
			})),
			text: random.chance(50) ? sentence(random) : '',
			trailers: random.chance(50) ? [{ key: 'Reviewed-by', person }] : [],
		},
	};
}
