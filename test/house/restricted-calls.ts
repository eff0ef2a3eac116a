import type { Source } from './sources.ts';

/** Functions that only one file may call, and the reason. */
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
		why: 'where VS Code makes links, which can run commands, of text from a server',
	},
	{
		names: ['openExternal'],
		file: 'src/platform/editor/open-in-browser.ts',
		why: 'which changes an address if it is given as a Uri',
	},
];

/** Uses of these functions outside the one file that makes them safe. */
export const restrictedCallProblems = (sources: readonly Source[]): string[] =>
	sources.flatMap(({ path, words, strings }) =>
		restricted.flatMap(({ names, file, why }) =>
			path === file
				? []
				: names
						.filter((name) => words.has(name) || strings.includes(name))
						.map((name) => `${path} calls ${name}, ${why}. Use a function of ${file}.`),
		),
	);
