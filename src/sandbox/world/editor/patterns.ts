import { insertAfter, replace } from '../material/history-stream.ts';
import { people } from '../material/people.ts';
import { patch } from './patch.ts';

const { bob } = people;

/** Five patches that depend on each other. */
export const regex = [
	patch(
		bob,
		'2026-01-10 13:02',
		'search: tell how long the found text is\n\nWith a pattern it is not as long as what was asked for.\n',
		{
			'src/search.h': replace([
				'size_t from, const char *what);',
				'size_t from, const char *what,\n		      size_t *length);',
			]),
			'src/search.c': replace(
				[
					'size_t from, const char *what)\n{\n	size_t n',
					'size_t from, const char *what,\n		      size_t *length)\n{\n	size_t n',
				],
				[
					'at++)\n		if (same(b->text + at, what, n, exact))\n			return at;\n',
					'at++) {\n		if (same(b->text + at, what, n, exact)) {\n			*length = n;\n			return at;\n		}\n	}\n',
				],
			),
		},
	),
	patch(
		bob,
		'2026-01-10 13:40',
		'tests: build them with the warnings of the editor\n\nSo that the next patches are looked at by the compiler, too.\n',
		{
			'tests/run.sh': replace(['cc -std=gnu99 -Wall -o', 'cc -std=gnu99 -Wall -Wextra -o']),
		},
	),
	patch(
		bob,
		'2026-01-10 14:15',
		'search: patterns between slashes\n\nPOSIX extended ones. regexec() wants a text that ends in a NUL, so it gets a\ncopy; that takes 2 ms for our log of 3 MB.\n',
		{
			'src/search.h': insertAfter(
				'		      size_t *length);\n',
				'size_t search_pattern(const struct buffer *b, size_t from, const char *pattern,\n		      size_t *length);\n',
			),
			'src/search.c': (text) =>
				replace(['#include <string.h>\n', '#include <regex.h>\n#include <stdlib.h>\n#include <string.h>\n'])(
					text,
				) +
				String.raw`
size_t search_pattern(const struct buffer *b, size_t from, const char *pattern,
		      size_t *length)
{
	size_t found = NOT_FOUND;
	regmatch_t match;
	regex_t compiled;
	char *copy;

	if (regcomp(&compiled, pattern, REG_EXTENDED | REG_NEWLINE) != 0)
		return NOT_FOUND;
	copy = malloc(b->length - from + 1);
	if (copy) {
		memcpy(copy, b->text + from, b->length - from);
		copy[b->length - from] = '\0';
		if (regexec(&compiled, copy, 1, &match, 0) == 0) {
			found = from + match.rm_so;
			*length = match.rm_eo - match.rm_so;
		}
		free(copy);
	}
	regfree(&compiled);
	return found;
}
`,
		},
	),
	patch(bob, '2026-01-10 15:30', 'tests: searching, with and without a pattern\n', {
		'tests/search_test.c': String.raw`#include <assert.h>

#include "../src/search.h"

int main(void)
{
	struct buffer b = { "one Two three\nfour", 18, 18, 0 };
	size_t length;

	assert(search_forward(&b, 0, "two", &length) == 4 && length == 3);
	assert(search_forward(&b, 0, "TWO", &length) == NOT_FOUND);
	assert(search_pattern(&b, 0, "t.*e", &length) == 8 && length == 5);
	assert(search_pattern(&b, 0, "^four$", &length) == 14 && length == 4);
	assert(search_pattern(&b, 0, "(", &length) == NOT_FOUND);
	return 0;
}
`,
	}),
	patch(bob, '2026-01-10 15:44', 'doc: patterns\n', {
		'doc/keys.md': replace([
			'There are no other modes.',
			'Between slashes it is a pattern, as of grep -E: `/^#+ /` finds the next title.\n\nThere are no other modes.',
		]),
	}),
];
