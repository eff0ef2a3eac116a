import { hostedRepository, type RepositoryHost } from './remote-url.ts';
import { pageAddress } from './repository-pages.ts';

interface Lines {
	/** The fetch URL of the repository. */
	readonly remote: string;
	readonly commit: string;
	readonly path: string;
	readonly from: number;
	readonly to: number;
}

/** The web address of lines in a file. Undefined if the repository is on none of these forges. */
export function linesLink(
	hosts: readonly RepositoryHost[],
	{ remote, commit, path, from, to }: Lines,
): string | undefined {
	const page = repositoryPage(hosts, remote);
	if (page === undefined) return undefined;
	return pageAddress(page, { kind: 'file', revision: commit, path, lines: { from, to } });
}

/** The web page of the repository with this fetch URL. Undefined if it is on none of these forges. */
export function repositoryPage(hosts: readonly RepositoryHost[], remote: string): string | undefined {
	const hosted = hostedRepository(remote, hosts);
	const base = URL.parse(hosted?.instance.repositories ?? '');
	return hosted && base ? `${base.href.replace(/\/+$/, '')}/${hosted.owner}/${hosted.repository}` : undefined;
}
