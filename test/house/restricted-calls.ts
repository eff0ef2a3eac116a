import type { Source } from './sources.ts';

/** Functions of VS Code that only some files may call, and the reason. */
const restricted: readonly {
	readonly names: readonly string[];
	readonly files: RegExp;
	readonly why: string;
	readonly instead: string;
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
		files: /^src\/platform\/editor\/messages\.ts$/,
		why: 'where VS Code makes links, which can run commands, of text from a server',
		instead: 'a function of src/platform/editor/messages.ts',
	},
	{
		names: ['openExternal'],
		files: /^src\/platform\/editor\/open-in-browser\.ts$/,
		why: 'which changes an address if it is given as a Uri',
		instead: 'a function of src/platform/editor/open-in-browser.ts',
	},
	{
		names: ['createQuickPick', 'createInputBox'],
		// The box of the browser step goes on while another one is in its place.
		files: /^src\/(?:platform\/editor\/boxes\/.*|accounts\/dialog\/browser-step\.ts)$/,
		why: 'where each caller would have to handle what changes while the box is open',
		instead: 'a SearchBox or a TextBox of src/platform/editor/boxes/',
	},
];

/** Uses of these functions in other files. */
export const restrictedCallProblems = (sources: readonly Source[]): string[] =>
	sources.flatMap(({ path, words, strings }) =>
		restricted.flatMap(({ names, files, why, instead }) =>
			files.test(path)
				? []
				: names
						.filter((name) => words.has(name) || strings.includes(name))
						.map((name) => `${path} calls ${name}, ${why}. Use ${instead}.`),
		),
	);
