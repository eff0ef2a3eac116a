import { readableAddress } from '../../mail/compose/mail-document.ts';
import type { Address } from '../../mail/message/mail.ts';
import { tickItems } from '../../platform/editor/boxes/tick-box.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import type { PreparedMail } from '../state/prepare-mail.ts';

/** The recipients that the user has left out: their addresses in lower case. */
export type LeftOut = ReadonlySet<string>;

/** The address in lower case. */
export const addressKey = ({ email }: Address): string => email.toLowerCase();

/** All who get a copy of mails, each once. */
export function copiedTo(mails: readonly PreparedMail[]): readonly Address[] {
	const all = new Map<string, Address>();
	for (const one of mails.flatMap(({ mail }) => mail.cc))
		if (!all.has(addressKey(one))) all.set(addressKey(one), one);
	return [...all.values()];
}

export const isLeftOut = (leftOut: LeftOut, address: Address): boolean => leftOut.has(addressKey(address));

/** Mails without the recipients that the user has left out. */
export const withoutRecipients = (
	mails: readonly PreparedMail[],
	leftOut: LeftOut,
): readonly PreparedMail[] =>
	mails.map((prepared) =>
		prepared.mail.cc.some((one) => isLeftOut(leftOut, one))
			? {
					...prepared,
					mail: { ...prepared.mail, cc: prepared.mail.cc.filter((one) => !isLeftOut(leftOut, one)) },
				}
			: prepared,
	);

export const notAccepted = 'not accepted by mail servers';

/** Asks who gets a copy of mails. The recipient after `To` always gets them. */
export async function askForRecipients(mails: readonly PreparedMail[], leftOut: LeftOut): Promise<LeftOut> {
	const items = copiedTo(mails).map((address) => ({
		label: escapeIcons(readableAddress(address)),
		picked: !isLeftOut(leftOut, address),
		email: addressKey(address),
	}));
	const unreachable = [...new Set(mails.flatMap((one) => one.unreachable ?? []))].join(', ');
	const note = unreachable && `. No copy to ${unreachable} (${notAccepted})`;
	const to = [...new Set(mails.map(({ mail }) => mail.to))].join(', ');
	const chosen = await tickItems(items, {
		title: 'Recipients',
		placeholder: `To ${to}. Choose who gets a copy${note}`,
	});
	if (!chosen) return leftOut;
	const shown = new Set(items.map(({ email }) => email));
	const kept = new Set(chosen.map(({ email }) => email));
	// Recipients who were left out and are not shown now stay left out.
	return new Set([...shown, ...leftOut].filter((email) => !kept.has(email)));
}
