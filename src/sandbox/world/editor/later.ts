import { insertAfter, replace, type Step } from '../material/history-stream.ts';
import { people } from '../material/people.ts';
import { oddNamesElsewhere } from './files.ts';
import * as texts from './texts.ts';

const { ana, bob, carol, søren, priya } = people;

const version = (from: string, to: string) => replace([`VERSION = ${from}`, `VERSION = ${to}`]);

/** A merged branch. */
export const searchCase: readonly Step[] = [
	{
		by: carol,
		on: '2024-09-14 14:22',
		message:
			'search: small letters find capital ones, too\n\nAs in less(1): only if what is looked for has no capital itself.\n',
		files: {
			'src/search.c': replace(
				['#include <string.h>\n', '#include <ctype.h>\n#include <string.h>\n'],
				[
					'/* The next place',
					`static int has_capital(const char *what)
{
	for (; *what; what++)
		if (isupper((unsigned char)*what))
			return 1;
	return 0;
}

static int same(const char *text, const char *what, size_t n, int exact)
{
	size_t i;

	if (exact)
		return memcmp(text, what, n) == 0;
	for (i = 0; i < n; i++)
		if (tolower((unsigned char)text[i]) != what[i])
			return 0;
	return 1;
}

/* The next place`,
				],
				['	size_t at;\n', '	size_t at;\n	int exact = has_capital(what);\n'],
				[
					'memcmp(b->text + at, what, n) == 0)\n			return at',
					'same(b->text + at, what, n, exact))\n			return at',
				],
			),
		},
	},
	{
		by: carol,
		on: '2024-09-15 11:02',
		message: 'doc: say how Ctrl-F treats capitals\n',
		files: {
			'doc/keys.md': replace([
				'There are no other modes.',
				'Ctrl-F takes `foo` for `Foo`, too, but not `Foo` for `foo`.\n\nThere are no other modes.',
			]),
		},
	},
];

export const resize: Step = {
	by: bob,
	on: '2024-09-20 19:56',
	message:
		'term: ask for the size before each drawing\n\nA handler for SIGWINCH would be more to get wrong.\n',
	files: {
		'src/term.h': insertAfter('int term_start(struct term *t);\n', 'void term_measure(struct term *t);\n'),
		'src/term.c': replace(
			['	struct termios raw;\n	struct winsize size;\n', '	struct termios raw;\n'],
			[
				'	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0)\n		return -1;\n	t->rows = size.ws_row;\n	t->columns = size.ws_col;\n	return 0;\n',
				'	term_measure(t);\n	return 0;\n',
			],
			[
				'int term_key(void)\n',
				`/* What cannot be asked is 24 by 80. */
void term_measure(struct term *t)
{
	struct winsize size;

	t->rows = 24;
	t->columns = 80;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_row == 0)
		return;
	t->rows = size.ws_row;
	t->columns = size.ws_col;
}

int term_key(void)
`,
			],
		),
		'src/main.c': replace(['		draw();\n', '		term_measure(&term);\n		draw();\n']),
	},
};

/** The signed commit. */
export const security: Step = {
	by: ana,
	on: '2024-10-05 10:30',
	message: 'Say where to report a hole\n',
	files: {
		'SECURITY.md':
			'# Security\n\nMail ana@example.org. You get an answer within three days.\nReleases are signed with the key DA E60B D69A 2AB7.\n',
	},
};

