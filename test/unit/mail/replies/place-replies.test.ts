import assert from 'node:assert/strict';
import { type MailedPatch, placeReplies } from '../../../../src/mail/replies/place-replies.ts';
import { linesOf } from '../../../../src/mail/unified-diff/lines.ts';
import type { FullMail } from '../../../../src/patches/model/series/mails/full-mail.ts';
import { mailed, patchesOf } from '../../../kit/mails/mailed.ts';
import { mutatedMail } from '../../../kit/mails/mutated-mails.ts';
import { Random } from '../../../kit/mails/random.ts';

const file = (name: string, ...lines: readonly string[]) => [
	`diff --git a/${name} b/${name}`,
	'index 1111111..2222222 100644',
	`--- a/${name}`,
	`+++ b/${name}`,
	...lines,
];

const diff = [
	...file(
		'open.c',
		'@@ -10,6 +10,8 @@ int open_file(const char *name)',
		' {',
		' \tint fd;',
		' ',
		'-\tfd = open(name);',
		'+\tfd = open_later(name);',
		'+\tif (fd == -1)',
		'+\t\tlog("cannot open the file, because the name is wrong or too long");',
		' \treturn fd;',
		' }',
		'@@ -40,3 +42,4 @@ void close_file(int fd)',
		' {',
		'+\tif (fd == -1)',
		' \tclose(fd);',
		' }',
	),
	...file(
		'list.c',
		'@@ -7,2 +7,4 @@',
		' int count;',
		'+\tif (fd == -1)',
		'+\treturn count + 1;',
		' int size;',
	),
];
const message = ['Files are opened in the background.', '', 'So the editor stays responsive.'];
const patch = mailed({
	id: 1,
	lines: [...message, '---', ' open.c | 5 ++++-', '', ...diff, '-- ', '2.43.0'],
});

const quoted = (lines: readonly string[], mark = '> ') => lines.map((line) => mark + line);
const reply = (id: number, to: number, ...lines: readonly string[]) => mailed({ id, to, lines });

/** The threads as text: the quoted lines of the hunk, then what was written to them. */
function drawn(
	mails: readonly FullMail[],
	patches: readonly MailedPatch[] = patchesOf([patch]),
): readonly string[] {
	return placeReplies(patches, mails).threads.map((thread) => {
		const { source, files } = patches[thread.patch]?.patch ?? { source: '', files: [] };
		const hunk = files[thread.file]?.hunks[thread.hunk];
		assert.ok(hunk);
		const lines = [...linesOf(source, hunk)].slice(thread.first, thread.last + 1);
		const quotes = lines.map(({ start, end }) => source.slice(start, end).trim());
		const parts = thread.parts.map(({ mail, start, end }) => {
			const text = mails
				.find(({ id }) => id === mail)
				?.mail.text.slice(start, end)
				.trim();
			return `${mail}: ${text}`;
		});
		return [...quotes, ...parts].join(' | ');
	});
}

