import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { MailRefused } from './inbox.ts';
import type { Lists } from './lists.ts';

const sizeLimit = 10 * 1024 * 1024;

/** The SMTP server. It trusts every sender's address, because it listens only on a loopback address. */
export interface Smtp {
	readonly host: string;
	readonly port: number;
	stop(): Promise<void>;
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** The error that a mailer sees for a failed delivery. It hides the details of internal errors. */
const toSmtpError = (error: unknown) =>
	error instanceof MailRefused
		? refusal(550, `5.7.1 ${error.message}`)
		: refusal(451, '4.3.0 Something went wrong.');

/** The bytes of a mail. Undefined if it is too large; reading never holds more than the limit. */
async function bytesOf(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
	const parts: Buffer[] = [];
	let length = 0;
	for await (const part of stream) {
		length += part.length;
		if (length <= sizeLimit) parts.push(part);
		else parts.length = 0;
	}
	return length > sizeLimit ? undefined : Buffer.concat(parts);
}

export async function startSmtp(lists: Lists, port: number): Promise<Smtp> {
	const host = '127.0.0.1';
	const server = new SMTPServer({
		banner: 'Tildeforge sandbox',
		disabledCommands: ['AUTH', 'STARTTLS'],
		authOptional: true,
		disableReverseLookup: true,
		logger: false,
		size: sizeLimit,
		closeTimeout: 50,
		onRcptTo({ address }, { envelope: { mailFrom } }, callback) {
			try {
				lists.checkRecipient(address, mailFrom ? mailFrom.address : '');
				callback();
			} catch (error) {
				callback(toSmtpError(error));
			}
		},
		async onData(stream, { envelope: { mailFrom, rcptTo } }, callback) {
			try {
				const raw = await bytesOf(stream);
				if (!raw) return callback(refusal(552, '5.3.4 The mail is too large.'));
				lists.receive(raw, {
					from: mailFrom ? mailFrom.address : '',
					to: rcptTo.map(({ address }) => address),
				});
				callback(null);
			} catch (error) {
				callback(toSmtpError(error));
			}
		},
	});
	// A broken connection concerns only the mailer. Without a listener, the error would end the process.
	server.on('error', () => {});
	await new Promise<void>((resolve, reject) => {
		server.server.once('error', reject);
		server.listen(port, host, resolve);
	});
	const address = server.server.address();
	return {
		host,
		port: typeof address === 'object' && address ? address.port : port,
		stop: () => new Promise((resolve) => server.close(() => resolve())),
	};
}
