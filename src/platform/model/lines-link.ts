import { pageAddress } from './repository-pages.ts';

/** The part of an instance that is needed to recognize its repositories. */
interface RepositoryHost {
	readonly repositories?: string;
}

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
	const parsed = remoteOf(remote);
	const bases = hosts.map(({ repositories }) => URL.parse(repositories ?? ''));
	const base = parsed && bases.find((one) => one && isHostOf(one, parsed));
	return base ? `${base.href.replace(/\/+$/, '')}/${parsed.repository}` : undefined;
}

interface Remote {
	readonly host: string;
	/** The port of a web address; undefined for other protocols, whose port says nothing about the web address. */
	readonly port: string | undefined;
	readonly repository: string;
}

const isHostOf = ({ hostname, port }: URL, remote: Remote): boolean =>
	hostname === remote.host.toLowerCase() && (remote.port === undefined || port === remote.port);

function remoteOf(address: string): Remote | undefined {
	const scpLike = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)\/?(.+)$/.exec(address);
	const url = scpLike ? URL.parse(`ssh://${scpLike[1]}/${scpLike[2]}`) : URL.parse(address);
	const [, repository] =
		/^\/(~[\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url?.pathname.replace(/%7E/i, '~') ?? '') ?? [];
	if (!url || repository === undefined) return undefined;
	return { host: url.hostname, port: /^https?:$/.test(url.protocol) ? url.port : undefined, repository };
}
