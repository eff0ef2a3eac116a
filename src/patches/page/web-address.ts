import {
	isPatchsetKey,
	listAddress,
	mailAddress,
	patchsetAddress,
	type SeriesKey,
} from '../../platform/model/keys.ts';
import type { FullMail } from '../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import { firstMailOf } from './parts/head-parts.ts';
import type { SeriesContent } from './parts/series-content.ts';
import { shownPatchset } from './parts/version-parts.ts';

/**
 * The web address of a mail or, without one, of a patchset or of the list of a mail. `base` is the address of the forge's lists. Undefined
 * for a mail without a Message-ID.
 */
export function webAddress(base: string, key: SeriesKey, fullMail: FullMail | undefined): string | undefined {
	if (!fullMail) return isPatchsetKey(key) ? patchsetAddress(base, key) : listAddress(base, key);
	const { messageId } = fullMail.mail;
	return messageId === undefined ? undefined : mailAddress(base, key, messageId);
}

/**
 * The web address of a page: of its patchset or, if there is none, of its first mail. The address of a mail contains its Message-ID, which its key
 * lacks. Until the mail was read, this is the address of the list.
 */
export function pageAddress(
	base: string,
	key: SeriesKey,
	known: { readonly reading: SeriesReading; readonly content: SeriesContent } | undefined,
): string | undefined {
	if (isPatchsetKey(key) || !known) return webAddress(base, key, undefined);
	const patchset = shownPatchset(key, known.reading);
	const { account, owner, list } = key;
	return patchset
		? webAddress(base, { account, owner, list, patchset: patchset.id }, undefined)
		: webAddress(base, key, firstMailOf(known.reading, known.content));
}
