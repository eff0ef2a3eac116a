import type { LabelName, Ticket } from './ticket.ts';

/** Two users who keep replacing each other's label. */
const contestedLabels: readonly LabelName[] = ['bug', 'wish'];
const labelDispute = Array.from({ length: 16 }, (_, at): NonNullable<Ticket['actions']>[number] => [
	at % 2 === 0 ? 'ana' : 'bob',
	1 + at / 8,
	{ labels: [contestedLabels[at % 2] ?? 'bug'] },
]);

/** The tickets after the first year, from number 21 on. */
export const laterTickets: readonly Ticket[] = [
	{
		by: 'carol',
		on: '2025-01-20 19:19',
		title: 'Search does not begin again at the top',
		actions: [['ana', 1, { labels: ['wish', 'good first patch'] }]],
	},
	{
		by: 'jürgen',
		on: '2025-01-25 13:50',
		title: 'A full disk leaves an empty file',
		text: '```sh\nmount -t tmpfs -o size=64k none /mnt\neditor /mnt/x   # paste 100 kB, Ctrl-S\n```\n\nThe old content is gone. With NFS and a quota it is the same.',
		actions: [
			[
				'ana',
				0,
				{ labels: ['bug'], status: 'confirmed', comment: 'Bad. It should write beside the file and rename.' },
			],
			['bob', 1, { comment: 'Mind links: rename() replaces a symlink by a file.' }],
			['ana', 1, { comment: 'Right. realpath() first?' }],
			[
				'ana',
				224,
				{ assign: 'ana', status: 'resolved', resolution: 'fixed', comment: 'Done; for links see #48.' },
			],
		],
	},
	{
		by: 'dave',
		on: '2025-01-30 10:10',
		title: 'Colours for C',
		actions: [
			[
				'ana',
				1,
				{ status: 'resolved', resolution: 'wont_fix', labels: ['wish'], comment: 'Not in this editor.' },
			],
		],
	},
	{
		by: 'bob',
		on: '2025-02-02 17:00',
		title: 'Tests do not clean up /tmp',
		actions: [['carol', 1, { assign: 'carol', status: 'in_progress' }]],
	},
	{
		by: 'eve',
		on: '2025-02-11 02:22',
		title:
			'After the update to 2.4.1 the arrow keys insert [A, [B, [C and [D into my text whenever I hold them down for longer than about two seconds while I am connected with ssh through two other machines over a line that loses about one packet in twenty, but never when I sit in front of the machine itself',
		text: 'See the title.',
		actions: [
			[
				'bob',
				0,
				{
					comment: 'A sequence that arrives in two pieces: `read()` gets the ESC alone.',
					labels: ['bug', 'terminal', 'regression'],
				},
			],
			[
				'ana',
				1,
				{
					labels: ['bug', 'terminal'],
					status: 'confirmed',
					comment: 'Not a regression, 2.4.0 has it as well. Still a bug.',
				},
			],
			['bob', 368, { status: 'pending', comment: 'A patch for release/2.4 is on the list.' }],
		],
	},
	{
		by: 'carol',
		on: '2025-02-15 21:45',
		title: 'Page up and page down',
		actions: [
			[
				'ana',
				15,
				{
					status: 'in_progress',
					comment: "The keys are read since Priya's patch. Nothing happens yet.",
					labels: ['wish'],
				},
			],
		],
	},
	{
		by: 'meiling',
		on: '2025-02-20 08:00',
		title: 'Wide characters shift the rest of the line',
		text: 'After each 漢字 the cursor is drawn one column too far left.',
		actions: [
			['carol', 1, { labels: ['bug', 'unicode'], status: 'confirmed', comment: 'Same root as in #6.' }],
		],
	},
	{
		by: 'gopher',
		on: '2025-03-01 12:00',
		title: 'Imported: spaces at the end of lines',
		text: 'Please remove them when saving.',
		actions: [
			[
				'ana',
				2,
				{
					status: 'resolved',
					resolution: 'by_design',
					comment: 'Markdown needs them. An editor should save what it shows.',
				},
			],
		],
	},
	{
		by: 'dave',
		on: '2025-03-05 19:30',
		title: 'editor without a name opens nothing',
		actions: [['ana', 1, { labels: ['question'], status: 'resolved', resolution: 'by_design' }]],
	},
	{
		by: 'bob',
		on: '2025-03-16 10:40',
		title: 'Say in the README what the tests need',
		text: 'From the list: on OpenBSD they need the comp set.',
		actions: [['ana', 1, { labels: ['documentation', 'good first patch'] }]],
	},
	{
		by: 'ana',
		on: '2025-04-06 11:00',
		title: 'Undo across runs',
		text: 'Close the file, open it tomorrow, Ctrl-Z. See `doc/design/2024/undo/tree/notes.md`.\n\n- [x] a form for the file\n- [x] writing\n- [ ] reading\n- [ ] a limit',
		actions: [
			['ana', 0, { labels: ['undo', 'wish'], assign: 'ana' }],
			['carol', 1, { comment: 'Where is it kept? Not beside the file, please.' }],
			['ana', 1, { comment: '`~/.local/state/editor`, as the manual page promises.' }],
			['bob', 3, { comment: 'Think of /etc/shadow: the history would hold what I removed.' }],
			['ana', 4, { comment: 'Files that others may not read get no history. ~carol, does that make sense?' }],
			['ana', 188, { status: 'in_progress', comment: 'Branch `feature/undo-file`.' }],
		],
	},
	{
		by: 'jürgen',
		on: '2025-04-20 15:15',
		title: 'Redo',
		actions: [
			[
				'ana',
				1,
				{
					labels: ['undo', 'wish'],
					status: 'confirmed',
					comment: 'Together with #31, they need the same tree.',
				},
			],
		],
	},
	{
		by: 'carol',
		on: '2025-05-01 12:30',
		title: 'Width of tabs',
		text: 'Eight is a lot for Python.',
		actions: [
			['jürgen', 10, { comment: '.editorconfig, see the list.' }],
			[
				'ana',
				12,
				{ labels: ['wish'], status: 'confirmed', comment: 'Kept after the long thread on the list.' },
			],
		],
	},
	{
		by: 'eve',
		on: '2025-05-02 04:04',
		title: 'Configurable keys',
		actions: [
			['ana', 12, { status: 'resolved', resolution: 'wont_fix', comment: 'See "What the editor is not".' }],
		],
	},
	{
		by: 'dave',
		on: '2025-05-03 09:20',
		title: 'Keys for a German keyboard',
		actions: [
			[
				'ana',
				11,
				{ status: 'resolved', resolution: 'duplicate', comment: 'Of #34, and with the same answer.' },
			],
		],
	},
	{
		by: 'bob',
		on: '2025-05-24 20:00',
		title: 'Is it a bug or a wish that Ctrl-S in an unchanged text writes the file?',
		text: 'It changes the time of the file, and make builds everything again.',
		actions: [
			...labelDispute,
			['carol', 4, { comment: 'Could we put a label "quarrel" on it?', status: 'confirmed' }],
		],
	},
	{
		by: 'carol',
		on: '2025-06-07 18:18',
		title: 'editor . shows an empty text',
		text: 'A directory should be refused.',
		actions: [['bob', 35, { status: 'resolved', resolution: 'fixed', labels: ['bug'] }]],
	},
	{
		by: 'jürgen',
		on: '2025-06-25 22:22',
		title: 'Combining accents count as characters',
		text: 'e + U+0301 takes two steps: é.',
		actions: [['ana', 2, { labels: ['unicode', 'bug'] }]],
	},
	{
		by: 'eve',
		on: '2025-07-04 05:00',
		title: 'Plugins in Lua',
		actions: [
			['ana', 0, { status: 'resolved', resolution: 'wont_fix' }],
			['eve', 0, { status: 'reported', comment: 'Hear me out: only 200 kB.' }],
			['ana', 1, { status: 'resolved', resolution: 'wont_fix', comment: 'The editor is 40.' }],
		],
	},
	{
		by: 'bob',
		on: '2025-07-19 16:45',
		title: 'Paste is slow',
		text: 'Pasting 10 kB draws the screen 10,000 times.',
		actions: [
			[
				'ana',
				1,
				{
					labels: ['bug', 'terminal'],
					status: 'confirmed',
					comment: 'Bracketed paste, or draw only when no key is waiting.',
				},
			],
			['bob', 80, { comment: 'poll() is there since the Escape patch. Ten lines now.' }],
		],
	},
];