export const to240: readonly Step[] = [
	{
		by: søren,
		on: '2024-10-26 20:18',
		committer: ana,
		committed: '2024-10-27 09:02',
		message: 'doc: en hurtig start på dansk\n\nSagt på listen: det mangler.\n',
		files: { 'doc/da/hurtigt-i-gang.md': texts.quickStart },
	},
	{
		by: bob,
		on: '2024-11-16 16:16',
		message: 'main: --version\n',
		files: {
			Makefile: replace(['$(FLAGS) $(CFLAGS) -c', '$(FLAGS) $(CFLAGS) -DVERSION=\'"$(VERSION)"\' -c']),
			'src/main.c': replace(
				['#include <stdlib.h>\n', '#include <stdlib.h>\n#include <string.h>\n'],
				[
					'	path = argv[1];\n',
					'	path = argv[1];\n	if (strcmp(path, "--version") == 0) {\n		puts("editor " VERSION);\n		return 0;\n	}\n',
				],
			),
		},
	},
	{
		by: ana,
		on: '2024-12-07 17:50',
		message: 'doc: how undo could go on\n',
		files: { 'doc/design/2024/undo/tree/notes.md': texts.designNotes },
	},
	{
		by: ana,
		on: '2025-01-18 12:00',
		message: 'Version 2.4.0\n',
		files: {
			Makefile: version('2.3.0', '2.4.0'),
			'doc/NEWS': (text) =>
				`2.4.0, January 2025\n- Ctrl-F does not mind capitals\n- the window follows the size of the terminal\n- --version\n\n${text}`,
		},
	},
];

/** On master, and cherry-picked to the release. */
export const undoFix: Step = {
	by: ana,
	on: '2025-02-08 13:45',
	message:
		'undo: free a change that could not be kept\n\nAfter a failed malloc() the change stayed on the stack without its text, and\nCtrl-Z took it for typed text: it deleted what it should have put back.\n\nFixes: https://trackers.example.org/~ana/editor/14\n',
	files: {
		'src/undo.c': replace([
			'	if (!c->removed)\n		return -1;\n',
			'	if (!c->removed) {\n		newest = c->older;\n		free(c);\n		return -1;\n	}\n',
		]),
	},
};

export const to241: Step = {
	by: ana,
	on: '2025-02-09 18:00',
	message: 'Version 2.4.1\n',
	files: {
		Makefile: version('2.4.0', '2.4.1'),
		'doc/NEWS': (text) =>
			`2.4.1, February 2025\n- Ctrl-Z after memory ran out does not destroy text\n\n${text}`,
	},
};

export const pages: Step = {
	by: priya,
	on: '2025-03-01 22:40',
	committer: ana,
	committed: '2025-03-02 10:12',
	message: 'term: page up and page down\n',
	files: {
		'src/term.h': insertAfter('	KEY_RIGHT,\n', '	KEY_PAGE_UP,\n	KEY_PAGE_DOWN,\n'),
		'src/term.c': replace(
			['	unsigned char c[3];\n', '	unsigned char c[4];\n'],
			[
				'		return KEY_LEFT;\n	}\n',
				"		return KEY_LEFT;\n	case '5':\n	case '6':\n		if (read(STDIN_FILENO, c + 3, 1) != 1 || c[3] != '~')\n			return KEY_NONE;\n		return c[2] == '5' ? KEY_PAGE_UP : KEY_PAGE_DOWN;\n	}\n",
			],
		),
	},
};

export const directories: Step = {
	by: bob,
	on: '2025-07-12 15:03',
	message:
		'buffer: a directory is not a text\n\nfopen() opens one without a word on Linux, and the first read fails.\n',
	files: {
		'src/buffer.c': replace(
			['#include <string.h>\n\n', '#include <string.h>\n#include <sys/stat.h>\n\n'],
			[
				'	FILE *f = fopen(path, "rb");\n\n	if (!f)\n		return -1;\n	while',
				'	struct stat about;\n	FILE *f = fopen(path, "rb");\n\n	if (!f)\n		return -1;\n	if (fstat(fileno(f), &about) < 0 || S_ISDIR(about.st_mode)) {\n		fclose(f);\n		return -1;\n	}\n	while',
			],
		),
	},
};

export const safeSave: Step = {
	by: ana,
	on: '2025-09-06 11:28',
	message:
		'buffer: save beside the file, then rename\n\nA full disk left an empty file behind.\n\nFixes: https://trackers.example.org/~ana/editor/22\n',
	files: {
		'src/buffer.c': replace(
			[
				'	FILE *f = fopen(path, "wb");\n\n	if (!f)\n		return -1;\n	if (fwrite',
				'	char beside[4096];\n	FILE *f;\n\n	if (snprintf(beside, sizeof(beside), "%s.new", path) >= (int)sizeof(beside))\n		return -1;\n	f = fopen(beside, "wb");\n	if (!f)\n		return -1;\n	if (fwrite',
			],
			[
				'		fclose(f);\n		return -1;\n	}\n	b->changed = 0;\n	return fclose(f);\n}\n\nint buffer_insert',
				'		fclose(f);\n		remove(beside);\n		return -1;\n	}\n	if (fclose(f) != 0 || rename(beside, path) != 0)\n		return -1;\n	b->changed = 0;\n	return 0;\n}\n\nint buffer_insert',
			],
		),
	},
};

