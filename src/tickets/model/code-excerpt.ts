import { largest } from '../../base/collections.ts';
import { withLineFeeds } from '../../platform/model/line-breaks.ts';
import type { FindTodo } from './todo-comments.ts';

interface Excerpt {
	readonly text: string;
	/** The location of the lines: the file, the first line and the last line. */
	readonly path: string;
	readonly from: number;
	readonly to: number;
	readonly language: string;
	/** The address of the lines on the forge, if they are published there. */
	readonly link: string | undefined;
	readonly findTodo: FindTodo;
}

/** Formats lines of code as Markdown, below their location. The first TODO comment in them becomes the title. */
export function codeExcerpt({ text, path, from, to, language, link, findTodo }: Excerpt): {
	readonly title: string;
	readonly text: string;
} {
	const code = withLineFeeds(text).replace(/\n$/, '');
	const ticks = ticksAround(path, 1);
	const where = `${ticks}${path}:${from}${to > from ? `-${to}` : ''}${ticks}`;
	const fence = ticksAround(code, 3);
	const [todo = ''] = code.split('\n').flatMap((line) => findTodo(line) ?? []);
	const head = link === undefined ? where : `[${where}](${link})`;
	return { title: withCapital(todo), text: `${head}\n\n${fence}${language}\n${code}\n${fence}\n\n` };
}

/** Begins with a capital letter, unless the first word is code, such as `readFile` or `a.out`. */
const withCapital = (text: string): string =>
	text.replace(/^\p{Ll}(?=[\p{Ll}’'-]*(?:[\s,:;!?]|[.…]*$|[.…]+\s))/u, (letter) => letter.toUpperCase());

/** Enough backticks to enclose a text that has some itself, and at least `fewest`. */
const ticksAround = (text: string, fewest: number): string =>
	'`'.repeat(Math.max(fewest, largest(Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1))));
