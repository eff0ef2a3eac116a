import { hostedRepository, type RepositoryHost } from './remote-url.ts';
import { type LineRange, repositoryAddress, treeAddress } from './repository-pages.ts';

interface LinesOfFile {
	/** The fetch URL of the repository. */
	readonly remote: string;
	readonly commit: string;
	readonly path: string;
	readonly lines: LineRange | undefined;
}

/** The web address of a file, or of lines in it. Undefined if the repository is on none of these forges. */
export function linesLink(
	hosts: readonly RepositoryHost[],
	{ remote, commit, path, lines }: LinesOfFile,
): string | undefined {
	const page = repositoryPage(hosts, remote);
	return page === undefined ? undefined : treeAddress(page, commit, path, lines);
}

/** The web page of the repository with this fetch URL. Undefined if it is on none of these forges. */
export function repositoryPage(hosts: readonly RepositoryHost[], remote: string): string | undefined {
	const hosted = hostedRepository(remote, hosts);
	const base = URL.parse(hosted?.instance.repositories ?? '');
	return hosted && base ? repositoryAddress(base.href, hosted) : undefined;
}