export const latest: readonly Step[] = [
	{
		by: carol,
		on: '2025-11-08 20:15',
		message: 'tests: deleting nothing, and everything\n',
		files: {
			'tests/buffer_test.c': insertAfter(
				'memcmp(b.text, "hello", 5) == 0);\n',
				'	buffer_delete(&b, 0, 0);\n	assert(b.length == 5);\n	buffer_delete(&b, 0, 5);\n	assert(b.length == 0);\n',
			),
		},
	},
	{
		by: ana,
		on: '2025-12-20 16:33',
		message:
			'Ask before Ctrl-Q throws changes away\n\nImplements: https://trackers.example.org/~ana/editor/9\n',
		files: {
			'src/main.c': replace(
				[
					"		if (key == 'q' - 96)\n			break;\n",
					"		if (key == 'q' - 96 && (!text.changed || asked))\n			break;\n		asked = key == 'q' - 96;\n",
				],
				['	const char *path;\n\n	if (argc', '	const char *path;\n	int asked = 0;\n\n	if (argc'],
			),
		},
	},
	{
		by: ana,
		on: '2026-01-31 14:09',
		message: 'README: where the mails go\n',
		files: {
			'README.md': replace([
				'Questions and patches go to ~ana/editor-devel, bugs to the tracker.\n',
				'Questions and patches go to ~ana/editor-devel, bugs to the tracker.\nNew versions are announced on ~ana/editor-announce.\n',
			]),
			'.hut.scfg':
				'tracker https://trackers.example.org/~ana/editor\ndevelopment-mailing-list ~ana/editor-devel\npatch-prefix true\n',
		},
	},
];

/** The commits of `feature/undo-file`. */
export const undoFile: readonly Step[] = [
	{
		by: ana,
		on: '2025-10-11 15:00',
		message:
			'undo: write the changes to a file\n\nNot read back yet. See doc/design/2024/undo/tree/notes.md for the form.\n',
		files: {
			'src/undo.h': insertAfter('void undo_forget(void);\n', 'int undo_write(const char *path);\n'),
			'src/undo.c': replace(
				['#include <stdlib.h>\n', '#include <stdio.h>\n#include <stdlib.h>\n'],
				[
					'void undo_forget(void)\n',
					String.raw`static int write_change(FILE *f, const struct change *c)
{
	if (!c)
		return 0;
	if (write_change(f, c->older) < 0)
		return -1;
	fprintf(f, "%zu %zu %c\n", c->at, c->n, c->removed ? '-' : '+');
	if (c->removed)
		fwrite(c->removed, 1, c->n, f);
	return ferror(f) ? -1 : 0;
}

int undo_write(const char *path)
{
	FILE *f = fopen(path, "wb");
	int result;

	if (!f)
		return -1;
	fputs("EDU1\n", f);
	result = write_change(f, newest);
	return fclose(f) == 0 ? result : -1;
}

void undo_forget(void)
`,
				],
			),
		},
	},
	{
		by: ana,
		on: '2025-10-12 10:26',
		message: 'undo: note that writing must not recurse\n\nAn afternoon of typing made the stack overflow.\n',
		files: {
			'src/undo.c': replace([
				'	if (write_change(f, c->older) < 0)\n		return -1;\n',
				'	/* TODO: the oldest first, without a call for each */\n	if (write_change(f, c->older) < 0)\n		return -1;\n',
			]),
		},
	},
	{
		by: carol,
		on: '2025-10-19 19:41',
		message: 'tests: names that Windows does not know\n',
		files: oddNamesElsewhere,
	},
];
