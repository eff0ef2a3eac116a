/** The addresses to clone a repository from. `base` is the address of the forge's repositories. */
export function cloneAddresses(
	base: string,
	{ owner, repository }: { readonly owner: string; readonly repository: string },
): { readonly https: string; readonly ssh: string } {
	const https = `${base.replace(/\/+$/, '')}/${owner}/${repository}`;
	const host = URL.parse(base)?.hostname ?? '';
	return { https, ssh: `git@${host}:${owner}/${repository}` };
}
