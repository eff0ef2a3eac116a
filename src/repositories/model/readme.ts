import type { GitTreeEntry } from '../../platform/git/objects.ts';

interface Readme {
	readonly entry: GitTreeEntry;
	readonly isMarkdown: boolean;
}

/** The README among the entries of a folder: Markdown if there is one, otherwise a text. */
export function readmeOf(entries: readonly GitTreeEntry[]): Readme | undefined {
	const texts = entries.filter(
		({ kind, name }) =>
			(kind === 'file' || kind === 'executable' || kind === 'symlink') &&
			/^readme(?:\.(?:md|markdown|txt|rst|adoc|org))?$/i.test(name),
	);
	const isMarkdown = ({ name }: GitTreeEntry) => /\.(?:md|markdown)$/i.test(name);
	const entry = texts.find(isMarkdown) ?? texts[0];
	return entry && { entry, isMarkdown: isMarkdown(entry) };
}

const image = /!\[|<[a-z!/]/i;
/** Elements that load files of the repository, which may load others from the web. */
const loader = /<(?:link|style|script|i?frame|object|embed|base|meta)\b/i;
/** An address of the web, or a backslash or character reference that may hide one. Browsers ignore tabs and line breaks in addresses. */
const webAddress = /\/[\t\r\n]*\/|h[\t\r\n]*t[\t\r\n]*t[\t\r\n]*p[\t\r\n]*s?[\t\r\n]*:|[\\&]/i;

/**
 * Whether a preview of a Markdown file may load something from the web. May say so of a file that loads nothing. The content of a symbolic
 * link is only the path of the file that the preview shows.
 */
export const mayLoadFromWeb = (kind: GitTreeEntry['kind'], content: string): boolean =>
	kind === 'symlink' || loader.test(content) || (image.test(content) && webAddress.test(content));
