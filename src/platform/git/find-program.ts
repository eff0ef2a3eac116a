import { findGit, isMacPlaceholder } from '../../base/find-git.ts';

/**
 * The absolute path of the git that VS Code uses. `setting` is VS Code's `git.path`: one path or several, of which relative ones
 * are ignored. Undefined if there is no git, or only the placeholder of macOS.
 */
export async function findProgram(
	setting: unknown,
	{ path = process.env.PATH ?? '', ...macOptions }: { readonly path?: string } & MacOptions = {},
): Promise<string | undefined> {
	const preferred: readonly unknown[] = Array.isArray(setting) ? setting : [setting];
	const program = findGit(
		path,
		preferred.filter((one) => typeof one === 'string'),
	);
	return program === undefined || (await isMacPlaceholder(program, macOptions)) ? undefined : program;
}

type MacOptions = NonNullable<Parameters<typeof isMacPlaceholder>[1]>;
