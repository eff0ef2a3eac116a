import { background } from '../../src/base/background.ts';
import type { Forge } from '../../src/sandbox/forge.ts';
import { mailer } from '../kit/forge/lists-forge.ts';
import { startScriptedServer, testPassword } from '../kit/mails/mail-server.ts';

/** Passes a mail on to the lists of a forge. The other recipients have no mailboxes. */
async function passOn({ smtp }: Forge, from: string, to: readonly string[], mail: Buffer): Promise<void> {
	const { send, end } = await mailer(smtp.port);
	await send(
		from,
		to.filter((one) => one.startsWith('~')),
		mail,
	);
	end();
}

/**
 * The mail server of a user, which passes what it takes on to the lists of a forge. `answers`: what it says to the next mails instead of taking
 * them; after `end`, it says nothing, and the connection is lost. `needsLogin`: it asks for a login with the test password.
 */
export async function startMailRelay(forge: () => Forge, { needsLogin = false } = {}) {
	const answers: string[] = [];
	/** All mails that it got, also those that it did not take. */
	const mails: string[] = [];
	const mailbox = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';
	let from = '';
	let to: string[] = [];
	let text: string[] = [];
	const takeLine = (line: string) => {
		if (line !== '.') {
			text.push(line.replace(/^\./, ''));
			return '';
		}
		const mail = text.join('\r\n');
		text = [];
		mails.push(mail);
		const answer = answers.shift();
		if (answer === undefined) background(passOn(forge(), from, to, Buffer.from(mail, 'latin1')));
		return answer;
	};
	const server = await startScriptedServer((line, isText) => {
		if (isText) return takeLine(line);
		const [command = '', ...words] = line.split(/[ :]/);
		if (command === 'EHLO' && needsLogin) return '250-test\r\n250-8BITMIME\r\n250 AUTH PLAIN';
		if (command === 'AUTH') {
			const [, , password] = Buffer.from(words.at(-1) ?? '', 'base64')
				.toString('utf8')
				.split('\0');
			return password === testPassword ? '235 2.7.0 Accepted' : '535 5.7.8 Authentication failed';
		}
		if (command === 'MAIL') [from, to] = [mailbox(line), []];
		if (command === 'RCPT') to.push(mailbox(line));
		return undefined;
	});
	return { ...server, mails, answers };
}
