import net from 'node:net';
import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import SmtpConnection, { type SMTPConnectionEnvelope } from 'nodemailer/lib/smtp-connection';
import { Lifetime } from '../../../base/lifetime.ts';
import type { MailServer } from './mail-server.ts';

/** How long each step may take. A server that sends a byte now and then gets no more time. */
export interface SmtpLimits {
	/** To connect, encrypt the connection and greet. */
	readonly connectMs: number;
	/** To connect to one of several addresses of the server. By default, Node gives up before a distant server answers. */
	readonly addressMs: number;
	readonly loginMs: number;
	/** To accept the sender and the recipients. */
	readonly envelopeMs: number;
	/** To take the mail. Servers may check it before they answer: ten minutes (RFC 5321). */
	readonly deliveryMs: number;
	/** How long the caller waits for that answer before it sends other mails. */
	readonly patienceMs: number;
	/** To say goodbye, after the mail was sent. */
	readonly quitMs: number;
}

export const smtpLimits: SmtpLimits = {
	connectMs: 30_000,
	addressMs: 3000,
	loginMs: 30_000,
	envelopeMs: 60_000,
	deliveryMs: 600_000,
	patienceMs: 60_000,
	quitMs: 2000,
};

/** The longest answer that is read, in bytes. */
const maxAnswer = 64 * 1024;

export type SmtpStep = 'connect' | 'login' | 'envelope' | 'delivery';

/** A step that took longer than its limit. */
export class StepTimeout extends Error {}

interface Envelope {
	readonly from: string;
	readonly to: readonly string[];
}

export interface SmtpOptions {
	readonly limits: SmtpLimits;
	/** The certificates, in PEM, of the authorities that are trusted. */
	readonly authorities: readonly string[];
	/** Called when the whole mail was handed over. */
	readonly didHandOver?: (() => void) | undefined;
}

/** One connection to a mail server, for one mail. */
export class SmtpSession {
	readonly #server: MailServer;
	readonly #options: SmtpOptions;
	readonly #lifetime = new Lifetime();
	readonly #failure = Promise.withResolvers<never>();
	#connection: SmtpConnection | undefined;
	/** nodemailer adds the server's answers about the recipients. */
	#envelope: SMTPConnectionEnvelope | undefined;
	#timer = this.#lifetime.child();
	#step: SmtpStep = 'connect';
	#isHandedOver = false;
	/** The answer to EHLO, a line for each extension of the server. */
	#extensions = '';

	constructor(server: MailServer, options: SmtpOptions, signal: AbortSignal) {
		this.#server = server;
		this.#options = options;
		// The promise rejects whenever the connection ends, also when nothing waits for it.
		this.#failure.promise.catch(() => {});
		const abort = () => this.#failure.reject(signal.reason);
		signal.addEventListener('abort', abort);
		this.#lifetime.add({ dispose: () => signal.removeEventListener('abort', abort) });
		if (signal.aborted) abort();
	}

	get step(): SmtpStep {
		return this.#step;
	}

	/** Whether the whole mail was handed to the connection, so that the server may have it. */
	get isHandedOver(): boolean {
		return this.#isHandedOver;
	}

