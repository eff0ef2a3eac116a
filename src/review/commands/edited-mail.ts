import { readAddresses } from '../../mail/message/address.ts';
import type { PreparedMail } from '../state/prepare-mail.ts';
import { addressKey, withoutRecipients } from '../state/recipients.ts';
import type { OpenMail } from './mail-documents.ts';

/** An answer that the user has edited in its document. */
export interface EditedMail {
	readonly open: OpenMail;
	readonly prepared: PreparedMail;
}

/** The addresses, in lower case, that get a copy only because the user has written them into the document. */
export function addedRecipients({ prepared: { mail, composed = '' } }: EditedMail): readonly string[] {
	const [header = ''] = composed.split('\n\n', 1);
	const before = readAddresses(/^Cc: (.*)/m.exec(header)?.[1] ?? '', new Set());
	return mail.cc.map(addressKey).filter((added) => before.every((one) => addressKey(one) !== added));
}

/**
 * The answer of a review as the user has edited it, in place of what is composed now. Undefined if they are writing another answer to the
 * same mail, such as to its sender only.
 */
export function editedAnswer(
	{ open, prepared }: EditedMail,
	composed: PreparedMail,
	leftOut: ReadonlySet<string>,
): PreparedMail | undefined {
	if (prepared.comments.length === 0 && open.isSeparateFrom(composed)) return undefined;
	const later = open.isOf(withoutRecipients(composed, leftOut).mail) ? '' : ', without later changes';
	return { ...prepared, note: `as you have edited it${later}` };
}
