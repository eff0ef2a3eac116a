import type { Ticket } from './ticket.ts';

const wrapping: Ticket = {
	by: 'bob',
	on: '2024-03-12 22:15',
	title: 'Wrap long lines',
	text: 'Lines that are longer than the terminal is wide are cut. I would like to see the rest, in the next row.\n\n1. `editor README.md` in a terminal of 40 columns\n2. Half of the text is missing.',
	actions: [
		[
			'ana',
			1,
			{
				status: 'confirmed',
				labels: ['wish'],
				comment: 'Yes. It is not hard to draw, but the arrows have to know about it, too.',
			},
		],
		[
			'carol',
			2,
			{
				comment:
					'Up and down should move by rows of the screen, I think. vi does it the other way and it confuses everybody.',
			},
		],
		['bob', 2, { comment: 'By rows, please.' }],
		[
			'jürgen',
			5,
			{
				comment:
					'By lines. If I want to go to the next line of a CSV file I do not want to press the key six times.',
			},
		],
		[
			'carol',
			5,
			{
				comment:
					'> If I want to go to the next line of a CSV file\n\nThen cutting would be better for you anyway?',
			},
		],
		['jürgen', 6, { comment: 'For CSV files, yes. A key to switch?' }],
		['ana', 6, { comment: 'No key. Rows it is; it is what people expect who have never seen vi.' }],
		['dave', 40, { comment: 'Any news? My letters look strange without their right halves.' }],
		['ana', 41, { labels: ['wish', 'terminal'], comment: 'No news. Patches are welcome.' }],
		['carol', 300, { assign: 'carol' }],
		['carol', 300, { status: 'in_progress', comment: 'I have something that works for text without tabs.' }],
		['ana', 301, { comment: 'Tabs are the interesting part:\n\n```c\ncolumn = (column + 8) / 8 * 8;\n```' }],
		['carol', 302, { comment: 'I know, I know.' }],
		[
			'meiling',
			350,
			{
				comment:
					'And characters that are two columns wide: 漢字 needs four columns for two characters. vendor/wcwidth9 knows this.',
			},
		],
		[
			'carol',
			351,
			{
				labels: ['wish', 'terminal', 'unicode'],
				comment: 'Then in a second step, or this will never be finished.',
			},
		],
		['carol', 613, { comment: 'A first version is on the list: "[PATCH editor 0/3] Wrap long lines".' }],
		['ana', 614, { status: 'pending', comment: 'Reviewed there. It loses a character at the edge.' }],
		['carol', 634, { status: 'in_progress', comment: 'v2 sent.' }],
		['carol', 697, { comment: 'v3 sent. #17 made this easier, by the way.' }],
		['ana', 698, { comment: 'Nearly there. ~bob, could you look at the second patch once more?' }],
		['bob', 699, { comment: 'Next weekend.' }],
	],
};

