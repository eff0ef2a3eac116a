const localNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a request is addressed to this listener: to this machine, or to a public address that the user has set. With DNS
 * rebinding, a web page can make its own name resolve to this machine. Then only the `Host` header shows to which site the page
 * belongs.
 *
 * `hosts` are all `Host` headers of the request. There must be one: a proxy could check the first of two, and this the second.
 */
export function isOwnHost(
	hosts: readonly string[] | undefined,
	port: number | undefined,
	publicAddresses: readonly string[],
): boolean {
	const [host, ...others] = hosts ?? [];
	if (host === undefined || others.length > 0) return false;
	const names = [
		...localNames.flatMap((name) => [name, `${name}:${port}`]),
		...publicAddresses.flatMap(namesOf),
	];
	return names.includes(host.toLowerCase());
}

/** A public address with and without its port: proxies pass on either. */
function namesOf(address: string): readonly string[] {
	const url = URL.parse(address);
	if (!url || url.hostname === '') return [];
	const port = url.port || (url.protocol === 'https:' ? '443' : '80');
	return [url.hostname, `${url.hostname}:${port}`];
}
