import type { LiveSettings } from './live-settings.ts';

/** Whether a server can deliver webhooks to this machine: to the machine itself, to a public address, or not at all. */
export type Reachability =
	| { readonly kind: 'local' }
	| { readonly kind: 'public'; readonly address: string }
	| { readonly kind: 'none'; readonly why: string };

/**
 * How a server reaches this machine. Webhooks are received on 127.0.0.1 only, so without a public address only a server on the same
 * machine reaches them, not one on the same network. In a remote window, the same machine is the remote one, on which the extension
 * runs.
 */
export function reachabilityOf(
	server: string,
	{ publicAddress, problems }: Pick<LiveSettings, 'publicAddress' | 'problems'>,
): Reachability {
	const [problem] = problems;
	if (problem !== undefined) return { kind: 'none', why: problem };
	if (publicAddress !== undefined) return { kind: 'public', address: publicAddress };
	const url = URL.parse(server);
	if (url && isLoopback(url.hostname)) return { kind: 'local' };
	const why = `${url?.host || server} cannot reach this machine. If a tunnel or proxy leads here, set its address in tildeforge.live.publicAddress.`;
	return { kind: 'none', why };
}

const isLoopback = (host: string): boolean =>
	host === '[::1]' || /^127(\.\d+){3}$/.test(host) || /^(.+\.)?localhost$/.test(host);