describe('A reply', () => {
	const cases: Readonly<
		Record<string, { readonly lines: readonly string[]; readonly at: readonly string[] }>
	> = {
		'is at the lines that it quotes': {
			lines: [
				'Ana wrote:',
				'> -\tfd = open(name);',
				'> +\tfd = open_later(name);',
				'',
				'Why later?',
				'',
				'Bob',
			],
			at: ['fd = open(name); | fd = open_later(name); | 2: Why later?\n\nBob'],
		},
		'is at several places if it has several parts': {
			lines: [
				...quoted(diff.slice(0, 10)),
				'One.',
				...quoted(diff.slice(10, 19)),
				'Two.',
				...quoted(diff.slice(19)),
			],
			at: [
				'{ | int fd; |  | fd = open(name); | fd = open_later(name); | 2: One.',
				'{ | if (fd == -1) | close(fd); | } | 2: Two.',
			],
		},
		'is at the end of a long quote': {
			lines: [...quoted(diff.slice(0, 18)), 'Hm.'],
			at: ['{ | if (fd == -1) | close(fd); | 2: Hm.'],
		},
		'is at the lines that it quotes with the name of their author': {
			lines: [
				'>>>>> "Ana" == Ana Duarte <ana@example.org> writes:',
				'',
				'Ana> -\tfd = open(name);',
				'Ana> +\tfd = open_later(name);',
				'',
				'Why later?',
			],
			at: ['fd = open(name); | fd = open_later(name); | 2: Why later?'],
		},
		'ends above the mail that it repeats without marks': {
			lines: [
				'> +\tfd = open_later(name);',
				'Why?',
				'',
				'-----Original Message-----',
				'From: Ana',
				'',
				'Hi,',
				'> +\tif (fd == -1)',
				'Text.',
			],
			at: ['fd = open_later(name); | 2: Why?'],
		},
		'is nowhere if it is above the quote': { lines: ['Thanks!', '', 'Ana wrote:', ...quoted(diff)], at: [] },
		'is at no line of a diff if it quotes the message': { lines: [...quoted(message), 'Good.'], at: [] },
		'is at no line of a diff if it quotes the diffstat': {
			lines: ['> open.c | 5 ++++-', 'Few lines.'],
			at: [],
		},
		'is nowhere if it quotes the signature below the diff': {
			lines: [...quoted([...diff.slice(-4), '-- ', '2.43.0']), 'Good.'],
			at: [],
		},
		'is nowhere if it consists of trailers': {
			lines: ['> +\tfd = open_later(name);', '', 'Reviewed-by: Bob <bob@example.org>'],
			at: [],
		},
		'is at the first line of a hunk whose header it quotes': {
			lines: ['> @@ -40,3 +42,4 @@ void close_file(int fd)', 'Is this needed?'],
			at: ['{ | 2: Is this needed?'],
		},
		'is at the first line of a file whose header it quotes': {
			lines: [...quoted(diff.slice(20, 24)), 'A new file?'],
			at: ['int count; | 2: A new file?'],
		},
		'is at the right one of equal lines, by the header of the hunk': {
			lines: ['> @@ -40,3 +42,4 @@', '> +\tif (fd == -1)', 'Again?'],
			at: ['if (fd == -1) | 2: Again?'],
		},
		'is at the right one of equal lines, by the line below': {
			lines: ['> +\tif (fd == -1)', '> +\treturn count + 1;', 'So?'],
			at: ['if (fd == -1) | return count + 1; | 2: So?'],
		},
		'is at the right one of equal lines, by their order': {
			lines: [
				'> +\tfd = open_later(name);',
				'One.',
				'> +\tif (fd == -1)',
				'Two.',
				'> \tclose(fd);',
				'Three.',
			],
			at: ['fd = open_later(name); | 2: One.', 'if (fd == -1) | 2: Two.', 'close(fd); | 2: Three.'],
		},
		'is at no line that could be any': { lines: ['> }', 'Which one?'], at: [] },
		'is found if white space was damaged': {
			lines: ['>-        fd = open(name);', '>+        fd =\u00a0open_later(name); ', 'Why?'],
			at: ['fd = open(name); | fd = open_later(name); | 2: Why?'],
		},
		'is found if the quote was wrapped': {
			lines: ['> +\t\tlog("cannot open the file, because', '> the name is wrong or too long");', 'Too long.'],
			at: ['log("cannot open the file, because the name is wrong or too long"); | 2: Too long.'],
		},
		'is found if the rest of a wrapped quote is not quoted': {
			lines: [
				'> +\t\tlog("cannot open the file, because the name is',
				'wrong or too long");',
				'',
				'Too long.',
			],
			at: ['log("cannot open the file, because the name is wrong or too long"); | 2: Too long.'],
		},
		'has no part for the rest of a wrapped quote alone': {
			lines: [
				'> +\t\tlog("cannot open the file, because the name is',
				'wrong or too long");',
				'>  \treturn fd;',
				'Fine.',
			],
			at: ['log("cannot open the file, because the name is wrong or too long"); | return fd; | 2: Fine.'],
		},
		'is found if lines were left out': {
			lines: [
				'> +\tfd = open_later(name);',
				'> [...]',
				'> \tclose(fd);',
				'> [...]',
				'[...]',
				'Both?',
				'[snip]',
			],
			at: ['close(fd); | 2: Both?'],
		},
		'is found if a line above it was edited': {
			lines: ['> +\tfd = open_later(name);', '> (and so on in this file)', 'Why?'],
			at: ['fd = open_later(name); | 2: Why?'],
		},
		'may have empty lines in its quote': {
			lines: ['> -\tfd = open(name);', '>', '> +\tfd = open_later(name);', '>', '', 'Why?'],
			at: ['fd = open(name); | fd = open_later(name); | 2: Why?'],
		},
		'does not have its signature': {
			lines: ['> +\tfd = open_later(name);', 'Why?', '', '-- ', 'Bob'],
			at: ['fd = open_later(name); | 2: Why?'],
		},
		'is at none of other lines': { lines: ['> something else entirely', 'No.'], at: [] },
	};
	for (const [what, { lines, at }] of Object.entries(cases)) {
		for (const lineBreak of ['\n', '\r\n']) {
			it(`${what} (${JSON.stringify(lineBreak)})`, () => {
				const mails = [patch, mailed({ id: 2, to: 1, lines, lineBreak })];
				assert.deepEqual(
					drawn(mails),
					at.map((line) => line.replaceAll('\n', lineBreak)),
				);
			});
		}
	}

	it('is in one thread with others that quote the same last line', () => {
		const mails = [
			patch,
			reply(3, 1, '> +\tfd = open_later(name);', 'Later.'),
			reply(2, 1, '> -\tfd = open(name);', '> +\tfd = open_later(name);', 'Earlier.'),
		];
		assert.deepEqual(drawn(mails), ['fd = open(name); | fd = open_later(name); | 2: Earlier. | 3: Later.']);
	});

	it('is at the lines of the reply that it answers', () => {
		const mails = [
			patch,
			reply(2, 1, '> +\tfd = open_later(name);', 'Why later?', '> \tclose(fd);', 'And here', 'too?'),
			reply(3, 2, '>> +\tfd = open_later(name);', '> Why later?', 'It is faster.', '> And here too?', 'Yes.'),
			reply(4, 3, '> > > +\tfd = open_later(name);', '> It is faster.', '', 'I see.'),
		];
		assert.deepEqual(drawn(mails), [
			'fd = open_later(name); | 2: Why later? | 3: It is faster. | 4: I see.',
			'close(fd); | 2: And here\ntoo? | 3: Yes.',
		]);
	});

	it('is at the lines of the words that it quotes, however alike others are', () => {
		const cases: readonly [words: readonly [string, string], quote: readonly string[], at: number][] = [
			[['I would put it there.', 'I would put it\nhere.'], ['> I would put it', '> here.'], 1],
			[['There.', 'here.'], ['> here.'], 1],
			[['Why?\n\nHere.', 'Why?\n\nThere.'], ['> Why?', '>', '> There.'], 1],
			[['Why?', 'Why?'], ['>> \tclose(fd);', '>', '> Why?'], 1],
			[['Why?', 'Why?'], ['>> +\tfd = open_later(name);', '> Why?'], 0],
			[['One or two words.', 'Three.'], ['> One or', '> [...]', '> words.'], 0],
		];
		for (const [[one, other], quote, at] of cases) {
			const review = [
				'> +\tfd = open_later(name);',
				...one.split('\n'),
				'> \tclose(fd);',
				...other.split('\n'),
			];
			const found = drawn([patch, reply(2, 1, ...review), reply(3, 2, ...quote, '', 'Yes.')]);
			assert.deepEqual(
				found.map((thread) => thread.includes('3: Yes.')),
				[at === 0, at === 1],
				quote.join(),
			);
		}
		const part = reply(2, 1, '> +\tfd = open_later(name);', 'Not there.');
		assert.deepEqual(
			drawn([patch, part, reply(3, 2, '> here.', '', 'Yes.')])
				.join()
				.includes('Yes'),
			false,
		);
	});

	it('is at the lines of the reply that it answers without a quote, if there is only one place', () => {
		const first = reply(2, 1, 'Hi,', '> +\tfd = open_later(name);', 'Why later?');
		assert.deepEqual(drawn([patch, first, reply(3, 2, 'It is faster.', '', ...quoted(['Why later?']))]), [
			'fd = open_later(name); | 2: Why later? | 3: It is faster.',
		]);
		const other = reply(
			2,
			1,
			'> Signed-off-by: Zed',
			'Who?',
			'',
			'> +\tfd = open_later(name);',
			'Why later?',
		);
		assert.deepEqual(drawn([patch, other, reply(3, 2, 'Yes.')]), ['fd = open_later(name); | 2: Why later?']);
		const second = reply(2, 1, '> +\tfd = open_later(name);', 'Why?', '> \tclose(fd);', 'And here?');
		assert.deepEqual(drawn([patch, second, reply(3, 2, 'It is faster.')]), [
			'fd = open_later(name); | 2: Why?',
			'close(fd); | 2: And here?',
		]);
	});

	it('may quote the patch through a reply that is not known', () => {
		const answer = { ...reply(3, 2, '>> +\tfd = open_later(name);', '> Why later?', 'It is faster.') };
		const known = { ...answer, mail: { ...answer.mail, references: ['<1@example.org>', '<2@example.org>'] } };
		assert.deepEqual(drawn([patch, known]), ['fd = open_later(name); | 3: It is faster.']);
	});

	it('is nowhere below a whole diff that is long', () => {
		const lines = [
			'---',
			...file('x', '@@ -0,0 +1,30 @@'),
			...Array.from({ length: 30 }, (_, at) => `+line ${at};`),
		];
		const long = mailed({ id: 1, lines });
		const about = (count: number) =>
			drawn([long, reply(2, 1, ...quoted(lines.slice(count)), 'Good.')], patchesOf([long]));
		assert.deepEqual(about(0), []);
		assert.equal(about(20).length, 1);
	});

	it('may suggest a patch', () => {
		const mails = [
			patch,
			reply(2, 1, '> +\tfd = open_later(name);', 'Rather:', ...file('x', '@@ -1 +1 @@', '-a', '+b')),
		];
		assert.equal(mails[1]?.patches.length, 1);
		assert.equal(placeReplies(patchesOf([patch]), mails).threads.length, 1);
	});

	it('to another version is not at the lines of this one', () => {
		const newer = mailed({ id: 2, to: 1, subject: '[PATCH v2] x', lines: ['---', ...diff] });
		const mails = [patch, newer, reply(3, 2, '> +\tfd = open_later(name);', 'Why later?')];
		assert.deepEqual(drawn(mails), []);
		assert.deepEqual(drawn(mails, patchesOf([newer])), ['fd = open_later(name); | 3: Why later?']);
	});

	it('is at the lines of the patch that it answers', () => {
		const cover = mailed({ id: 1, subject: '[PATCH 0/2] x', lines: ['Both.'] });
		const patches = [2, 3].map((id) =>
			mailed({ id, to: 1, subject: `[PATCH ${id - 1}/2] x`, lines: ['---', ...diff] }),
		);
		const mails = [
			cover,
			...patches,
			reply(4, 3, '> +\tfd = open_later(name);', 'Why?'),
			reply(5, 1, '> Both.', 'Yes.'),
		];
		assert.deepEqual(
			placeReplies(patchesOf(patches), mails).threads.map(({ patch }) => patch),
			[1],
		);
	});
});

