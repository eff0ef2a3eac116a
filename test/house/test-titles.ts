/** A call that names a group or a test, or the title that `onlyWhere` gives to a test. */
const call =
	/\b(describe|it)\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2|(['"`])((?:\\.|(?!\4)[^\\])*)\4,\s*\(\w*[tT]itle\) =>/gs;
const placeholder = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;
/** With fewer words of its own, the title of a test would fit nearly any sentence. */
const leastWords = 2;

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const fixedParts = (title: string): readonly string[] =>
	title.split(placeholder).map((part) => part.replace(/\\(.)/gs, '$1'));

function hasOwnWords(title: string): boolean {
	const parts = fixedParts(title);
	return parts.length === 1 || (parts.join(' ').match(/[\p{L}\p{N}]+/gu) ?? []).length >= leastWords;
}

/**
 * Patterns for the sentences that mocha prints for the tests of a file: the titles of the groups and of the test. A group contains what is
 * indented below it. Titles that are in variables are left out.
 */
export function testTitles(text: string): readonly RegExp[] {
	const titles: RegExp[] = [];
	let groups: readonly { readonly indent: number; readonly pattern: string }[] = [];
	for (const { index, 1: kind, 3: called, 5: given } of text.matchAll(call)) {
		const [before = ''] = /^\t*/.exec(text.slice(text.lastIndexOf('\n', index) + 1)) ?? [];
		// A title on a line of its own is indented below the call.
		const isBelow = text[index - 1] === '\t' && given !== undefined;
		const indent = before.length - (isBelow ? 1 : 0);
		groups = groups.filter((group) => group.indent < indent);
		const title = called ?? given ?? '';
		const pattern = fixedParts(title).map(literally).join('.+');
		if (kind === 'describe') groups = [...groups, { indent, pattern }];
		else if (hasOwnWords(title))
			titles.push(new RegExp(`^${[...groups.map((group) => group.pattern), pattern].join(' ')}$`, 's'));
	}
	return titles;
}
