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

/** The web address of lines in a file; undefined if the repository is on none of these forges. */
export function linesLink(
	hosts: readonly RepositoryHost[],
	{ remote, commit, path, from, to }: Lines,
): string | undefined {
	const page = repositoryPage(hosts, remote);
	if (page === undefined) return undefined;
	const file = path.split('/').map(encoded).join('/');
	const lines = to > from ? `${from}-${to}` : `${from}`;
	return `${page}/tree/${commit}/item/${file}#L${lines}`;
}

/** The web page of the repository with this fetch URL; undefined if it is on none of these forges. */
export function repositoryPage(hosts: readonly RepositoryHost[], remote: string): string | undefined {
	const at = remoteOf(remote);
	const base =
		at && hosts.map(({ repositories }) => URL.parse(repositories ?? '')).find((one) => one && isAt(one, at));
	return base ? `${base.href.replace(/\/+$/, '')}/${at.repository}` : undefined;
}

/** Also encodes characters that would end a link in Markdown. */
const encoded = (name: string): string =>
	encodeURIComponent(name).replace(/[()'*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

interface Remote {
	readonly host: string;
	/** The port of a web address; undefined for other protocols, whose port says nothing about the web address. */
	readonly port: string | undefined;
	readonly repository: string;
}

const isAt = ({ hostname, port }: URL, remote: Remote): boolean =>
	hostname === remote.host.toLowerCase() && (remote.port === undefined || port === remote.port);

function remoteOf(address: string): Remote | undefined {
	const short = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)\/?(.+)$/.exec(address);
	const url = short ? URL.parse(`ssh://${short[1]}/${short[2]}`) : URL.parse(address);
	const [, repository] =
		/^\/(~[\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url?.pathname.replace(/%7E/i, '~') ?? '') ?? [];
	if (!url || repository === undefined) return undefined;
	return { host: url.hostname, port: /^https?:$/.test(url.protocol) ? url.port : undefined, repository };
}
