import { insertAfter, replace, type Step } from '../material/history-stream.ts';
import { people } from '../material/people.ts';
import { yellowIcon } from './files.ts';
import { patch } from './patch.ts';
import { regex } from './patterns.ts';
import { wrapFirst, wrapSecond, wrapThird } from './wrapping.ts';

const { ana, bob, carol, dave, eve, jürgen, meiling, priya, søren } = people;

const ctrlZ = [
	patch(meiling, '2025-04-12 09:31', 'README: say what Ctrl-Z takes back\n', {
		'README.md': replace(['Ctrl-Z takes back. The rest', 'Ctrl-Z takes the last change back. The rest']),
	}),
];

const characters = [
	patch(
		jürgen,
		'2025-06-14 17:20',
		'utf8: how long a character is\n\nOnly what moving the cursor takes; no tables, no locale. What is not UTF-8\ncounts as characters of one byte, so latin-1 files stay usable.\n',
		{
			'src/utf8.h': `#ifndef UTF8_H
#define UTF8_H

#include <stddef.h>

size_t utf8_next(const char *text, size_t length, size_t at);
size_t utf8_before(const char *text, size_t at);

#endif
`,
			'src/utf8.c': `#include "utf8.h"

static int continues(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Where the character after this one begins. */
size_t utf8_next(const char *text, size_t length, size_t at)
{
	if (at < length)
		at++;
	while (at < length && continues(text[at]))
		at++;
	return at;
}

/* Where the character before this place begins. */
size_t utf8_before(const char *text, size_t at)
{
	if (at > 0)
		at--;
	while (at > 0 && continues(text[at]))
		at--;
	return at;
}
`,
			Makefile: replace(
				['src/undo.o src/search.o\n', 'src/undo.o src/search.o src/utf8.o\n'],
				['src/search.o: ', 'src/utf8.o: src/utf8.h\nsrc/search.o: '],
			),
		},
	),
	patch(
		jürgen,
		'2025-06-14 17:48',
		'main: the cursor moves by characters\n\nFixes: https://trackers.example.org/~ana/editor/17\n',
		{
			'src/main.c': replace(
				['#include "undo.h"\n', '#include "undo.h"\n#include "utf8.h"\n'],
				['		if (cursor > 0)\n			cursor--;\n', '		cursor = utf8_before(text.text, cursor);\n'],
				[
					'		if (cursor < text.length)\n			cursor++;\n',
					'		cursor = utf8_next(text.text, text.length, cursor);\n',
				],
			),
		},
	),
];

/** Made before master changed saving. */
const savedBytes = [
	patch(
		dave,
		'2025-08-02 12:17',
		'buffer: sync before the file is closed\n\nMy laptop lost power a second after Ctrl-S, and with it an evening of notes.\n',
		{
			'src/buffer.c': replace(
				['#include <sys/stat.h>\n', '#include <sys/stat.h>\n#include <unistd.h>\n'],
				[
					'		fclose(f);\n		return -1;\n	}\n	b->changed = 0;\n	return fclose(f);\n}\n\nint buffer_insert',
					'		fclose(f);\n		return -1;\n	}\n	fsync(fileno(f));\n	b->changed = 0;\n	return fclose(f);\n}\n\nint buffer_insert',
				],
			),
		},
	),
];

const oneKey = '	if (c[0] != 27)\n		return c[0];\n';

const escapeKey = (on: string, why: string, change: (text: string) => string) => [
	patch(bob, on, `term: Escape alone does not wait for two more keys\n\n${why}`, { 'src/term.c': change }),
];

const escapeFirst = escapeKey(
	'2025-09-27 18:08',
	'Terminals send a sequence in one go, so 50 ms are plenty.\n',
	replace(
		['	unsigned char c[4];\n', '	unsigned char c[4];\n	int waiting = 0;\n'],
		[
			oneKey,
			`${oneKey}	usleep(50000);\n	if (ioctl(STDIN_FILENO, FIONREAD, &waiting) < 0 || waiting == 0)\n		return 27;\n`,
		],
	),
);

const escapeSecond = escapeKey(
	'2025-10-04 10:22',
	'poll() waits as long as it must, and not when there is something to read.\n',
	replace(
		['#include <stdlib.h>\n', '#include <poll.h>\n#include <stdlib.h>\n'],
		['	unsigned char c[4];\n', '	unsigned char c[4];\n	struct pollfd in = { STDIN_FILENO, POLLIN, 0 };\n'],
		[oneKey, `${oneKey}	if (poll(&in, 1, 50) == 0)\n		return 27;\n`],
	),
);

const filter = [
	patch(
		priya,
		'2026-01-24 11:15',
		'Send the text through a command with Ctrl-P\n\nOnly a sketch: no undo, no error messages, and the command is fixed. Is this\nsomething that the editor should do at all?\n',
		{
			'src/filter.c': `#include <stdio.h>

#include "buffer.h"

/* The text becomes what the command makes of the file. */
int filter(struct buffer *b, const char *command)
{
	char chunk[4096];
	size_t n;
	FILE *f = popen(command, "r");

	if (!f)
		return -1;
	buffer_delete(b, 0, b->length);
	while ((n = fread(chunk, 1, sizeof(chunk), f)) > 0)
		if (buffer_insert(b, b->length, chunk, n) < 0)
			break;
	return pclose(f);
}
`,
		},
	),
];

