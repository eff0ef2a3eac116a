import type { Name } from '../material/people.ts';

/** The author, the number of the mail in the thread that they reply to, and the text. */
export type Post = readonly [Name, number, string];

/** The longest thread of the list. Its first mail is not a reply. */
export const noSettings: { readonly subject: string; readonly on: string; readonly posts: readonly Post[] } =
	{
		subject: 'What the editor is not',
		on: '2025-05-10 10:00',
		posts: [
			[
				'ana',
				-1,
				'There are five wishes on the tracker that come down to a configuration file. Before I close or keep them I would like to hear what people think.\n\nMy view: no settings means that the editor is the same on every machine I log in to. That is worth more to me than any single setting.',
			],
			[
				'bob',
				0,
				"Agreed in general. But the width of a tab is not taste. In a Makefile I want 8, in somebody else's Python it is unreadable.",
			],
			['carol', 0, 'What about the environment? EDITOR_TABS=4 is no file and no parser.'],
			[
				'ana',
				2,
				'It is a setting by another name. It would have to be documented, tested, and asked about in every bug report.',
			],
			['carol', 3, 'True. Still cheaper than a file.'],
			['bob', 3, 'One question in a bug report is fine. We ask for $TERM already.'],
			[
				'jürgen',
				1,
				'.editorconfig exists, and it answers exactly the question of tabs. It belongs to the text and not to the person.',
			],
			[
				'ana',
				6,
				'I had not thought of that. It does change the argument: the same file looks the same for everybody.',
			],
			[
				'priya',
				6,
				'It is 200 lines of C to read it properly: globs with braces, sections, "root = true" and walking up the folders.',
			],
			['jürgen', 8, 'Or 40, if we only know indent_style and tab_width, and only * and *.ext as globs.'],
			['priya', 9, 'Then people will file bugs that [*.{c,h}] does not work.'],
			['bob', 9, '+1 for the 40 lines.'],
			[
				'carol',
				10,
				'Braces are five lines more. I have written them often enough:\n\n    static int glob(const char *p, const char *s);\n\nwith a recursive call for each alternative.',
			],
			['ana', 9, 'If somebody sends 60 lines or fewer, with tests, I will look at it with an open mind.'],
			[
				'meiling',
				0,
				'A user here, not a developer. I use the editor because I could show it to my students in one minute. With a file of settings their screens would all be different.',
			],
			['ana', 14, 'Thank you. This is the kind of mail that I hoped for.'],
			['søren', 14, 'Same for me, with my parents instead of students.'],
			[
				'dave',
				0,
				'What about colours? I would not ask for a choice of colours, only for none. NO_COLOR is a convention by now.',
			],
			['bob', 17, 'We have no colours.'],
			['dave', 18, 'Then that was easy.'],
			['carol', 17, 'If ~ana/editor#31 ever comes, it should look at NO_COLOR from the first day.'],
			['eve', 0, 'Every editor that I know began like this and has a configuration language today.'],
			['ana', 21, 'Those that did not are still here, too. ed, for one.'],
			['bob', 22, '?'],
			['carol', 23, '(For the younger ones: this is all that ed says about a mistake.)'],
			['søren', 21, 'Is it not simply that those who want less do not write mails?'],
			['jürgen', 25, 'I do!'],
			[
				'priya',
				0,
				'Key bindings are the other half of the five wishes. On a German keyboard Ctrl-Z is where Ctrl-Y is on mine, and on some terminals Ctrl-S stops the output.',
			],
			[
				'bob',
				27,
				'The second one is IXON, and we switch that off. If it stops all the same, it is screen(1) in between.',
			],
			['priya', 28, 'It is screen. Sorry for the noise.'],
			[
				'jürgen',
				27,
				'On a German keyboard Ctrl-Z works where the Z is. I never noticed that this could be a problem.',
			],
			[
				'ana',
				27,
				'Keys stay as they are. A patch that makes them depend on anything will not go in, so please nobody spend a weekend on it.',
			],
			['carol', 31, 'Could you put that into the README? "What the editor is not" would be a good title.'],
			['ana', 32, "I will. With tabs still open, see Jürgen's mail."],
			['meiling', 31, 'As a teacher: thank you.'],
			[
				'bob',
				33,
				'For the record, I counted: of the five wishes two are keys, one is tabs, one is colours that we do not have, and one is the location of the temporary file, which is a bug.',
			],
			['ana', 35, 'The last one is #22. I have closed the two about keys, and kept tabs.'],
			['jürgen', 36, 'I will try the 60 lines next month.'],
			[
				'ana',
				37,
				'No hurry. And thanks to all, this was the most pleasant long thread that I have seen on a list about an editor.',
			],
			['eve', 38, 'Nobody has mentioned Emacs, that is why.'],
		],
	};

