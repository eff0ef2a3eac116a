import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { isWebAddress } from '../../platform/model/addresses.ts';
import { userAddress } from '../../platform/model/keys.ts';
import { resolveReference } from '../../platform/model/references.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import type { SeriesPageHost } from './host.ts';

interface LinkedPage {
	readonly host: Pick<SeriesPageHost, 'openTarget' | 'openInBrowser' | 'showUnsupportedLink'> & {
		readonly lists: { readonly accounts: readonly { readonly instance: Instance }[] };
	};
	readonly key: { readonly account: string };
	readonly loader: { readonly source: { readonly instance: Instance } | undefined };
}

/** Opens a link of the page: in VS Code if it can show the target, or else in the browser. */
export function openLink(reference: string, { host, key, loader }: LinkedPage): void {
	const instances = host.lists.accounts.map((account) => account.instance);
	const found = resolveReference(reference, instances);
	if (!found) return;
	if ('unsupported' in found) {
		background(tryAsync(() => host.showUnsupportedLink(found.unsupported)));
		return;
	}
	const openWeb = (address: string) => background(tryAsync(() => host.openInBrowser(address)));
	if ('web' in found) {
		openWeb(found.web);
		return;
	}
	const instance = found.instance ?? loader.source?.instance;
	const { target } = found;
	if (host.openTarget({ target, account: key.account, instance, reference })) return;
	const base = instance?.lists ?? instance?.identity;
	if (isWebAddress(reference)) openWeb(reference);
	else if (target.kind === 'user' && base !== undefined) openWeb(userAddress(base, target.user));
}
