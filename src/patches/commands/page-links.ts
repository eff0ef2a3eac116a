import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { isPatchsetKey, type SeriesKey } from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { seriesContent } from '../page/parts/series-content.ts';
import { pageAddress } from '../page/web-address.ts';
import type { MailingLists } from '../state/mailing-lists.ts';

/** The web address of an open page. Fails with a `ForgeError`. */
export function addressOfPage(lists: MailingLists, key: SeriesKey): string {
	const account = lists.of(key.account);
	if (!account) throw signedOut('page');
	const base = account.instance.lists ?? '';
	using lifetime = new Lifetime();
	const { reading } = account.series.hold(key, lifetime);
	if (!reading && !isPatchsetKey(key)) throw new ForgeError('missing', "This page isn't loaded yet.");
	const known = isPatchsetKey(key) || !reading ? undefined : { reading, content: seriesContent(reading) };
	const address = pageAddress(base, key, known);
	if (address === undefined) throw new ForgeError('missing', 'There is no web page for this mail.');
	return address;
}
