import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that a test server has taken. */
interface ReceivedMail {
	readonly from: string;
	readonly to: readonly string[];
	readonly text: string;
	readonly isSecure: boolean;
	readonly user: string | undefined;
}

interface StartedServer {
	readonly port: number;
	readonly stop: () => Promise<void>;
}

export const testPassword = 'correct horse';

/** An answer of a server to a command that it does not carry out. */
export const refusal = (responseCode: number, text: string) =>
	Object.assign(new Error(text), { responseCode });

/**
 * A mail server on 127.0.0.1, which offers STARTTLS with the `key` and `cert` that it is given, and takes any mail that does not contain `refused`.
 * `needsLogin`: it asks for a login, with any user name and the test password.
 */
export async function startMailServer({
	needsLogin = false,
	refused,
	...options
}: SMTPServerOptions & { readonly needsLogin?: boolean; readonly refused?: string } = {}): Promise<
	StartedServer & { readonly received: readonly ReceivedMail[] }
> {
	const received: ReceivedMail[] = [];
	const server = new SMTPServer({
		logger: false,
		disableReverseLookup: true,
		closeTimeout: 50,
		authOptional: !needsLogin,
		disabledCommands: needsLogin ? [] : ['AUTH'],
		onAuth: ({ username, password, validatePassword, method }, _session, callback) => {
			const isRight =
				String(method) === 'CRAM-MD5' ? validatePassword(testPassword) : password === testPassword;
			if (isRight) callback(null, { user: username });
			else callback(refusal(535, '5.7.8 Authentication failed'));
		},
		onData: (stream, session, callback) => {
			const parts: Buffer[] = [];
			stream.on('data', (part: Buffer) => parts.push(part));
			stream.on('end', () => {
				const text = Buffer.concat(parts).toString('utf8');
				if (refused !== undefined && text.includes(refused)) return callback(refusal(550, 'No'));
				const { mailFrom, rcptTo } = session.envelope;
				received.push({
					from: mailFrom === false ? '' : mailFrom.address,
					to: rcptTo.map(({ address }) => address),
					text,
					isSecure: session.secure,
					user: session.user === undefined ? undefined : String(session.user),
				});
				callback(null);
			});
		},
		...options,
	});
	server.on('error', () => {});
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	const { port } = server.server.address() as AddressInfo;
	return { port, received, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** What a scripted server does at each line that it gets: it sends a text, ends the connection, or says nothing. */
export type ServerScript = (line: string, isText: boolean) => string | 'end' | undefined;

/** A server on 127.0.0.1 that speaks plain SMTP until `script` wants something else. */
export async function startScriptedServer(
	script: ServerScript,
	greeting: string | undefined = '220 test',
): Promise<StartedServer & { readonly lines: readonly string[] }> {
	const lines: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
		if (greeting !== undefined) socket.write(`${greeting}\r\n`);
		let rest = '';
		let isText = false;
		socket.on('data', (data) => {
			const parts = (rest + data.toString('latin1')).split('\r\n');
			rest = parts.pop() ?? '';
			for (const line of parts) {
				lines.push(line);
				const answer = script(line, isText) ?? usualAnswer(line, isText);
				if (isText) isText = line !== '.';
				else if (answer.startsWith('354')) isText = true;
				if (answer === 'end') socket.destroy();
				else if (answer !== '') socket.write(`${answer}\r\n`);
			}
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const stop = async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	};
	return { port: (server.address() as AddressInfo).port, lines, stop };
}

function usualAnswer(line: string, isText: boolean): string {
	if (isText) return line === '.' ? '250 2.0.0 Queued' : '';
	if (line.startsWith('EHLO')) return '250-test\r\n250 8BITMIME';
	if (line === 'DATA') return '354 Go on';
	return line === 'QUIT' ? '221 Bye' : '250 OK';
}
