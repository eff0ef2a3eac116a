import { hostedRepository, type RepositoryHost } from './remote-url.ts';
import { type LineRange, repositoryAddress, treeAddress } from './repository-pages.ts';

interface LinesOfFile extends LineRange {
	/** The fetch URL of the repository. */
	readonly remote: string;
	readonly commit: string;
	readonly path: string;
}

/** The web address of lines in a file. Undefined if the repository is on none of these forges. */
export function linesLink(
	hosts: readonly RepositoryHost[],
	{ remote, commit, path, from, to }: LinesOfFile,
): string | undefined {
	const page = repositoryPage(hosts, remote);
	return page === undefined ? undefined : treeAddress(page, commit, path, { from, to });
}

/** The web page of the repository with this fetch URL. Undefined if it is on none of these forges. */
export function repositoryPage(hosts: readonly RepositoryHost[], remote: string): string | undefined {
	const hosted = hostedRepository(remote, hosts);
	const base = URL.parse(hosted?.instance.repositories ?? '');
	return hosted && base ? repositoryAddress(base.href, hosted) : undefined;
}
