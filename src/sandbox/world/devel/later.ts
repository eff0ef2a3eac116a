import type { Series } from './devel-series.ts';

/** The latest proposals. */
export const lateSeries: readonly Series[] = [
	{
		topic: 'ncurses',
		brackets: 'PATCH editor',
		by: 'eve',
		on: '2025-12-14 00:05',
		remarks: [
			{
				by: 'ana',
				on: '2025-12-14 09:30',
				to: 1,
				text: 'Thanks for the patch, but no: that the editor needs nothing but libc is why some of us use it. See "What the editor is not" in the archive of this list.',
				status: 'rejected',
			},
			{ by: 'eve', on: '2025-12-14 10:12', to: 'before', text: 'Fair enough.' },
		],
	},
	{
		topic: 'regex',
		brackets: 'PATCH editor',
		by: 'bob',
		on: '2026-01-10 16:00',
		cover: {
			subject: 'Search for patterns',
			text: 'With these, Ctrl-F takes /a pattern/ between slashes. The first two prepare the ground, the third does it, and the last two show and tell.\n\nregcomp() is in POSIX and so in every libc that we support.',
		},
		remarks: [
			{
				by: 'carol',
				on: '2026-01-11 11:11',
				to: 3,
				quotes: [
					[
						'copy = malloc(b->length - from + 1);',
						'A copy for each search. There is REG_STARTEND, but only on the BSDs and glibc. Better a copy than that.',
					],
					[
						"copy[b->length - from] = '\\0';",
						'A text that holds a NUL is searched up to there only. Worth a line in keys.md?',
					],
				],
			},
			{
				by: 'bob',
				on: '2026-01-11 16:24',
				to: 'before',
				text: 'I would say so in the manual page, once it has a section about limits.',
			},
			{
				by: 'ana',
				on: '2026-01-18 17:17',
				to: 0,
				text: 'I have read all five and used them for a week. Approved; I will put them in after 2.4.2 is out.',
				status: 'approved',
			},
		],
	},
	{
		topic: 'yellow',
		brackets: 'PATCH editor',
		by: 'carol',
		on: '2026-01-17 10:05',
		remarks: [
			{ by: 'søren', on: '2026-01-17 21:00', to: 1, text: 'Gul er pæn. (Yellow is pretty.)' },
			{
				by: 'ana',
				on: '2026-01-18 17:30',
				to: 1,
				text: 'Goes in together with the patterns.',
				status: 'approved',
			},
		],
	},
	{
		topic: 'filter',
		brackets: 'PATCH RFC editor',
		by: 'priya',
		on: '2026-01-24 11:20',
		remarks: [
			{
				by: 'bob',
				on: '2026-01-24 09:45',
				to: 1,
				quotes: [
					[
						'popen(command, "r")',
						'The text itself never gets to the command: popen() has one direction. It would take a fork() and two pipes.',
					],
				],
			},
			{
				by: 'ana',
				on: '2026-01-25 12:02',
				to: 1,
				text: 'I want this. It replaces three wishes on the tracker (sorting, formatting, counting words) by one key. Undo must take it back as one change, though.',
			},
		],
	},
	{
		topic: 'danish',
		brackets: 'PATCH editor',
		by: 'søren',
		on: '2026-02-01 19:40',
		lost: [2],
		remarks: [
			{
				by: 'ana',
				on: '2026-02-02 08:45',
				to: 1,
				text: 'The second of the three has not arrived here. Could you send it again?',
			},
		],
	},
	{
		topic: 'readOnly',
		brackets: 'PATCH editor',
		by: 'priya',
		on: '2026-02-08 20:10',
		remarks: [
			{
				by: 'ana',
				on: '2026-02-09 18:36',
				to: 1,
				quotes: [
					[
						'if (read_only)',
						'This leaves Ctrl-Z and Ctrl-S. Saving what was not changed is harmless, but it touches the time of the file.',
					],
					[
						'argc == 3',
						'Please do it the other way round: look at options until there are none, so that --version works in any place.',
					],
				],
				status: 'needs_revision',
			},
		],
		next: { topic: 'readOnlyAgain', brackets: 'PATCH editor v2', on: '2026-02-16 20:00' },
	},
	{
		topic: 'pagesAgain',
		brackets: 'PATCH editor release/2.4',
		by: 'bob',
		on: '2026-02-14 12:20',
		remarks: [
			{
				by: 'carol',
				on: '2026-02-15 18:00',
				to: 1,
				text: 'Tested over a modem. Really.\n\nTested-by: Carol Nowak <carol@example.org>',
			},
		],
	},
];
