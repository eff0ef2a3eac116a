import { begin } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { opened, type Target } from '../../platform/model/references.ts';
import type { TicketAccount } from '../state/tickets.ts';
import type { TicketPageHost } from './host.ts';

/** Opens what a link or a reference of a page names: in the editor where it can show that, or else on the web. */
export function openNamed(
	word: string,
	account: TicketAccount | undefined,
	{ tickets, open, openWeb }: Pick<TicketPageHost, 'tickets' | 'open' | 'openWeb'>,
): void {
	const instances = tickets.accounts.map(({ instance }) => instance);
	const found = opened(word, instances);
	if (!found) return;
	if ('web' in found) {
		const { web } = found;
		background(begin(() => openWeb(web)));
		return;
	}
	const instance = found.place ?? account?.instance;
	const { target } = found;
	if (target.kind === 'ticket') {
		const own = account?.instance === instance ? account : undefined;
		const reader = own ?? tickets.accounts.find((one) => one.instance === instance);
		if (reader) {
			const { owner, tracker, ticket } = target;
			background(begin(() => open({ account: reader.session.id, owner, tracker, ticket })));
			return;
		}
	}
	const web = instance && pageOf(target, instance.trackers, instance.identity);
	if (web !== undefined) openWeb(web);
	else if (/^https?:/.test(word)) openWeb(word);
}

/** The page of what the editor does not show yet. */
function pageOf(
	target: Target,
	trackers: string | undefined,
	identity: string | undefined,
): string | undefined {
	const base = (trackers ?? identity)?.replace(/\/+$/, '');
	if (base === undefined) return undefined;
	if (target.kind === 'user') return `${base}/${target.user}`;
	if (target.kind === 'tracker') return `${base}/${target.owner}/${target.tracker}`;
	return undefined;
}
