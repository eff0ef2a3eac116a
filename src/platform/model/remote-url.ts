/** A repository on a forge. */
export interface RepositoryPath {
	/** With the tilde. */
	readonly owner: string;
	readonly repository: string;
}

/** The part of an instance that is needed to recognize its repositories. */
export interface RepositoryHost {
	readonly repositories?: string;
}

/** The parts of a git remote's URL. */
interface RemoteUrl {
	readonly host: string;
	/** The port of a web address; undefined for other protocols, whose port says nothing about the web address. */
	readonly port: string | undefined;
	readonly path: string;
}

/** The forge and the repository that the URL of a git remote leads to. Undefined if it is on none of these forges. */
export function hostedRepository<H extends RepositoryHost>(
	url: string,
	hosts: readonly H[],
): (RepositoryPath & { readonly instance: H }) | undefined {
	const remote = parseRemoteUrl(url);
	if (!remote) return undefined;
	for (const instance of hosts) {
		const base = URL.parse(instance.repositories ?? '');
		const path = base ? pathBelow(base, remote) : undefined;
		const [, owner, repository] = /^\/*(~[\w.-]+)\/([\w.-]+?)(?:\.git)?\/*$/.exec(path ?? '') ?? [];
		if (owner === undefined || repository === undefined || /^\.(?:\.|git)?$/.test(repository)) continue;
		return { instance, owner, repository };
	}
	return undefined;
}

/** The path of a remote below the address of a forge. Undefined if the remote is not on that forge. */
function pathBelow(base: URL, { host, port, path }: RemoteUrl): string | undefined {
	if (hostName(base.hostname) !== host) return undefined;
	const prefix = base.pathname.replace(/\/+$/, '');
	if (path.startsWith(`${prefix}/`) && (port === undefined || port === base.port)) {
		return path.slice(prefix.length);
	}
	// Only web addresses repeat the path of the forge's pages.
	return port === undefined ? path : undefined;
}

const protocols = new Set(['https:', 'http:', 'ssh:', 'git:', 'git+ssh:', 'ssh+git:']);

function parseRemoteUrl(text: string): RemoteUrl | undefined {
	// `URL` drops line breaks and takes backslashes for slashes, but git does not.
	if (/[\p{Cc}\s\\]/u.test(text)) return undefined;
	if (!text.includes('://')) return parseScpLike(text);
	const url = URL.parse(text);
	if (!url || !protocols.has(url.protocol) || url.search !== '' || url.hash !== '') return undefined;
	const path = decodePath(url.pathname);
	const host = hostName(url.hostname);
	if (path === undefined || host === undefined) return undefined;
	return { host, port: url.protocol.startsWith('http') ? url.port : undefined, path };
}

/** Parses `git@host:path`. Git also accepts `[git@host:port]:path`. */
function parseScpLike(text: string): RemoteUrl | undefined {
	const [, bracketed, plain, path] =
		/^(?:[^/:[\]]*@)?(?:\[([^/[\]]+)\]|([^/:[\]]+)):(?!:)(.+)$/.exec(text) ?? [];
	if (path === undefined) return undefined;
	const inner = (bracketed ?? plain ?? '').replace(/^.*@/, '');
	const [, named = inner] = /^([^:]+):\d+$/.exec(inner) ?? [];
	// `C:/code` is a path on Windows.
	if (/^[A-Za-z]$/.test(named)) return undefined;
	const host = hostName(named.includes(':') ? `[${named}]` : named);
	return host === undefined
		? undefined
		: { host, port: undefined, path: path.startsWith('/') ? path : `/${path}` };
}

/** One spelling for each host: other protocols than HTTP leave capitals and non-ASCII letters as they are. */
const hostName = (host: string): string | undefined =>
	URL.parse(`https://${host}`)?.hostname.replace(/\.$/, '') || undefined;

function decodePath(path: string): string | undefined {
	try {
		return decodeURIComponent(path);
	} catch {
		return undefined;
	}
}
