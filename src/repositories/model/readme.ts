import type { TreeEntry } from '../../platform/git/objects.ts';

/** The README among the entries of a folder: Markdown if there is one, otherwise a text. */
export function readmeOf(
	entries: readonly TreeEntry[],
): { readonly name: string; readonly isMarkdown: boolean } | undefined {
	const names = entries
		.filter(({ kind }) => kind === 'file' || kind === 'executable' || kind === 'symlink')
		.map(({ name }) => name)
		.filter((name) => /^readme(?:\.(?:md|markdown|txt|rst|adoc|org))?$/i.test(name));
	const isMarkdown = (name: string) => /\.(?:md|markdown)$/i.test(name);
	const name = names.find(isMarkdown) ?? names[0];
	return name === undefined ? undefined : { name, isMarkdown: isMarkdown(name) };
}
