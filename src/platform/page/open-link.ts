import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import { isWebAddress } from '../model/addresses.ts';
import { type TicketKey, userAddress } from '../model/keys.ts';
import { opensInEditor, resolveReference } from '../model/references.ts';
import type { PageHost } from './page-host.ts';

interface LinkedPage {
	/** The account of the page, which may be signed out. */
	readonly account: Account | undefined;
	readonly accounts: readonly Account[];
	/** The service whose pages of users are opened. */
	readonly service: 'trackers' | 'lists';
	readonly host: PageHost;
	readonly openTicket: (key: TicketKey, options: { readonly event: number | undefined }) => unknown;
}

/** Opens the target of a link or reference on a page: in VS Code if it can show the target, or else in the browser. */
export function openLink(
	reference: string,
	{ account, accounts, service, host, openTicket }: LinkedPage,
): void {
	const found = resolveReference(
		reference,
		accounts.map((one) => one.instance),
	);
	if (!found) return;
	background(tryAsync(() => openFound(found)));

	function openFound(found: NonNullable<ReturnType<typeof resolveReference<Instance>>>): unknown {
		if ('unsupported' in found) return host.showUnsupportedLink(found.unsupported);
		if ('web' in found) return host.openInBrowser(found.web);
		const instance = found.instance ?? account?.instance;
		const { target } = found;
		// Compare names: two accounts of a forge may have different `Instance` objects.
		const reader = [account, ...accounts].find((one) => instance && one?.instance.name === instance.name);
		if (target.kind === 'ticket' && reader) {
			const { owner, tracker, ticket, event } = target;
			return openTicket({ account: reader.session.id, owner, tracker, ticket }, { event });
		}
		if (isWebAddress(reference))
			return opensInEditor(target)
				? host.openAddress(reference, account?.session.id)
				: host.openInBrowser(reference);
		const base = instance?.[service] ?? instance?.identity;
		return target.kind === 'user' && base !== undefined && host.openInBrowser(userAddress(base, target.user));
	}
}