const yellow = [
	patch(
		carol,
		'2026-01-17 10:00',
		'doc: an icon that can be seen in the dark\n\nThe blue stroke was hardly visible in a dark panel.\n',
		{
			'doc/images/icon.png': yellowIcon,
		},
	),
];

const danish = [
	patch(søren, '2026-02-01 19:10', 'doc: flere taster på dansk\n', {
		'doc/da/hurtigt-i-gang.md': insertAfter('afslutter.\n', '- Ctrl-F søger, Ctrl-Z fortryder.\n'),
	}),
	patch(søren, '2026-02-01 19:20', 'doc: en dansk ordliste\n', {
		'doc/da/ordliste.md': '# Ordliste\n\n- *undo*: fortryd\n- *buffer*: buffer\n- *search*: søg\n',
	}),
	patch(søren, '2026-02-01 19:31', 'README: nævn den danske vejledning\n', {
		'README.md': insertAfter('is in\ndoc/keys.md.\n', '\nPå dansk: doc/da/hurtigt-i-gang.md\n'),
	}),
];

const ncurses = [
	patch(eve, '2025-12-13 23:59', 'term: use ncurses\n\nEverybody does.\n', {
		Makefile: replace([
			'$(CC) $(LDFLAGS) -o $@ $(OBJECTS)\n',
			'$(CC) $(LDFLAGS) -o $@ $(OBJECTS) -lncurses\n',
		]),
		'src/term.c': replace(['#include <stdlib.h>\n', '#include <ncurses.h>\n#include <stdlib.h>\n']),
	}),
];

const readOnly = [
	patch(
		priya,
		'2026-02-08 20:05',
		'main: --read-only\n\nFor looking at logs: nothing that is typed gets into the text.\n',
		{
			'src/main.c': replace(
				['static size_t cursor;\n', 'static size_t cursor;\nstatic int read_only;\n'],
				['static void type(char c)\n{\n', 'static void type(char c)\n{\n	if (read_only)\n		return;\n'],
				[
					'	if (argc != 2)\n		usage();\n',
					'	if (argc == 3 && strcmp(argv[1], "--read-only") == 0) {\n		read_only = 1;\n		argv++;\n		argc--;\n	}\n	if (argc != 2)\n		usage();\n',
				],
			),
		},
	),
];

/** As the reviews of the first version want it. */
const readOnlyAgain = [
	patch(
		priya,
		'2026-02-16 19:40',
		'main: --read-only\n\nFor looking at logs: nothing that is typed gets into the text, and nothing is\nsaved. Options can stand in any order.\n',
		{
			'src/main.c': replace(
				['static size_t cursor;\n', 'static size_t cursor;\nstatic int read_only;\n'],
				['static void type(char c)\n{\n', 'static void type(char c)\n{\n	if (read_only)\n		return;\n'],
				[
					"	switch (key) {\n	case 's' - 96:\n",
					"	if (read_only && (key == 's' - 96 || key == 'z' - 96))\n		return;\n	switch (key) {\n	case 's' - 96:\n",
				],
				[
					'	if (argc != 2)\n		usage();\n	path = argv[1];\n	if (strcmp(path, "--version") == 0) {\n		puts("editor " VERSION);\n		return 0;\n	}\n',
					'	for (; argc > 1 && strncmp(argv[1], "--", 2) == 0; argv++, argc--) {\n		if (strcmp(argv[1], "--version") == 0) {\n			puts("editor " VERSION);\n			return 0;\n		}\n		if (strcmp(argv[1], "--read-only") != 0)\n			usage();\n		read_only = 1;\n	}\n	if (argc != 2)\n		usage();\n	path = argv[1];\n',
				],
			),
		},
	),
];

/** For the release: a fix that master received after it. */
const pagesAgain = [
	patch(
		bob,
		'2026-02-14 12:12',
		'term: three bytes are enough for an arrow\n\nA read of two bytes waits for the second when a terminal sends them apart.\n',
		{
			'src/term.c': replace([
				'	if (read(STDIN_FILENO, c + 1, 2) != 2)\n		return 27;\n',
				'	if (read(STDIN_FILENO, c + 1, 1) != 1)\n		return 27;\n	if (read(STDIN_FILENO, c + 2, 1) != 1)\n		return 27;\n',
			]),
		},
	),
];

/** All commits sent to the list, by topic. */
export const topics = {
	ctrlZ,
	characters,
	savedBytes,
	escapeFirst,
	escapeSecond,
	wrapFirst,
	wrapSecond,
	wrapThird,
	regex,
	filter,
	yellow,
	danish,
	ncurses,
	readOnly,
	readOnlyAgain,
	pagesAgain,
};

/** The steps as the maintainer commits them to a branch. */
export const applied = (steps: readonly Step[], committed: string): readonly Step[] =>
	steps.map((step) => ({ ...step, committer: ana, committed }));
