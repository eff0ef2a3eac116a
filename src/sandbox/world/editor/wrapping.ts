import { insertAfter, replace } from '../material/history-stream.ts';
import { people } from '../material/people.ts';
import { patch } from './patch.ts';

const { carol } = people;

/** Wraps long lines, in three versions that differ in the second patch. */
const wrap = (on: (minute: number) => string, drawing: string, doc: string) => [
	patch(
		carol,
		on(1),
		'term: a terminal has a column at least\n\nSome serial consoles say that they have none, and we divide by it next.\n',
		{
			'src/term.c': insertAfter(
				'	t->columns = size.ws_col;\n',
				'	if (t->columns < 1)\n		t->columns = 80;\n',
			),
		},
	),
	patch(
		carol,
		on(7),
		'main: go on in the next row where a line is too long\n\nImplements: https://trackers.example.org/~ana/editor/6\n',
		{
			'src/main.c': replace([
				"		if (text.text[at] != '\\n')\n			continue;\n		fwrite(text.text + from, 1, at - from, stdout);\n",
				drawing,
			]),
		},
	),
	patch(carol, on(12), 'doc: long lines are not cut any more\n', {
		'doc/editor.1': replace(['Lines that are longer than the terminal are cut.\n', doc]),
	}),
];

export const wrapFirst = wrap(
	(minute) => `2025-11-15 21:${10 + minute}`,
	"		if (text.text[at] != '\\n' && at - from < term.columns)\n			continue;\n		fwrite(text.text + from, 1, at - from, stdout);\n",
	'Wrapped lines break inside of words.\n',
);

export const wrapSecond = wrap(
	(minute) => `2025-12-06 19:${20 + minute}`,
	String.raw`		if (text.text[at] != '\n' && at - from < (size_t)term.columns)
			continue;
		if (text.text[at] != '\n')
			at--;
		fwrite(text.text + from, 1, at - from + 1, stdout);
`,
	'Wrapped lines break inside of words.\n',
);

export const wrapThird = wrap(
	(minute) => `2026-02-07 16:${30 + minute}`,
	String.raw`		if (text.text[at] != '\n' && at + 1 - from < (size_t)term.columns)
			continue;
		/* A line that just fits is not followed by an empty row. */
		if (text.text[at] != '\n' && at + 1 < text.length && text.text[at + 1] == '\n')
			at++;
		fwrite(text.text + from, 1, at - from + (text.text[at] != '\n'), stdout);
`,
	'Wrapped lines break inside of words and of characters that are wide.\n',
);