/** The tickets of the first year. A ticket's position determines its number. */
export const earlyTickets: readonly Ticket[] = [
	{
		by: 'bob',
		on: '2024-02-19 19:02',
		title: 'Terminal stays raw after a crash',
		text: 'After `kill -SEGV` the shell is unusable until I type `reset` blindly. atexit() is not called for signals.',
		actions: [
			['ana', 1, { labels: ['bug', 'terminal'], status: 'confirmed' }],
			[
				'ana',
				20,
				{
					status: 'resolved',
					resolution: 'wont_fix',
					comment:
						'A handler for SEGV that does more than it may is worse than `reset`. If it crashes, that is the bug.',
				},
			],
		],
	},
	{
		by: 'carol',
		on: '2024-02-25 10:30',
		title: 'Loading a large file is slow',
		text: 'A log of 3 MB takes eleven seconds.',
		actions: [
			[
				'ana',
				0,
				{
					status: 'resolved',
					resolution: 'fixed',
					labels: ['bug'],
					comment: 'realloc() for each block. Should be 30 ms now.',
				},
			],
			['carol', 1, { comment: '24 ms!' }],
		],
	},
	{
		by: 'dave',
		on: '2024-03-01 08:40',
		title: 'Search',
		text: 'I would like to find a word.',
		actions: [
			['ana', 1, { labels: ['wish'], status: 'confirmed', assign: 'ana' }],
			['ana', 36, { status: 'resolved', resolution: 'implemented', comment: 'Ctrl-F.' }],
		],
	},
	{
		by: 'dave',
		on: '2024-03-02 09:00',
		title: 'How do I quit?',
		text: 'Asking for a friend.',
		actions: [
			['bob', 0, { comment: 'Ctrl-Q.' }],
			[
				'ana',
				0,
				{
					labels: ['question'],
					status: 'resolved',
					resolution: 'invalid',
					comment:
						'It is in the README. But since the question is the oldest one there is: it should be on the screen, see #5.',
				},
			],
		],
	},
	{
		by: 'ana',
		on: '2024-03-02 18:50',
		title: 'Show the keys for saving and quitting somewhere',
		text: 'In the last row, until the first key is pressed. See #4.',
		actions: [
			['ana', 0, { labels: ['wish', 'good first patch'] }],
			['carol', 200, { comment: 'Not everybody will love a row less.' }],
		],
	},
	wrapping,
	{
		by: 'gopher',
		on: '2024-03-20 12:00',
		title: 'Imported: crash when the terminal has 0 columns',
		text: 'Moved here from the old tracker. On a serial console `TIOCGWINSZ` gives 0 by 0.',
		actions: [
			['gopher', 0, { comment: 'Old comment: happens with `screen /dev/ttyS0 9600`.' }],
			['ana', 4, { status: 'confirmed', labels: ['bug', 'terminal'] }],
			[
				'bob',
				190,
				{ status: 'resolved', resolution: 'fixed', comment: 'What cannot be asked is 24 by 80 now.' },
			],
		],
	},
	{
		by: 'bob',
		on: '2024-03-24 21:10',
		title: 'make install ignores MANPREFIX',
		actions: [
			[
				'ana',
				1,
				{
					status: 'resolved',
					resolution: 'by_design',
					comment: 'One PREFIX is enough for one binary and one page.',
				},
			],
		],
	},
	{
		by: 'carol',
		on: '2024-04-02 17:33',
		title: 'Ctrl-Q throws changes away without asking',
		text: 'I lost a shopping list. Ctrl-W and Ctrl-Q are neighbours.',
		actions: [
			['bob', 0, { comment: 'Me too, though it was a thesis.' }],
			['ana', 1, { labels: ['bug'], status: 'confirmed' }],
			[
				'ana',
				627,
				{
					status: 'resolved',
					resolution: 'implemented',
					comment: 'Pressing it twice quits. There is no question to answer.',
				},
			],
		],
	},
	{
		by: 'jürgen',
		on: '2024-05-03 23:12',
		title: 'CFLAGS of the environment are overwritten',
		text: '    $ CFLAGS=-Os make\n    cc -std=c99 -Wall -Wextra -O2 ...',
		actions: [
			[
				'ana',
				2,
				{
					status: 'resolved',
					resolution: 'fixed',
					labels: ['bug'],
					comment: 'Your patch is applied, thanks.',
				},
			],
		],
	},
	{
		by: 'dave',
		on: '2024-05-10 12:12',
		title: 'Undo takes back single letters',
		text: 'Taking back a sentence needs as many keys as writing it.',
		actions: [['ana', 1, { status: 'resolved', resolution: 'implemented', labels: ['undo'] }]],
	},
	{
		by: 'dave',
		on: '2024-05-10 12:20',
		title: 'Undo is too fine-grained',
		text: 'Sorry, sent before I had finished writing the first one.',
		actions: [['ana', 1, { status: 'resolved', resolution: 'duplicate', comment: 'Same as #11.' }]],
	},
	{
		by: 'meiling',
		on: '2024-06-20 09:05',
		title: '中文 file names in the manual page',
		text: 'The page says that any name works. Please give an example: `editor 筆記.txt` works, I tried.',
		actions: [['carol', 1, { labels: ['documentation', 'good first patch', 'unicode'] }]],
	},
	{
		by: 'bob',
		on: '2024-08-30 18:44',
		title: 'Ctrl-Z after running out of memory deletes text',
		text: 'With `ulimit -v 20000`:\n\n1. open tests/texts/long.log\n2. delete a large part until malloc() fails\n3. Ctrl-Z\n\nText that I never touched disappears.\n\n```\n==812== Invalid write of size 8\n==812==    at buffer_delete (buffer.c:71)\n==812==    by undo_back (undo.c:49)\n```',
		actions: [
			[
				'ana',
				1,
				{
					labels: ['bug', 'undo'],
					comment: 'I can see how. `undo_removed` leaves the change on the stack.',
					status: 'confirmed',
					assign: 'ana',
				},
			],
			['ana', 162, { status: 'resolved', resolution: 'fixed', comment: 'Fixed on master and in 2.4.1.' }],
		],
	},
	{
		by: 'eve',
		on: '2024-09-01 01:15',
		title: 'Please support Windows natively',
		actions: [
			['bob', 0, { comment: 'It works in WSL.' }],
			['ana', 0, { status: 'resolved', resolution: 'wont_fix', labels: ['wish'] }],
			['eve', 1, { comment: 'What a pity.' }],
		],
	},
	{
		by: 'carol',
		on: '2024-09-03 20:20',
		title: 'Window does not follow the size of the terminal',
		actions: [
			['bob', 2, { assign: 'bob', status: 'in_progress', labels: ['bug', 'terminal'] }],
			['bob', 17, { status: 'resolved', resolution: 'fixed' }],
		],
	},
	{
		by: 'jürgen',
		on: '2024-10-12 16:30',
		title: 'The cursor stops inside of ü',
		text: 'Type `für`, press left twice, type `x`: the file is not UTF-8 any more.\n\n```\n$ xxd f\n00000000: 66c3 78bc 72                             f.x.r\n```',
		actions: [
			['ana', 1, { labels: ['bug', 'unicode'], status: 'confirmed' }],
			['jürgen', 245, { comment: 'Two patches are on the list.' }],
			['ana', 253, { status: 'resolved', resolution: 'fixed', comment: 'Applied.' }],
		],
	},
	{
		by: 'dave',
		on: '2024-10-20 14:00',
		title: 'Screen flickers over ssh',
		text: 'Every key clears the whole screen.',
		actions: [
			[
				'bob',
				1,
				{
					labels: ['bug', 'terminal'],
					comment: 'It needs to remember what is on the screen. Some 50 lines.',
				},
			],
			['ana', 2, { status: 'confirmed', assign: 'bob' }],
			['bob', 420, { comment: 'I do not find the time.' }],
			['ana', 421, { unassign: 'bob', labels: ['bug', 'terminal', 'good first patch'] }],
		],
	},
	{
		by: 'bob',
		on: '2024-11-02 11:00',
		title: '--version',
		actions: [['bob', 14, { status: 'resolved', resolution: 'implemented' }]],
	},
	{
		by: 'eve',
		on: '2024-11-23 03:33',
		title: 'Editor beeps',
		text: 'When I press Escape three times.',
		actions: [
			['carol', 1, { labels: ['needs info'], comment: 'The editor never writes a \\a. Which terminal?' }],
			['eve', 2, { comment: 'A real one. VT220.' }],
			[
				'bob',
				3,
				{
					status: 'resolved',
					resolution: 'not_our_bug',
					labels: ['terminal'],
					comment: 'Then it is the keyboard: Set-Up, Keyboard, Margin Bell. I have the same one.',
				},
			],
		],
	},
];
