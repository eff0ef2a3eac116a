import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { sleep } from '../../src/base/clock.ts';
import { sendMail } from '../../src/review/state/mail-server/send-mail.ts';
import type { Random } from '../kit/mails/random.ts';

/** What the server does with a mail. `isTaken`: it will be on the list, `afterMs` later. */
interface Handling {
	readonly isTaken: boolean;
	readonly afterMs?: number;
	/** Undefined: the connection ends without an answer. */
	readonly answer: string | undefined;
	readonly answersAfterMs?: number;
}

export interface TakenMail {
	readonly messageId: string;
	readonly raw: string;
	readonly at: number;
	/** When it was on the list. */
	arrivedAt: number | undefined;
}

const taken = '250 2.0.0 Queued';

function randomHandling(random: Random): Handling {
	const nth = random.below(100);
	if (nth < 50) return { isTaken: true, answer: taken };
	if (nth < 60) {
		const afterMs = random.chance(50) ? 0 : 4000 + random.below(4000);
		return { isTaken: true, answer: taken, answersAfterMs: random.below(2500), afterMs };
	}
	if (nth < 65) return { isTaken: true, answer: taken, afterMs: 1000 + random.below(4000) };
	if (nth < 75) return { isTaken: true, answer: undefined, answersAfterMs: random.below(300) };
	if (nth < 80) return { isTaken: true, answer: undefined, afterMs: 1000 + random.below(4000) };
	if (nth < 87) return { isTaken: false, answer: undefined };
	if (nth < 95) return { isTaken: false, answer: '451 4.3.0 Try again later' };
	return { isTaken: false, answer: '550 5.7.1 Not this one' };
}

/** The user's mail server, with random faults. It hands the mails that it takes over to the mail server of the forge. */
export class MailProxy {
	/** The mails that it has taken, in order, also those whose senders do not know it. */
	readonly mails: TakenMail[] = [];
	readonly problems: string[] = [];
	/** Takes every mail, without faults. */
	isWell = false;
	readonly #behind: { readonly host: string; readonly port: number };
	readonly #list: string;
	readonly #random: Random;
	readonly #willTake: (messageId: string) => Promise<void>;
	readonly #server: Server;
	readonly #sockets = new Set<Socket>();
	readonly #arriving = new Set<Promise<void>>();
	#isOffline = false;
	#next = Promise.withResolvers<void>();

	/** `willTake`: called before a mail is taken. */
	static async open(options: {
		readonly behind: { readonly host: string; readonly port: number };
		readonly list: string;
		readonly random: Random;
		readonly willTake: (messageId: string) => Promise<void>;
	}): Promise<MailProxy> {
		const proxy = new MailProxy(options);
		proxy.#server.listen(0, '127.0.0.1');
		await once(proxy.#server, 'listening');
		return proxy;
	}

	private constructor({ behind, list, random, willTake }: Parameters<typeof MailProxy.open>[0]) {
		this.#behind = behind;
		this.#list = list;
		this.#random = random;
		this.#willTake = willTake;
		this.#server = createServer((socket) => this.#serve(socket));
	}

	get port(): number {
		return (this.#server.address() as AddressInfo).port;
	}

	set isOffline(isOffline: boolean) {
		this.#isOffline = isOffline;
		if (isOffline) for (const socket of this.#sockets) socket.destroy();
	}

	/** Resolves when the server takes the next mail, before it answers. */
	async takesNext(): Promise<void> {
		await this.#next.promise;
	}

	/** Resolves when all that was taken is on the list. */
	async arrived(): Promise<void> {
		await Promise.all(this.#arriving);
	}

	close(): void {
		this.#server.close();
		for (const socket of this.#sockets) socket.destroy();
	}

	#serve(socket: Socket): void {
		if (this.#isOffline) {
			socket.destroy();
			return;
		}
		this.#sockets.add(socket);
		socket.on('error', () => {});
		socket.on('close', () => this.#sockets.delete(socket));
		const say = (line: string) => socket.write(`${line}\r\n`);
		let rest = '';
		let mail: string[] | undefined;
		say('220 soak');
		socket.on('data', (data) => {
			const lines = (rest + data.toString('utf8')).split('\r\n');
			rest = lines.pop() ?? '';
			for (const line of lines) {
				if (mail && line !== '.') mail.push(line.startsWith('.') ? line.slice(1) : line);
				else if (mail) {
					const raw = mail.join('\r\n');
					mail = undefined;
					this.#handle(raw, socket).catch((error) => this.problems.push(`The mail server: ${error}`));
				} else if (line.startsWith('EHLO')) say('250 8BITMIME');
				else if (line === 'DATA') {
					mail = [];
					say('354 Go on');
				} else say(line === 'QUIT' ? '221 Bye' : '250 OK');
			}
		});
	}

	async #handle(raw: string, socket: Socket): Promise<void> {
		const handling = this.isWell ? { isTaken: true, answer: taken } : randomHandling(this.#random);
		const { isTaken, afterMs = 0, answer, answersAfterMs = 0 }: Handling = handling;
		if (isTaken) {
			const [, messageId = ''] = /^Message-ID: (<.*>)\r$/m.exec(raw) ?? [];
			const mail: TakenMail = { messageId, raw, at: Date.now(), arrivedAt: undefined };
			this.mails.push(mail);
			this.#next.resolve();
			this.#next = Promise.withResolvers();
			await this.#willTake(messageId);
			const arriving = this.#arrive(mail, afterMs);
			this.#arriving.add(arriving);
			if (afterMs === 0) await arriving;
		}
		await sleep(answersAfterMs);
		if (answer === undefined) socket.destroy();
		else socket.write(`${answer}\r\n`);
	}

	async #arrive(mail: TakenMail, afterMs: number): Promise<void> {
		await sleep(afterMs);
		const server = { ...this.#behind, security: 'none', user: undefined } as const;
		const outgoing = { from: 'ana@example.org', to: [this.#list], raw: mail.raw };
		const outcome = await sendMail(server, outgoing, new AbortController().signal);
		if (outcome.kind !== 'sent') this.problems.push(`The forge did not take a mail: ${outcome.message}`);
		mail.arrivedAt = Date.now();
	}
}
