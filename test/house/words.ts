import type { Source } from './sources.ts';

/** What may be called in one file only, and what others do instead. */
const mouths: readonly { readonly names: readonly string[]; readonly file: string; readonly why: string }[] =
	[
		{
			names: [
				'showInformationMessage',
				'showWarningMessage',
				'showErrorMessage',
				'showInputBox',
				'setStatusBarMessage',
				'withProgress',
			],
			file: 'src/platform/editor/messages.ts',
			why: 'the editor makes links that run commands of what a server says there. Say it by a function of',
		},
		{
			names: ['openExternal'],
			file: 'src/platform/editor/open-in-browser.ts',
			why: 'the editor changes the address if it is not asked as there. Use',
		},
	];

/** Where something is told or opened past the one place that makes it safe. */
export const wordsProblems = (sources: readonly Source[]): string[] =>
	sources.flatMap(({ path, words, strings }) =>
		mouths.flatMap(({ names, file, why }) =>
			path === file
				? []
				: names
						.filter((name) => words.has(name) || strings.includes(name))
						.map((name) => `${path} calls ${name}, and ${why} ${file}.`),
		),
	);
