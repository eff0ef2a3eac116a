import type { Instance } from '../../../signin/instances/instance.ts';
import { sendMail } from './send-mail.ts';
import type { OutgoingMail, SendOutcome } from './send-outcome.ts';

/** Lists have names such as `~ana/editor-devel`. */
const isList = (address: string): boolean => address.startsWith('~');

/** Sends a mail to the lists of a forge that runs in this window. Its users have no mailboxes. */
export async function sendToSample(
	server: NonNullable<Instance['mailServer']>,
	mail: OutgoingMail,
	signal: AbortSignal,
): Promise<SendOutcome> {
	const to = mail.to.filter(isList);
	if (to.length === 0)
		return { kind: 'refused', message: 'The users of the sample forge have no mailboxes.', recipients: [] };
	return sendMail({ ...server, security: 'none', user: undefined }, { ...mail, to }, signal);
}