/** The threads outside of diffs as text: the text, the quoted lines, then what was written to them. */
function drawnTexts(mails: readonly FullMail[], patches: readonly MailedPatch[], cover?: FullMail) {
	return placeReplies(patches, mails, cover).textThreads.map(({ text, patch, first, last, parts }) => {
		const texts = parts.map(({ mail, start, end }) => {
			const found = mails.find(({ id }) => id === mail);
			return `${mail}: ${found?.mail.text.slice(start, end).trim()}`;
		});
		return [`${text} of ${patch}: ${first}-${last}`, ...texts].join(' | ');
	});
}

describe('A reply outside of diffs', () => {
	const trailers = ['Fixes: 0123456789ab ("Open files")', 'Signed-off-by: Ana <ana@example.org>'];
	const notes = ['v2: shorter'];
	const stat = [' list.c | 2 ++', ' open.c | 5 ++++-', ' 2 files changed, 6 insertions(+), 1 deletion(-)'];
	const whole = [...message, '', ...trailers, '---', ...notes, '', ...stat, '', ...diff];
	const source = mailed({ id: 1, lines: [...whole, '-- ', '2.43.0'] });
	const cases: Readonly<Record<string, readonly [lines: readonly string[], at: readonly string[]]>> = {
		'is at the line of a message': [
			['> So the editor stays responsive.', 'Does it?'],
			['message of 0: 2-2 | 2: Does it?'],
		],
		'is at several lines of a message': [
			[...quoted(message.slice(0, 1)), 'One.', ...quoted(message.slice(1)), 'Two.'],
			['message of 0: 0-0 | 2: One.', 'message of 0: 2-2 | 2: Two.'],
		],
		'is at a trailer': [[`> ${trailers[0]}`, 'Wrong.'], ['message of 0: 4-4 | 2: Wrong.']],
		'is at notes': [['> v2: shorter', 'Is it?'], ['notes of 0: 0-0 | 2: Is it?']],
		'is at a file of the diffstat': [['>  open.c | 5 ++++-', 'Few.'], ['diffstat of 0: 1-1 | 2: Few.']],
		'is below the files of the diffstat': [
			['> 2 files changed, 6 insertions(+), 1 deletion(-)', 'Few.'],
			['diffstat of 0: 2-2 | 2: Few.'],
		],
		'is nowhere below a message with its trailers': [[...quoted([...message, '', ...trailers]), 'Good.'], []],
		'is nowhere below a message with the diffstat': [[...quoted(whole.slice(0, 11)), 'Good.'], []],
		'is nowhere below a whole patch': [[...quoted([...whole, '-- ', '2.43.0']), 'Good.'], []],
	};
	for (const [what, [lines, at]] of Object.entries(cases))
		it(what, () => assert.deepEqual(drawnTexts([source, reply(2, 1, ...lines)], patchesOf([source])), at));

	it('is in one thread with the reply that it answers', () => {
		const mails = [
			source,
			reply(2, 1, '> So the editor stays responsive.', 'Does it?'),
			reply(3, 2, '> > So the editor stays responsive.', '> Does it?', 'Yes.'),
			reply(4, 3, 'Good.'),
		];
		assert.deepEqual(drawnTexts(mails, patchesOf([source])), [
			'message of 0: 2-2 | 2: Does it? | 3: Yes. | 4: Good.',
		]);
	});

	it('is at the line of a cover letter, but not below a long one', () => {
		const lines = Array.from({ length: 12 }, (_, at) => `Reason ${at} for this series.`);
		const cover = mailed({ id: 1, subject: '[PATCH 0/1] x', lines });
		const patches = [mailed({ id: 2, to: 1, subject: '[PATCH 1/1] x', lines: whole })];
		const mails = [
			cover,
			...patches,
			reply(3, 1, ...quoted(lines.slice(2, 4)), 'Why?'),
			reply(4, 1, ...quoted(lines), 'Good.'),
		];
		assert.deepEqual(drawnTexts(mails, patchesOf(patches), cover), ['cover of -1: 2-3 | 3: Why?']);
	});

	it('is at the lines of a cover letter that are quotes themselves', () => {
		const cover = mailed({
			...{ id: 1, subject: '[PATCH 0/1] x' },
			lines: ['One.', '> two', '>> > three', 'Four.'],
		});
		const answer = reply(2, 1, '>> two', '', 'Yes.', '', '>>>> three', '', 'No.');
		assert.deepEqual(drawnTexts([cover, answer], [], cover), [
			'cover of -1: 1-1 | 2: Yes.',
			'cover of -1: 2-2 | 2: No.',
		]);
	});
});

