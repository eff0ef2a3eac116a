import type { Source } from './sources.ts';

/** Functions that only one file may call, and what other files do instead. */
const restricted: readonly {
	readonly names: readonly string[];
	readonly file: string;
	readonly why: string;
}[] = [
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

/** Uses of these functions outside the one file that makes them safe. */
export const wordsProblems = (sources: readonly Source[]): string[] =>
	sources.flatMap(({ path, words, strings }) =>
		restricted.flatMap(({ names, file, why }) =>
			path === file
				? []
				: names
						.filter((name) => words.has(name) || strings.includes(name))
						.map((name) => `${path} calls ${name}, and ${why} ${file}.`),
		),
	);
