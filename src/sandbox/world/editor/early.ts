import { insertAfter, replace, type Step } from '../material/history-stream.ts';
import { people } from '../material/people.ts';
import * as code from './code.ts';
import { icon, longLog, oddNames, terminalDump } from './files.ts';
import * as texts from './texts.ts';

const { ana, bob, carol, jürgen } = people;

const version = (from: string, to: string) => replace([`VERSION = ${from}`, `VERSION = ${to}`]);

/** From the first commit to version 2.3.0. */
export const early: readonly Step[] = [
	{
		by: ana,
		on: '2024-02-17 11:20',
		message:
			'Begin again: read a file and show it\n\nThe history before 2.2.0 was kept in another system and is not worth moving.\n',
		files: {
			'README.md': texts.readme,
			COPYING: texts.copying,
			Makefile: texts.makefile,
			'src/buffer.h': code.bufferHeader,
			'src/buffer.c': code.buffer,
			'src/main.c': code.main,
		},
	},
	{
		by: ana,
		on: '2024-02-18 16:02',
		message:
			'term: raw mode, and keys one at a time\n\natexit() puts the terminal back even if we leave through usage().\n',
		files: {
			'src/term.h': code.termHeader,
			'src/term.c': code.term,
			Makefile: replace(
				['src/main.o src/buffer.o\n', 'src/main.o src/buffer.o src/term.o\n'],
				['src/main.o: src/buffer.h\n', 'src/main.o: src/buffer.h src/term.h\nsrc/term.o: src/term.h\n'],
			),
			'src/main.c': replace(
				['#include "buffer.h"\n', '#include "buffer.h"\n#include "term.h"\n'],
				[
					'static struct buffer text;\n',
					String.raw`static struct buffer text;
static struct term term;
static size_t cursor;

static void draw(void)
{
	size_t from = 0;
	size_t at;
	int row = 0;

	printf("\033[2J\033[H");
	for (at = 0; at < text.length && row < term.rows; at++) {
		if (text.text[at] != '\n')
			continue;
		fwrite(text.text + from, 1, at - from, stdout);
		printf("\r\n");
		from = at + 1;
		row++;
	}
	fflush(stdout);
}
`,
				],
				[
					'	fwrite(text.text, 1, text.length, stdout);\n',
					`	if (term_start(&term) < 0) {
		perror("terminal");
		return 1;
	}
	for (;;) {
		int key;

		draw();
		key = term_key();
		if (key == 'q' - 96)
			break;
	}
`,
				],
			),
		},
	},
	{
		by: ana,
		on: '2024-02-24 10:41',
		message:
			'buffer: grow by doubling\n\nLoading a log of 3 MB took eleven seconds, most of them in realloc().\n',
		files: {
			'src/buffer.c': replace([
				'	if (room <= b->room)\n		return 0;\n',
				'	if (room <= b->room)\n		return 0;\n	if (room < 2 * b->room)\n		room = 2 * b->room;\n',
			]),
		},
	},
	{
		by: ana,
		on: '2024-03-02 18:30',
		message: 'Type text, and save it with Ctrl-S\n',
		files: {
			'src/buffer.h': insertAfter(
				'int buffer_load(struct buffer *b, const char *path);\n',
				'int buffer_save(struct buffer *b, const char *path);\n',
			),
			'src/buffer.c': replace([
				'int buffer_insert(',
				`int buffer_save(struct buffer *b, const char *path)
{
	FILE *f = fopen(path, "wb");

	if (!f)
		return -1;
	if (fwrite(b->text, 1, b->length, f) != b->length) {
		fclose(f);
		return -1;
	}
	b->changed = 0;
	return fclose(f);
}

int buffer_insert(`,
			]),
			'src/main.c': replace(
				[
					"		if (key == 'q' - 96)\n			break;\n",
					"		if (key == 'q' - 96)\n			break;\n		handle(key, path);\n",
				],
				[
					'int main(',
					String.raw`static void type(char c)
{
	if (buffer_insert(&text, cursor, &c, 1) == 0)
		cursor++;
}

static void handle(int key, const char *path)
{
	switch (key) {
	case 's' - 96:
		if (buffer_save(&text, path) < 0)
			perror(path);
		break;
	case KEY_LEFT:
		if (cursor > 0)
			cursor--;
		break;
	case KEY_RIGHT:
		if (cursor < text.length)
			cursor++;
		break;
	case '\r':
		type('\n');
		break;
	default:
		if (key >= 32 && key < 256)
			type((char)key);
	}
}

int main(`,
				],
			),
		},
	},
	{
		by: ana,
		on: '2024-03-09 09:15',
		message: 'undo: take changes back, one at a time\n',
		files: {
			'src/undo.h': code.undoHeader,
			'src/undo.c': code.undo,
			Makefile: replace(
				['src/buffer.o src/term.o\n', 'src/buffer.o src/term.o src/undo.o\n'],
				[
					'src/main.o: src/buffer.h src/term.h\n',
					'src/main.o: src/buffer.h src/term.h src/undo.h\nsrc/undo.o: src/undo.h src/buffer.h\n',
				],
			),
			'src/main.c': replace(
				['#include "term.h"\n', '#include "term.h"\n#include "undo.h"\n'],
				[
					'&c, 1) == 0)\n		cursor++;\n',
					'&c, 1) < 0)\n		return;\n	undo_inserted(cursor, 1);\n	cursor++;\n',
				],
				[
					'	case KEY_LEFT:\n',
					"	case 'z' - 96:\n		if (undo_back(&text) && cursor > text.length)\n			cursor = text.length;\n		break;\n	case KEY_LEFT:\n",
				],
			),
		},
	},
	{
		by: bob,
		on: '2024-03-16 20:44',
		message: 'Makefile: install, with DESTDIR and PREFIX\n\nPackagers need both.\n',
		files: {
			Makefile: replace(
				['CC = cc\n', 'PREFIX = /usr/local\nCC = cc\n'],
				[
					'clean:\n',
					'install: editor\n	mkdir -p $(DESTDIR)$(PREFIX)/bin\n	cp editor $(DESTDIR)$(PREFIX)/bin/editor\n\nclean:\n',
				],
				['.PHONY: clean', '.PHONY: install clean'],
			),
		},
	},
	{
		by: bob,
		on: '2024-03-23 14:10',
		message: 'doc: a table of the keys\n',
		files: { 'doc/keys.md': texts.keys },
	},
	{
		by: ana,
		on: '2024-04-06 12:00',
		message:
			'search: find a plain text with Ctrl-F\n\nImplements: https://trackers.example.org/~ana/editor/3\n',
		files: {
			'src/search.h': code.searchHeader,
			'src/search.c': code.search,
			Makefile: replace(
				['src/term.o src/undo.o\n', 'src/term.o src/undo.o src/search.o\n'],
				['src/undo.o: ', 'src/search.o: src/search.h src/buffer.h\nsrc/undo.o: '],
			),
		},
	},
	{
		by: carol,
		on: '2024-04-13 21:37',
		message: 'tests: a script that builds and runs them, and one for the buffer\n',
		files: {
			'tests/buffer_test.c': code.bufferTest,
			'tests/run.sh': { mode: '100755', content: texts.testScript },
			Makefile: replace(
				['clean:\n', 'check:\n	tests/run.sh\n\nclean:\n'],
				['.PHONY: install clean', '.PHONY: check install clean'],
			),
		},
	},
	{
		by: carol,
		on: '2024-04-14 10:05',
		message: 'Build and test every push\n',
		files: {
			'.build.yml':
				'image: alpine/edge\npackages:\n  - build-base\nsources:\n  - https://git.example.org/~ana/editor\ntasks:\n  - build: make -C editor\n  - check: make -C editor check\n',
			'.gitignore': '*.o\n/editor\n',
		},
	},
	{
		by: jürgen,
		on: '2024-05-04 08:52',
		committer: ana,
		committed: '2024-05-05 19:20',
		message:
			'Makefile: CFLAGS of the surroundings win\n\nGentoo and others set them. What we cannot do without moves to a variable\nof its own.\n',
		files: {
			Makefile: replace(
				['CFLAGS = -std=gnu99 -Wall -Wextra -O2\n', 'CFLAGS ?= -O2\nFLAGS = -std=gnu99 -Wall -Wextra\n'],
				['clean:\n', '.c.o:\n	$(CC) $(FLAGS) $(CFLAGS) -c -o $@ $<\n\nclean:\n'],
			),
		},
	},
	{
		by: ana,
		on: '2024-05-11 17:25',
		message:
			"undo: typing is one change until the cursor moves\n\nTaking back a word letter by letter was nobody's wish.\n",
		files: {
			'src/undo.c': replace([
				'	push(at, n);\n',
				'	if (newest && !newest->removed && newest->at + newest->n == at) {\n		newest->n += n;\n		return;\n	}\n	push(at, n);\n',
			]),
		},
	},
	{
		by: ana,
		on: '2024-06-08 11:11',
		message: 'doc: a manual page\n',
		files: {
			'doc/editor.1': texts.manual,
			Makefile: replace([
				'$(PREFIX)/bin/editor\n',
				'$(PREFIX)/bin/editor\n	mkdir -p $(DESTDIR)$(PREFIX)/share/man/man1\n	cp doc/editor.1 $(DESTDIR)$(PREFIX)/share/man/man1/editor.1\n',
			]),
		},
	},
	{
		by: carol,
		on: '2024-06-29 15:48',
		message:
			'tests: texts and names that other editors stumble over\n\nLine ends of two bytes, an encoding that is not UTF-8, and names that need\nquotes in a shell.\n',
		files: {
			'tests/texts/windows.txt': texts.windowsNotes,
			'tests/texts/latin-1.csv': { mode: '100644', content: texts.latin },
			'tests/texts/empty.txt': '',
			'tests/texts/no-newline.txt': 'The last line does not end',
			...oddNames,
		},
	},
	{
		by: carol,
		on: '2024-07-02 22:06',
		message: 'tests: a log of 3 MB\n',
		files: { 'tests/texts/long.log': longLog },
	},
	{
		by: bob,
		on: '2024-07-20 13:33',
		message: 'An icon, and the dump of a terminal for the tests\n',
		files: { 'doc/images/icon.png': icon, 'tests/texts/terminal.dump': terminalDump },
	},
	{
		by: ana,
		on: '2024-08-10 09:40',
		message: 'Take the widths of characters from wcwidth9\n',
		files: {
			'.gitmodules':
				'[submodule "vendor/wcwidth9"]\n	path = vendor/wcwidth9\n	url = https://git.example.org/~bob/wcwidth9\n',
			'vendor/wcwidth9': { mode: '160000', content: '7c9d2f1a5be84c03d6aa1f0e9b37c2548d61f0a3' },
		},
	},
	{
		by: ana,
		on: '2024-08-11 18:00',
		message: 'Version 2.3.0\n',
		files: {
			Makefile: version('2.2.0', '2.3.0'),
			'doc/NEWS':
				'2.3.0, August 2024\n- Ctrl-Z takes typing back word by word\n- Ctrl-F finds\n- make install\n',
			NEWS: { mode: '120000', content: 'doc/NEWS' },
		},
	},
];
