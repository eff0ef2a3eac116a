/** The forge of an instance, as far as it is needed to know its repositories again. */
interface Place {
	readonly repositories?: string;
}

interface Lines {
	/** What git fetches from. */
	readonly remote: string;
	readonly commit: string;
	readonly path: string;
	readonly from: number;
	readonly to: number;
}

/** The address of lines in a file on the web pages of a forge; undefined where the repository is on none of these. */
export function linesLink(
	places: readonly Place[],
	{ remote, commit, path, from, to }: Lines,
): string | undefined {
	const home = homeOf(places, remote);
	if (home === undefined) return undefined;
	const file = path.split('/').map(encoded).join('/');
	const lines = to > from ? `${from}-${to}` : `${from}`;
	return `${home}/tree/${commit}/item/${file}#L${lines}`;
}

/** The web page of the repository that git fetches from such an address; undefined where it is on none of these forges. */
export function homeOf(places: readonly Place[], remote: string): string | undefined {
	const at = remoteOf(remote);
	const base =
		at && places.map(({ repositories }) => URL.parse(repositories ?? '')).find((one) => one && isAt(one, at));
	return base ? `${base.href.replace(/\/+$/, '')}/${at.repository}` : undefined;
}

/** Also what would end a link in Markdown. */
const encoded = (name: string): string =>
	encodeURIComponent(name).replace(/[()'*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

interface Remote {
	readonly host: string;
	/** Which port a web address has; it says nothing where git goes by another way. */
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
