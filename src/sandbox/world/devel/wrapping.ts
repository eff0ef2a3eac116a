import type { Series } from './devel-series.ts';

const wrapping = 'Wrap long lines';

/** The longest discussion on the list: three versions so far. */
export const wrappingSeries: readonly Series[] = [
	{
		topic: 'wrapFirst',
		brackets: 'PATCH editor',
		by: 'carol',
		on: '2025-11-15 21:30',
		cover: {
			subject: wrapping,
			text: 'Lines that do not fit go on in the next row instead of being cut. Words are broken where the terminal ends; anything better can come later.\n\nThis is ticket #6, the one with the most comments.',
		},
		remarks: [
			{
				by: 'ana',
				on: '2025-11-16 11:03',
				to: 2,
				quotes: [
					[
						'at - from < term.columns',
						'A size_t is compared with an int here: the compiler warns, and it is right.',
					],
					[
						'fwrite(text.text + from, 1, at - from, stdout);',
						'Do we lose the character at the edge? It is at `at`, but only what is before it is written, and `from` goes on behind it.',
					],
				],
				status: 'needs_revision',
			},
			{
				by: 'carol',
				on: '2025-11-16 19:40',
				to: 'before',
				text: 'We do. I had looked at a text of blanks, of all things.',
			},
			{ by: 'bob', on: '2025-11-17 07:58', to: 1, text: 'Reviewed-by: Bob Ellis <bob@example.org>' },
		],
	},
	{
		topic: 'wrapSecond',
		brackets: 'PATCH editor v2',
		by: 'carol',
		on: '2025-12-06 19:40',
		cover: {
			subject: wrapping,
			text: 'Changes since v1:\n- the character at the edge is not lost (Ana)\n- no comparison of different signs (Ana)',
		},
		remarks: [
			{
				by: 'bob',
				on: '2025-12-07 09:22',
				to: 2,
				quotes: [
					[
						'at--;',
						'At at == 0 this wraps around. It cannot be 0 here because columns is at least 1... but only thanks to the first patch. A comment would help.',
					],
					[
						'at - from + 1, stdout',
						'And here a line that ends in \\n gets it written, in addition to the \\r\\n below.',
					],
				],
			},
			{
				by: 'ana',
				on: '2025-12-07 12:31',
				to: 2,
				quotes: [['at--;', 'I would rather not have the loop variable go back at all.']],
				status: 'needs_revision',
			},
			{
				by: 'carol',
				on: '2025-12-08 21:15',
				to: 'before',
				text: 'Agreed, both. It will have to wait until after the holidays.',
			},
		],
	},
	{
		topic: 'wrapThird',
		brackets: 'PATCH editor v3',
		by: 'carol',
		on: '2026-02-07 16:50',
		cover: {
			subject: wrapping,
			text: 'Changes since v2:\n- the loop only goes forward (Ana)\n- a line that just fits is not followed by an empty row\n- the end of a line is not written twice (Bob)\n- rebased',
		},
		remarks: [
			{
				by: 'ana',
				on: '2026-02-08 10:48',
				to: 2,
				quotes: [
					['A line that just fits', 'Thank you for the comment, I would not have understood this in a year.'],
					[
						'at + 1 < text.length',
						'What about the last line of a text without a newline at its end? tests/texts/no-newline.txt shows only half of it at 20 columns.',
					],
				],
			},
			{
				by: 'bob',
				on: '2026-02-08 14:05',
				to: 1,
				text: 'Still fine with me.\n\nReviewed-by: Bob Ellis <bob@example.org>',
			},
			{
				by: 'meiling',
				on: '2026-02-09 07:30',
				to: 3,
				quotes: [
					[
						'characters that are wide',
						'In Chinese text that is every character. Not a reason to wait, but please keep ticket #6 open, or make a new one.',
					],
				],
			},
		],
	},
];