/** A short thread. */
export interface Thread {
	readonly subject: string;
	readonly on: string;
	readonly posts: readonly Post[];
}

export const threads: readonly Thread[] = [
	{
		subject: 'Moving here',
		on: '2024-02-18 18:00',
		posts: [
			[
				'ana',
				-1,
				'The editor has a new home. This list is for questions and patches, ~ana/editor-announce for new versions, and the tracker for bugs.\n\nPlease send patches with git send-email; https://git-send-email.io shows how.',
			],
			['bob', 0, 'Subscribed. Nice and quiet here.'],
		],
	},
	{
		subject: 'Is there a package for Alpine?',
		on: '2024-08-14 09:12',
		posts: [
			[
				'dave',
				-1,
				'The build file uses alpine/edge, but I cannot find a package there. Have I overlooked it?',
			],
			[
				'bob',
				0,
				'There is none yet. The APKBUILD is short; if you send it to aports I will review it there.',
			],
			['dave', 1, 'Done: it is in testing. The name "editor" was free, to my surprise.'],
		],
	},
	{
		subject: 'Tests fail on OpenBSD',
		on: '2025-03-15 20:30',
		posts: [
			[
				'jürgen',
				-1,
				'tests/run.sh says\n\n    buffer_test.c:1:20: fatal error: assert.h: No such file\n\non a system without the comp set. My fault, but a line in the README would have saved me an hour.',
			],
			['carol', 0, 'Or a check in run.sh. Which one do you prefer?'],
			['jürgen', 1, 'The README. A script that checks for everything is longer than what it runs.'],
		],
	},
];

/** Announcements of new versions. */
export const announcements: readonly Thread[] = [
	{
		subject: 'editor 2.3.0',
		on: '2024-08-11 18:30',
		posts: [
			[
				'ana',
				-1,
				'Version 2.3.0 is there. Ctrl-Z takes typing back word by word, Ctrl-F finds, and there is a make install.\n\n    git clone https://git.example.org/~ana/editor\n    git checkout 2.3.0\n\nThanks to Bob, Carol and Jürgen.',
			],
		],
	},
	{
		subject: 'editor 2.4.0',
		on: '2025-01-18 12:30',
		posts: [
			[
				'ana',
				-1,
				'Version 2.4.0 is there. Searching does not mind capitals, the window follows the size of the terminal, and --version tells the version.\n\nThanks to Bob, Carol and Søren.',
			],
		],
	},
	{
		subject: 'editor 2.4.1: please update',
		on: '2025-02-09 18:30',
		posts: [
			[
				'ana',
				-1,
				'Version 2.4.1 mends one bug that could destroy text: after memory had run out, Ctrl-Z deleted what it should have put back (~ana/editor#14).\n\nIf you edit large files on small machines, please update.',
			],
		],
	},
];

/** From a mailer that sends only ASCII. */
export const oldMail = {
	on: '2025-08-20 21:14',
	subject: '=?ISO-8859-1?Q?Tastaturen_p=E5_en_Mac?=',
	headers: {
		'Content-Type': 'text/plain; charset=ISO-8859-1; format=flowed',
		'Content-Transfer-Encoding': 'quoted-printable',
	},
	body: "Is there anybody who uses the editor on a Mac? The keys next to '=E6' and '=\n=F8' send sequences that I have never seen, such as ESC [ 1 ; 9 A.\n\nMed venlig hilsen\nS=F8ren\n",
} as const;
