import { repositoryAddress } from '../../platform/model/repository-pages.ts';

/** The addresses to clone a repository from. `base` is the address of the forge's repositories. */
export function cloneAddresses(
	base: string,
	{ owner, repository }: { readonly owner: string; readonly repository: string },
): { readonly https: string; readonly ssh: string } {
	const host = URL.parse(base)?.hostname ?? '';
	return { https: repositoryAddress(base, { owner, repository }), ssh: `git@${host}:${owner}/${repository}` };
}

/** The commands that push the first commits to a repository, to be run in a clone that has some. */
export const pushCommands = (base: string, key: Parameters<typeof cloneAddresses>[1]): readonly string[] => [
	`git remote add origin ${cloneAddresses(base, key).ssh}`,
	'git push --set-upstream origin HEAD',
];
