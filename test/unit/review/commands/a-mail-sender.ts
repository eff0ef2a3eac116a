import type { SecretStorage } from 'vscode';
import { Log } from '../../../../src/base/log/log.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import type { ListAccount } from '../../../../src/patches/state/mailing-lists.ts';
import '../../../kit/window/editor.ts';

const { MailSender } = await import('../../../../src/review/commands/mail-server/mail-sender.ts');

/** Sends mails through the server of the setting `tildeforge.mailServer`. Git is not used. */
export async function aMailSender(accounts: () => Promise<readonly ListAccount[]> = async () => []) {
	const store = { get: async () => undefined } as Partial<SecretStorage> as SecretStorage;
	return new MailSender(store, new Secrets(), new Log(() => {}), async () => {}, accounts);
}
