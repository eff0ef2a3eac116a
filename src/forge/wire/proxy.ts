import { causes } from '../contract/causes.ts';

/** How the editor's proxy made a request fail. */
export type ProxyFault = 'login' | 'refused' | 'unreached';

/**
 * How the proxy caused a failure, according to its errors. Undefined if none of them is the proxy's. Only the editor's own `fetch` goes
 * through a proxy, and it never names the proxy. But a host that could not be looked up or connected to, and is not the forge,
 * can only be a proxy.
 */
export function proxyFault(failure: unknown, host: string): ProxyFault | undefined {
	const errors = [...causes(failure)];
	for (const { message } of errors) {
		const status = /Proxy response \((\d+)\)/.exec(message)?.[1];
		if (status !== undefined) return status === '407' ? 'login' : 'refused';
		if (/^Failed to establish a socket connection to proxies/.test(message)) return 'unreached';
	}
	const tried = errors.flatMap(addresses);
	return tried.length > 0 && tried.every((address) => isOther(address, host)) ? 'unreached' : undefined;
}

interface Address {
	readonly name?: string;
	readonly port?: string;
}

/** The names or ports to which a connection failed, according to an error. */
function addresses(error: Error): Address[] {
	if ('hostname' in error && typeof error.hostname === 'string') return [{ name: error.hostname }];
	if ('syscall' in error && error.syscall === 'connect' && 'port' in error)
		return [{ port: `${error.port}` }];
	const attempted = /\(attempted address(?:es)?: (.+?), timeout/.exec(error.message)?.[1]?.split(', ') ?? [];
	return attempted.map((address) => ({ port: address.slice(address.lastIndexOf(':') + 1) }));
}

/** Does not compare IP addresses, because a name may have any. */
function isOther({ name, port }: Address, host: string): boolean {
	const [, ownName = '', ownPort] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
	if (name !== undefined) return name.toLowerCase() !== ownName.toLowerCase();
	return port !== undefined && !(ownPort === undefined ? ['443', '80'] : [ownPort]).includes(port);
}
