import type { TreeEntry } from '../../platform/git/objects.ts';

interface Readme {
	readonly entry: TreeEntry;
	readonly isMarkdown: boolean;
}

/** The README among the entries of a folder: Markdown if there is one, otherwise a text. */
export function readmeOf(entries: readonly TreeEntry[]): Readme | undefined {
	const texts = entries.filter(
		({ kind, name }) =>
			(kind === 'file' || kind === 'executable' || kind === 'symlink') &&
			/^readme(?:\.(?:md|markdown|txt|rst|adoc|org))?$/i.test(name),
	);
	const isMarkdown = ({ name }: TreeEntry) => /\.(?:md|markdown)$/i.test(name);
	const entry = texts.find(isMarkdown) ?? texts[0];
	return entry && { entry, isMarkdown: isMarkdown(entry) };
}

/** Whether a preview of a Markdown text may load something from the web. May say so of a text that loads nothing. */
export const mayLoadFromWeb = (text: string): boolean => /!\[|<[a-z!/]/i.test(text) && text.includes('//');
