import { findGit, onlyOffersTools } from '../../base/find-git.ts';

/**
 * The absolute path of the git that VS Code uses. `setting` is VS Code's `git.path`: one path or several, of which relative ones
 * are ignored. Undefined if there is no git, or only the placeholder of macOS.
 */
export async function findProgram(
	setting: unknown,
	{ path = process.env.PATH ?? '', ...places }: { readonly path?: string } & MacPlaces = {},
): Promise<string | undefined> {
	const preferred: readonly unknown[] = Array.isArray(setting) ? setting : [setting];
	const program = findGit(
		path,
		preferred.filter((one) => typeof one === 'string'),
	);
	return program === undefined || (await onlyOffersTools(program, places)) ? undefined : program;
}

type MacPlaces = NonNullable<Parameters<typeof onlyOffersTools>[1]>;
