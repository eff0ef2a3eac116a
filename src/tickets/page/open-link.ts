import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { isWebAddress } from '../../platform/model/addresses.ts';
import { userAddress } from '../../platform/model/keys.ts';
import { resolveReference } from '../../platform/model/references.ts';
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
	if (target.kind === 'ticket' && instance) {
		// Compare names: two accounts of a forge may have different `Instance` objects.
		const reader = [account, ...tickets.accounts].find((one) => one?.instance.name === instance.name);
		if (reader) {
			const { owner, tracker, ticket, event } = target;
			background(tryAsync(() => open({ account: reader.session.id, owner, tracker, ticket }, { event })));
			return;
		}
	}
	const isAddress = isWebAddress(reference);
	if (isAddress && openTarget(target, reference)) return;
	const base = instance?.trackers ?? instance?.identity;
	if (target.kind === 'user' && base !== undefined) openWeb(userAddress(base, target.user));
	else if (isAddress) openWeb(reference);
}
