import type { Ticket } from './ticket.ts';

/** The latest tickets, from number 41 on. */
export const latestTickets: readonly Ticket[] = [
	{
		by: 'dave',
		on: '2025-08-01 21:21',
		title: 'Notes lost after a power cut',
		text: 'I saved, a second later the battery was empty, and the file had 0 bytes.',
		actions: [
			['bob', 1, { labels: ['bug'], comment: 'fsync(). ~dave has sent a patch.' }],
			[
				'ana',
				36,
				{
					status: 'pending',
					labels: ['bug', 'needs info'],
					comment: 'Waiting for a second version of the patch: saving works differently since #22.',
				},
			],
		],
	},
	{
		by: 'carol',
		on: '2025-08-22 13:13',
		title: 'Option+arrow on a Mac',
		text: 'Sends ESC [ 1 ; 9 A. From the list.',
		actions: [['bob', 2, { labels: ['terminal'] }]],
	},
	{
		by: 'meiling',
		on: '2025-09-01 09:30',
		title: 'A lesson about the editor',
		text: 'I have written a lesson of 45 minutes for school. Do you want it in doc/?',
		actions: [
			['ana', 1, { labels: ['documentation', 'question'], comment: 'Yes, very much! Under which licence?' }],
			['meiling', 3, { comment: 'Any. CC0?' }],
			['ana', 3, { status: 'pending', comment: 'Perfect. Please send it to the list.' }],
		],
	},
	{
		by: 'bob',
		on: '2025-09-13 17:00',
		title: 'Wrong column in the last row',
		actions: [
			['carol', 1, { labels: ['needs info'], comment: 'Which last row?' }],
			[
				'ana',
				60,
				{
					status: 'resolved',
					resolution: 'invalid',
					comment: 'No answer, and there is no row with a column.',
				},
			],
		],
	},
	{
		by: 'carol',
		on: '2025-10-01 08:08',
		title: 'Build fails with -Werror=format-truncation',
		text: "```\nsrc/buffer.c:51: error: '.new' directive output may be truncated\n```",
		actions: [
			[
				'ana',
				2,
				{
					labels: ['bug', 'regression'],
					status: 'resolved',
					resolution: 'not_our_bug',
					comment: 'GCC 12.1 only; 12.2 knows that the result is looked at.',
				},
			],
		],
	},
	{
		by: 'dave',
		on: '2025-10-10 19:45',
		title: 'Show the name of the file',
		actions: [
			['bob', 1, { labels: ['wish'], comment: 'In the title of the terminal: `\\033]2;name\\007`.' }],
			['ana', 2, { status: 'confirmed', labels: ['wish', 'good first patch'] }],
		],
	},
	{
		by: 'eve',
		on: '2025-10-31 23:59',
		title: 'Ctrl-Z in an empty file crashes 👻',
		text: 'Happy Halloween. But really: `editor new.txt`, Ctrl-Z.',
		actions: [
			[
				'carol',
				1,
				{ comment: 'I cannot reproduce it: `undo_back` looks for NULL first.', labels: ['needs info'] },
			],
		],
	},
	{
		by: 'bob',
		on: '2025-11-02 12:12',
		title: 'Saving replaces a symlink by a file',
		text: 'As feared in #22. My dotfiles are links into ~bob/dotfiles.',
		actions: [
			['ana', 0, { labels: ['bug', 'regression'], status: 'confirmed', assign: 'ana' }],
			['bob', 30, { assign: 'bob', comment: 'I can take it.' }],
			['ana', 30, { unassign: 'ana' }],
		],
	},
	{
		by: 'jürgen',
		on: '2025-11-11 11:11',
		title: 'Save keeps the owner but not the mode',
		text: 'A script of 755 is 644 after Ctrl-S.',
		actions: [
			[
				'bob',
				1,
				{ labels: ['bug', 'regression'], comment: 'fchmod() before the rename. Same place as #48.' },
			],
			['ana', 2, { status: 'confirmed' }],
		],
	},
	{
		by: 'carol',
		on: '2025-11-30 20:20',
		title: 'Danish quick start is older than the keys',
		actions: [['carol', 0, { labels: ['documentation'] }]],
	},
	{
		by: 'dave',
		on: '2025-12-05 10:00',
		title: 'Counting words',
		actions: [
			['ana', 1, { labels: ['wish'] }],
			[
				'ana',
				51,
				{ status: 'pending', comment: 'Wait for the filter of Ctrl-P (RFC on the list): `wc -w` would do.' },
			],
		],
	},
	{
		by: 'dave',
		on: '2025-12-05 10:02',
		title: 'Sorting lines',
		actions: [
			['ana', 1, { labels: ['wish'] }],
			['ana', 51, { status: 'pending', comment: 'As in #51.' }],
		],
	},
	{
		by: 'bob',
		on: '2025-12-21 18:30',
		title: 'The second Ctrl-Q should only count right after the first',
		text: 'Since #9: Ctrl-Q, type for an hour, Ctrl-Q: gone.',
		actions: [
			[
				'ana',
				0,
				{
					status: 'resolved',
					resolution: 'invalid',
					comment: "Any other key resets it: `asked = key == 'q' - 96`. Have you seen it happen?",
				},
			],
			['bob', 1, { comment: 'No. I had read the code too quickly.' }],
		],
	},
	{
		by: 'eve',
		on: '2026-01-06 00:30',
		title: 'Logo',
		text: "The blue is invisible on my terminal's panel.",
		actions: [
			['carol', 11, { assign: 'carol', status: 'in_progress', comment: 'A yellow one is on the list.' }],
		],
	},
	{
		by: 'carol',
		on: '2026-01-12 09:09',
		title: 'A NUL in the text ends a search for a pattern',
		actions: [['bob', 1, { labels: ['bug'], comment: 'regexec() wants a string. To be documented.' }]],
	},
	{
		by: 'jürgen',
		on: '2026-01-20 16:00',
		title: '.editorconfig: indent_style and tab_width',
		text: 'For #33. I am at 71 lines and have promised 60.',
		actions: [['ana', 1, { comment: 'I will count generously.', labels: ['wish'] }]],
	},
	{
		by: 'dave',
		on: '2026-02-02 07:45',
		title: 'Release 2.4.2?',
		text: 'Debian would take it until the 20th.',
		actions: [
			['ana', 0, { labels: ['question'], comment: 'With the three-byte fix of #25. Next week, I hope.' }],
		],
	},
	{
		by: 'ana',
		on: '2026-02-10 10:10',
		title: 'A hole in how the temporary file is made',
		text: '`name.new` may be a link that somebody else has put there. Not to be talked about before 2.4.2.',
		isHidden: true,
		actions: [['bob', 0, { comment: 'O_EXCL | O_NOFOLLOW, mode 600.', labels: ['bug'] }]],
	},
	{
		by: 'meiling',
		on: '2026-02-12 08:30',
		title: 'Half of the last line is missing at 20 columns',
		text: 'With the third version of the patches for #6, in tests/texts/no-newline.txt.',
		actions: [['carol', 1, { assign: 'carol', labels: ['bug'], status: 'in_progress' }]],
	},
	{
		by: 'eve',
		on: '2026-02-16 22:05',
		title: 'Thank you',
		text: 'I have tried to leave for other editors twice now. No action needed.',
		actions: [],
	},
];