describe('A reply to a file without lines', () => {
	const lines = [
		'Run it.',
		'',
		'Signed-off-by: B <b@example.org>',
		'---',
		'',
		'diff --git a/run b/run',
		'old mode 100644',
		'new mode 100755',
	];
	const root = mailed({ id: 1, subject: '[PATCH] x', lines });
	const threadsBelow = (...text: readonly string[]) =>
		placeReplies(patchesOf([root]), [root, reply(2, 1, ...text)]).threads;

	it('is at the header of the file', () => {
		const [thread] = threadsBelow(...quoted(lines.slice(5)), 'Why?');
		assert.deepEqual([thread?.file, thread?.hunk, thread?.first, thread?.last], [0, 0, -1, -1]);
	});

	it('is about the whole patch if it quotes that', () => {
		assert.deepEqual(threadsBelow(...quoted(lines), 'Good.'), []);
	});
});

describe('Replies of any kind', () => {
	it('are at lines that exist, with text that exists, in any order of the mails', () => {
		const random = new Random(7);
		for (let left = 150; left > 0; left -= 1) {
			const body = (id: number, to: number) => {
				const lines = mutatedMail(random).split(/\r?\n/);
				return reply(
					id,
					to,
					...quoted(lines.slice(0, 60), random.pick(['> ', '>', '>> '])),
					'Own.',
					...lines,
				);
			};
			const root = mailed({ id: 1, lines: mutatedMail(random).split(/\r?\n/) });
			const mails = [
				root,
				body(2, 1),
				body(3, random.pick([1, 2])),
				body(4, 3),
				body(5, random.pick([6, 4])),
				body(6, 5),
			];
			const placed = placeReplies(patchesOf([root]), mails);
			assert.deepEqual(placeReplies(patchesOf([root]), mails.toReversed()), placed);
			for (const { patch, file, hunk, first, last, parts } of placed.threads) {
				const { source, files } = root.patches[patch] ?? { source: '', files: [] };
				const { hunks } = files[file] ?? assert.fail();
				const lineCount = hunks[hunk] ? [...linesOf(source, hunks[hunk])].length : 1;
				assert.ok(first <= last && last < lineCount && hunk < Math.max(hunks.length, 1));
				for (const { mail, start, end } of parts) {
					const text = mails.find(({ id }) => id === mail)?.mail.text.slice(start, end) ?? '';
					assert.notEqual(text.trim(), '');
				}
			}
		}
	}).timeout(60_000);

	it('are placed in bounded time if they answer a long reply', () => {
		const first = Array.from({ length: 20_000 }, (_, at) => [
			'> +\tfd = open_later(name);',
			`answer ${at} of many`,
		]);
		const second = Array.from({ length: 20_000 }, (_, at) => [`> question ${at}`, 'Own.']);
		const mails = [patch, reply(2, 1, ...first.flat()), reply(3, 2, ...second.flat())];
		assert.equal(drawn(mails).length, 1);
	}).timeout(60_000);

	it('are placed in bounded time', () => {
		const lines = Array.from({ length: 15_000 }, (_, at) => `+\tline(${at % 50}, "some text to be long");`);
		const long = mailed({
			id: 1,
			lines: ['---', ...file('x', `@@ -0,0 +1,${lines.length} @@`), ...lines],
		});
		const replies = Array.from({ length: 500 }, (_, at) =>
			reply(
				at + 2,
				1,
				...quoted(lines.slice(0, 100)),
				'Why?',
				'> }',
				'So?',
				...quoted(lines.slice(40, 60)),
				'Hm.',
			),
		);
		assert.ok(placeReplies(patchesOf([long]), [long, ...replies]).threads.length > 0);
		const hostile = [
			Array.from({ length: 15_000 }, () => '> +}'),
			Array.from({ length: 15_000 }, () => '>'),
			Array.from({ length: 15_000 }, (_, at) => (at % 2 === 0 ? '> +\tline(' : '> x')),
		];
		const mails = hostile.map((quotes, at) => reply(at + 2, 1, ...quotes, 'Own.'));
		assert.ok(placeReplies(patchesOf([long]), [long, ...mails]).threads.length >= 0);
	}).timeout(60_000);
});
