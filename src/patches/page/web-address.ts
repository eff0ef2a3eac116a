import { isPatchsetKey, listRef, type SeriesKey } from '../../platform/model/keys.ts';
import type { WholeMail } from '../model/whole-mail.ts';

/**
 * The web address of a mail or, without one, of a patchset or of the list of a mail. `base` is the address of the forge's lists. Undefined
 * for a mail without a Message-ID.
 */
export function webAddress(
	base: string,
	key: SeriesKey,
	whole: Pick<WholeMail, 'mail'> | undefined,
): string | undefined {
	const list = `${base.replace(/\/+$/, '')}/${listRef(key)}`;
	if (!whole) return isPatchsetKey(key) ? `${list}/patches/${key.patchset}` : list;
	const { messageId } = whole.mail;
	return messageId === undefined ? undefined : `${list}/${encodeURIComponent(messageId)}`;
}
