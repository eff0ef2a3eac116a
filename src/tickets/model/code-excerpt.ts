import { withLineFeeds } from '../../platform/model/line-breaks.ts';
import { todoOf } from './todo-comments.ts';

interface Excerpt {
	readonly text: string;
	/** Where the lines stand: the file, the first one and the last one. */
	readonly path: string;
	readonly from: number;
	readonly to: number;
	readonly language: string;
	/** Where everybody finds them. */
	readonly link: string | undefined;
}

/** Lines of code as Markdown, below where they stand; what is to be done there is the title. */
export function codeExcerpt({ text, path, from, to, language, link }: Excerpt): {
	readonly title: string;
	readonly text: string;
} {
	const code = withLineFeeds(text).replace(/\n$/, '');
	const ticks = ticksAround(path, 1);
	const where = `${ticks}${path}:${from}${to > from ? `-${to}` : ''}${ticks}`;
	const fence = ticksAround(code, 3);
	const [title = ''] = code.split('\n').flatMap((line) => todoOf(line) ?? []);
	const head = link === undefined ? where : `[${where}](${link})`;
	return { title, text: `${head}\n\n${fence}${language}\n${code}\n${fence}\n\n` };
}

/** As many as make code of a text that has some itself, and no fewer than that. */
const ticksAround = (text: string, fewest: number): string =>
	'`'.repeat(Math.max(fewest, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
