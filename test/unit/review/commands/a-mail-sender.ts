import type { SecretStorage } from 'vscode';
import { Log } from '../../../../src/base/log/log.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import '../../../kit/window/editor.ts';

const { MailSender } = await import('../../../../src/review/commands/mail-server/mail-sender.ts');

/** Sends mails through the server of the setting `tildeforge.mailServer`. Git is not used. */
export async function aMailSender() {
	const store = { get: async () => undefined } as Partial<SecretStorage> as SecretStorage;
	return new MailSender(store, new Secrets(), new Log(() => {}), async () => {});
}
