import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = {
	bash,
	c,
	cpp,
	css,
	diff,
	go,
	ini,
	javascript,
	json,
	lua,
	makefile,
	python,
	rust,
	shell,
	typescript,
	xml,
	yaml,
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Longer code is not highlighted: colors are not worth a delay. */
const longest = 10_000;
/** Some grammars take quadratic time in the length of a line, a word or a gap. Hand-written code rarely has any this long. */
const slow = /[^\n]{301}|[\w.$:-]{81}|\s{81}/;

/** Whether a line takes too long to highlight. */
export const isSlowLine = (line: string): boolean => slow.test(line);

/** Highlighted code, as `span`s with classes; undefined for an unknown language, or for code that would take too long. */
export function highlight(code: string, language: string, limit = longest): string | undefined {
	if (code.length > limit || slow.test(code) || !hljs.getLanguage(language)) return undefined;
	return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}
