import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { type LinkTarget, resolveReference } from '../../platform/model/references.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { TicketPageHost } from './host.ts';

/** Opens the target of a link or reference on a page: in VS Code if it can show the target, or else in the browser. */
export function openLink(
	reference: string,
	account: TicketAccount | undefined,
	{ tickets, open, openInBrowser, openTarget, showUnsupportedLink }: TicketPageHost,
): void {
	const instances = tickets.accounts.map(({ instance }) => instance);
	const found = resolveReference(reference, instances);
	if (!found) return;
	if ('unsupported' in found) {
		background(tryAsync(() => showUnsupportedLink(found.unsupported)));
		return;
	}
	const openWeb = (address: string) => background(tryAsync(() => openInBrowser(address)));
	if ('web' in found) {
		openWeb(found.web);
		return;
	}
	const instance = found.instance ?? account?.instance;
	const { target } = found;
	if (target.kind === 'ticket') {
		const reader =
			account?.instance === instance ? account : tickets.accounts.find((one) => one.instance === instance);
		if (reader) {
			const { owner, tracker, ticket, event } = target;
			background(tryAsync(() => open({ account: reader.session.id, owner, tracker, ticket }, { event })));
			return;
		}
	}
	const isAddress = /^https?:/.test(reference);
	if (isAddress && openTarget(target, reference)) return;
	const web = instance && userPage(target, instance);
	if (web !== undefined) openWeb(web);
	else if (isAddress) openWeb(reference);
}

/** The web page of a user. */
function userPage(target: LinkTarget, { trackers, identity }: Instance): string | undefined {
	const base = (trackers ?? identity)?.replace(/\/+$/, '');
	return base !== undefined && target.kind === 'user' ? `${base}/${target.user}` : undefined;
}
