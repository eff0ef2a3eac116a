import { isLoopback } from '../../forge/contract/address.ts';
import type { LiveSettings } from './live-settings.ts';

/**
 * Why a server cannot deliver webhooks to this machine; undefined if it can. Webhooks are received on 127.0.0.1 only, so without a public
 * address only a server on the same machine reaches them, not one on the same network. In a remote window, that machine is the remote
 * one, because the extension runs there.
 */
export function whyUnreachable(
	server: string,
	{ publicAddress, problems }: LiveSettings,
): string | undefined {
	const [problem] = problems;
	if (problem !== undefined || publicAddress !== undefined) return problem;
	const url = URL.parse(server);
	if (url && (isLoopback(url.hostname) || url.hostname.endsWith('.localhost'))) return undefined;
	return `${url?.host || server} cannot reach this machine. If a tunnel or proxy leads here, set its address in tildeforge.live.publicAddress.`;
}