	async connect(): Promise<void> {
		const { host, port, security } = this.#server;
		const { limits, authorities } = this.#options;
		this.#begin('connect', limits.connectMs);
		const socket = net.connect({ host, port, autoSelectFamilyAttemptTimeout: limits.addressMs });
		this.#lifetime.add({ dispose: () => socket.destroy() });
		await this.#waitFor<void>((done) => {
			socket.once('connect', () => done(null));
			socket.once('error', done);
		});
		const connection = new SmtpConnection({
			connection: socket,
			host,
			port,
			secure: security === 'tls',
			requireTLS: security === 'starttls',
			ignoreTLS: security === 'none',
			// Readers of the mail need not know the name of this machine.
			name: '[127.0.0.1]',
			tls: { ca: [...authorities] },
			connectionTimeout: limits.connectMs,
			greetingTimeout: limits.connectMs,
			socketCloseTimeout: 0,
			maxResponseSize: maxAnswer,
		});
		this.#connection = connection;
		this.#lifetime.add({ dispose: () => connection.close() });
		connection.on('error', this.#failure.reject);
		await this.#waitFor<void>((done) => connection.connect((error) => done(error ?? null)));
		this.#extensions = connection.lastServerResponse || '';
	}

	/** The ways to log in that the server offers. */
	get loginMethods(): readonly string[] {
		const [, methods = ''] = /^250[ -]AUTH[ =](.*)$/im.exec(this.#extensions) ?? [];
		return methods.trim().toUpperCase().split(/\s+/).filter(Boolean);
	}

	get supports8BitMime(): boolean {
		return /^250[ -]8BITMIME\b/im.test(this.#extensions);
	}

	async login(user: string, password: string): Promise<void> {
		this.#begin('login', this.#options.limits.loginMs);
		await this.#waitFor((done) => this.#connected.login({ user, pass: password }, done));
	}

	/** Resolves to the answer of the server when it has taken the mail, for all recipients. */
	async send({ from, to }: Envelope, mail: Buffer, isEightBit: boolean): Promise<string> {
		this.#begin('envelope', this.#options.limits.envelopeMs);
		const lists = { rcptQueue: [], accepted: [], rejected: [], rejectedErrors: [] };
		const envelope: SMTPConnectionEnvelope = {
			from,
			to: [...to],
			size: mail.length,
			use8BitMime: isEightBit,
			...lists,
		};
		this.#envelope = envelope;
		const willRead = (): Error | undefined => {
			if (envelope.rejectedErrors.length > 0) return new Error('Not all recipients were accepted');
			// nodemailer accepts any answer that is not an error. If this one belongs to an earlier command, all later answers are one command late.
			if (!/^354/.test(this.#connected.lastServerResponse || ''))
				return new Error('The server does not wait for the mail');
			this.#begin('delivery', this.#options.limits.deliveryMs);
			this.#isHandedOver = true;
			this.#options.didHandOver?.();
			return undefined;
		};
		const { response } = await this.#waitFor<{ readonly response: string }>((done) =>
			this.#connected.send(envelope, readableMail(mail, willRead), done),
		);
		return response;
	}

	/** The answers to recipients that the server did not accept. */
	get refused(): readonly NodemailerError[] {
		return this.#envelope?.rejectedErrors ?? [];
	}

	/** Says goodbye. The connection ends when the server has answered, or soon. */
	quit(): void {
		this.#timer.dispose();
		this.#connection?.once('end', () => this.close());
		this.#lifetime.timeout(() => this.close(), this.#options.limits.quitMs);
		this.#connection?.quit();
	}

	close(): void {
		this.#lifetime.dispose();
	}

	get #connected(): SmtpConnection {
		if (!this.#connection) throw new Error('The session is not connected');
		return this.#connection;
	}

	#begin(step: SmtpStep, limitMs: number): void {
		this.#step = step;
		this.#timer.dispose();
		this.#timer = this.#lifetime.child();
		this.#timer.timeout(() => this.#failure.reject(new StepTimeout()), limitMs);
	}

	/** Resolves with what `start` passes to its callback. Rejects if the connection ends, the step times out or the caller cancels first. */
	#waitFor<T>(start: (done: (error: Error | null, result?: T) => void) => void): Promise<T> {
		const answered = new Promise<T>((resolve, reject) => {
			start((error, result) => (error ? reject(error) : resolve(result as T)));
		});
		return Promise.race([this.#failure.promise, answered]);
	}
}

/** The mail as a stream. Calls `willRead` when the server is ready for the mail, and fails with the error that this returns. */
const readableMail = (mail: Buffer, willRead: () => Error | undefined): Readable =>
	new Readable({
		read() {
			const error = willRead();
			if (error) {
				this.destroy(error);
				return;
			}
			this.push(mail);
			this.push(null);
		},
	});
