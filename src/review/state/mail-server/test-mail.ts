import { randomUUID } from 'node:crypto';
import { headerAddress, headerText } from '../../../mail/compose/header-field.ts';
import { mailText } from '../../../mail/compose/mail-text.ts';
import type { Address } from '../../../mail/message/mail.ts';
import type { OutgoingMail } from './send-outcome.ts';

/** A mail with which a user finds out whether mails can be sent. It goes to the sender. */
export function testMail(sender: Address, host: string, date: Date): OutgoingMail {
	const address = headerAddress(sender) ?? sender.email;
	const raw = mailText(
		[
			['From', address],
			['To', address],
			['Subject', headerText('Test mail from Tildeforge')],
			['Date', date.toUTCString().replace('GMT', '+0000')],
			['Message-ID', `<${randomUUID()}@${sender.email.split('@')[1] ?? host}>`],
		],
		`Tildeforge sent this mail through ${host}, as you asked it to.\nMails that you send from VS Code are sent the same way.\n`,
	);
	return { from: sender.email, to: [sender.email], raw };
}
