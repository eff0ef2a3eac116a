import assert from 'node:assert/strict';
import net from 'node:net';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { background } from '../../../../../src/base/background.ts';
import { fieldOf } from '../../../../../src/base/field-of.ts';
import { mailText } from '../../../../../src/mail/compose/mail-text.ts';
import { parseMail } from '../../../../../src/mail/message/parse-mail.ts';
import type { MailServer } from '../../../../../src/review/state/mail-server/mail-server.ts';
import { checkServer, sendMail } from '../../../../../src/review/state/mail-server/send-mail.ts';
import type { SendOutcome } from '../../../../../src/review/state/mail-server/send-outcome.ts';
import { type SmtpStep, smtpLimits } from '../../../../../src/review/state/mail-server/smtp-session.ts';
import { testAuthority, testCertificate } from '../../../../kit/mails/mail-certificate.ts';
import {
	refusal,
	type ServerScript,
	startScriptedServer,
	startMailServer as startWith,
	testPassword,
} from '../../../../kit/mails/mail-server.ts';
import { endings } from '../../../../tools/endings.ts';

const startMailServer = (options: Parameters<typeof startWith>[0] = {}) =>
	startWith({ ...testCertificate, ...options });

const from = 'ana@example.org';
const to = ['list@lists.example.org', 'bob@example.org'];
const rawWith = (body: string) =>
	mailText(
		[
			['From', from],
			['To', to[0] ?? ''],
			['Subject', 'Re: [PATCH] A patch'],
		],
		body,
	);
const raw = rawWith('Fine.\n.\n..two dots\n');
const never = new AbortController().signal;
const options = { authorities: [testAuthority], password: testPassword };

describe('Sending a mail', () => {
	const ending = endings();

	const started = async <T extends { readonly stop: () => Promise<void> }>(
		starting: Promise<T>,
	): Promise<T> => {
		const server = await starting;
		ending(server.stop);
		return server;
	};
	const serverAt = (port: number, rest: Partial<MailServer> = {}): MailServer => ({
		host: '127.0.0.1',
		port,
		security: 'starttls',
		user: undefined,
		...rest,
	});
	const plain = (port: number) => serverAt(port, { security: 'none' });
	const scripted = (script: ServerScript, greeting?: string) =>
		started(startScriptedServer(script, greeting));
	const send = (server: MailServer, mail = raw) => sendMail(server, { from, to, raw: mail }, never, options);
	const text = (outcome: SendOutcome) => (outcome.kind === 'sent' ? outcome.answer : outcome.message);

	for (const security of ['starttls', 'tls'] as const) {
		it(`is encrypted with ${security}, after a login`, async () => {
			const server = await started(startMailServer({ needsLogin: true, secure: security === 'tls' }));
			const outcome = await send(serverAt(server.port, { security, user: 'ana' }));
			assert.equal(outcome.kind, 'sent', text(outcome));
			const [mail] = server.received;
			assert.deepEqual({ ...mail, text: '' }, { from, to, text: '', isSecure: true, user: 'ana' });
			assert.equal(mail?.text, raw.replaceAll('\n', '\r\n'));
		});
	}

	for (const method of ['PLAIN', 'LOGIN', 'CRAM-MD5']) {
		it(`logs in with ${method}`, async () => {
			const server = await started(startMailServer({ needsLogin: true, authMethods: [method] }));
			const at = serverAt(server.port, { user: 'ana' });
			assert.deepEqual(await checkServer(at, never, options), { kind: 'ready' });
		});
	}

	it('stops before the login if the password would not be encrypted', async () => {
		const outcome = await send(serverAt(1, { host: 'smtp.example.org', security: 'none', user: 'ana' }));
		assert.equal(outcome.kind, 'wrong-settings');
		assert.match(text(outcome), /never sent .* without encryption/);
	});

	it('hides the password, which a server repeats', async () => {
		const server = await scripted((line) => {
			if (line.startsWith('EHLO')) return '250-test\r\n250 AUTH PLAIN';
			const [, login] = /^AUTH PLAIN (.*)/.exec(line) ?? [];
			return (
				login &&
				`535 Not ${Buffer.from(login, 'base64').toString().replaceAll('\0', ' ')} ${line} ${login.replace(/=+$/, '')}`
			);
		});
		const outcome = await send(serverAt(server.port, { security: 'none', user: 'ana' }));
		assert.equal(outcome.kind, 'wrong-password');
		assert.match(text(outcome), /refused the user name or the password: Not ana ••• AUTH PLAIN ••• •••\./);
	});

	it('is encoded for a server that takes only ASCII, and means the same', async () => {
		const body = '> naïve\n\nGrüße: 1 = 1\n';
		const server = await started(startMailServer({ hide8BITMIME: true }));
		const wide = await started(startMailServer());
		for (const { port } of [server, wide])
			assert.equal((await send(serverAt(port), rawWith(body))).kind, 'sent');
		const [encoded = '', plain = ''] = [server, wide].map(({ received }) => received[0]?.text);
		assert.match(encoded, /^[\r\n -~]*$/);
		assert.match(plain, /Content-Transfer-Encoding: 8bit\r\n\r\n> naïve/);
		for (const one of [encoded, plain]) assert.equal(parseMail(one).text.replaceAll('\r', ''), body);
	});

	it('has no line that is too long', async () => {
		const server = await started(startMailServer());
		await send(serverAt(server.port), `Subject: a\nContent-Transfer-Encoding: 7bit\n\n${'x'.repeat(3000)}\n`);
		const lines = server.received[0]?.text.split('\r\n') ?? [];
		assert.ok(lines.length > 30 && lines.every((line) => line.length <= 76));
	});

	const refusals: readonly (readonly [
		what: string,
		server: SMTPServerOptions & { readonly needsLogin?: boolean },
		user: string | undefined,
		kind: SendOutcome['kind'],
		message: RegExp,
	])[] = [
		[
			'a server that wants a login',
			{ needsLogin: true },
			undefined,
			'wrong-settings',
			/sends no mail without a login/,
		],
		['a server without logins', {}, 'ana', 'wrong-settings', /offers no login/],
		[
			'a server that takes only tokens',
			{ needsLogin: true, authMethods: ['XOAUTH2'] },
			'ana',
			'wrong-settings',
			/takes no passwords, only XOAUTH2/,
		],
		[
			'a server without STARTTLS',
			{ hideSTARTTLS: true, disabledCommands: ['STARTTLS', 'AUTH'] },
			undefined,
			'wrong-settings',
			/offers no encryption/,
		],
		[
			'a sender that is refused',
			{ onMailFrom: (_, __, done) => done(refusal(550, 'No such sender')) },
			undefined,
			'refused',
			/refused the mail: No such sender/,
		],
		[
			'a mail that is refused at its end',
			{ onData: (stream, _, done) => stream.resume().on('end', () => done(refusal(554, 'Spam'))) },
			undefined,
			'refused',
			/refused the mail: Spam/,
		],
		[
			'greylisting of the recipients',
			{ onRcptTo: (_, __, done) => done(refusal(450, 'Greylisted')) },
			undefined,
			'later',
			/bob@example.org \(Greylisted\) yet/,
		],
		[
			'greylisting of the mail',
			{ onData: (stream, _, done) => stream.resume().on('end', () => done(refusal(451, 'Greylisted'))) },
			undefined,
			'later',
			/cannot do this now: Greylisted/,
		],
		['a mail that is too large', { size: 100 }, undefined, 'refused', /size|large/i],
	];
	for (const [what, serverOptions, user, kind, message] of refusals) {
		it(`reports ${what}`, async () => {
			const server = await started(startMailServer(serverOptions));
			const outcome = await send(serverAt(server.port, { user }));
			assert.equal(outcome.kind, kind, text(outcome));
			assert.match(text(outcome), message);
			assert.deepEqual(server.received, []);
		});
	}

	for (const hidePIPELINING of [false, true]) {
		it(`sends nothing if one of two recipients is refused, ${hidePIPELINING ? 'without' : 'with'} pipelining`, async () => {
			const server = await started(
				startMailServer({
					hidePIPELINING,
					onRcptTo: ({ address }, _, done) => done(address === to[1] ? refusal(550, 'No such user.') : null),
				}),
			);
			assert.deepEqual(await send(serverAt(server.port)), {
				kind: 'refused',
				message: '127.0.0.1 does not accept mail to bob@example.org (No such user).',
				recipients: [{ address: 'bob@example.org', answer: 'No such user.' }],
			});
			assert.deepEqual(server.received, []);
		});
	}

	it('refuses an address that could be a command', async () => {
		const outcome = await sendMail(plain(1), { from, to: ['a@b.example>\r\nDATA'], raw }, never, options);
		assert.equal(outcome.kind, 'refused');
	});

	it('reports a wrong password', async () => {
		const server = await started(startMailServer({ needsLogin: true }));
		const at = serverAt(server.port, { user: 'ana' });
		const outcome = await sendMail(at, { from, to, raw }, never, { ...options, password: 'wrong' });
		assert.equal(outcome.kind, 'wrong-password');
		assert.match(text(outcome), /Authentication failed/);
	});

	it('trusts no certificate of an unknown authority', async () => {
		for (const security of ['starttls', 'tls'] as const) {
			const server = await started(startMailServer({ secure: security === 'tls' }));
			const at = serverAt(server.port, { security });
			const outcome = await sendMail(at, { from, to, raw }, never);
			assert.equal(outcome.kind, 'untrusted-certificate');
			assert.match(text(outcome), /does not trust its certificate/);
		}
	});

	it('trusts no certificate of another host', async () => {
		const server = await started(startMailServer());
		const outcome = await send(serverAt(server.port, { host: 'localhost' }));
		assert.equal(outcome.kind, 'untrusted-certificate');
		assert.match(text(outcome), /not for localhost/);
	});

	it('says what is wrong with the encryption that was chosen', async () => {
		const { port } = await started(startMailServer());
		const outcome = await send(serverAt(port, { security: 'tls' }));
		assert.equal(outcome.kind, 'wrong-settings');
		assert.match(text(outcome), /does not encrypt connections with TLS at port \d+. Choose STARTTLS/);
	});

	it('takes what comes unencrypted after STARTTLS for nothing', async () => {
		let isEncrypted = false;
		const server = await scripted((line) => {
			// The random bytes of the handshake can contain a line break. An answer to them would end it.
			if (isEncrypted) return '';
			if (line.startsWith('EHLO')) return '250-test\r\n250 STARTTLS';
			isEncrypted = line === 'STARTTLS';
			return isEncrypted ? '220 Go on\r\n250-test\r\n250 AUTH PLAIN' : undefined;
		});
		const limits = { ...smtpLimits, connectMs: 100 };
		const at = serverAt(server.port, { user: 'ana' });
		assert.equal((await sendMail(at, { from, to, raw }, never, { ...options, limits })).kind, 'later');
		assert.deepEqual(server.lines.slice(0, 2), ['EHLO [127.0.0.1]', 'STARTTLS']);
		assert.ok(!server.lines.some((line) => line.startsWith('AUTH')));
	});

	it('reports a host that does not exist or listen', async () => {
		const { port, stop } = await startMailServer();
		await stop();
		assert.deepEqual(await send(plain(port)), {
			kind: 'later',
			message: `127.0.0.1:${port} refused the connection.`,
		});
		const unknown = await send(serverAt(25, { host: 'no-such-host.invalid' }));
		assert.equal(unknown.kind, 'later');
		assert.match(text(unknown), /no-such-host\.invalid/);
	});

	it('gives each address of a server far away the time to answer', async () => {
		const server = await started(startMailServer());
		const connect = mock.method(net, 'connect');
		try {
			assert.equal((await send(serverAt(server.port))).kind, 'sent');
		} finally {
			connect.mock.restore();
		}
		const timeouts = connect.mock.calls.map(({ arguments: [options] }) =>
			fieldOf(options, 'autoSelectFamilyAttemptTimeout'),
		);
		assert.deepEqual(timeouts, [smtpLimits.addressMs]);
		assert.ok(smtpLimits.addressMs > net.getDefaultAutoSelectFamilyAttemptTimeout());
	});

	const isEnd = (line: string, isText: boolean) => isText && line === '.';
	const drops: readonly (readonly [string, ServerScript, SendOutcome['kind']])[] = [
		['before it has the mail', (line) => (line === 'DATA' ? 'end' : undefined), 'later'],
		[
			'after it has the mail and before it says so',
			(line, isText) => (isEnd(line, isText) ? 'end' : undefined),
			'unknown',
		],
		['after it has said that it has the mail', (line) => (line === 'QUIT' ? 'end' : undefined), 'sent'],
		['to announce that it stops', (line) => (line.startsWith('MAIL') ? '421 Stopping' : undefined), 'later'],
		[
			'with an answer of another protocol',
			(line, isText) => (isEnd(line, isText) ? 'HTTP/1.1 400' : undefined),
			'unknown',
		],
	];
	for (const [when, script, kind] of drops) {
		it(`is ${kind} if the server ends the connection ${when}`, async () => {
			const { port } = await scripted(script);
			const outcome = await send(plain(port));
			assert.equal(outcome.kind, kind, text(outcome));
		});
	}

	const hangs: readonly (readonly [
		command: string,
		step: SmtpStep,
		script: ServerScript,
		greeting: string | undefined,
		kind: SendOutcome['kind'],
	])[] = [
		['the connection', 'connect', () => undefined, '', 'later'],
		['EHLO', 'connect', (line) => (line.startsWith('EHLO') ? '' : undefined), undefined, 'later'],
		['a recipient', 'envelope', (line) => (line.startsWith('RCPT') ? '' : undefined), undefined, 'later'],
		['DATA', 'envelope', (line) => (line === 'DATA' ? '' : undefined), undefined, 'later'],
		['the mail', 'delivery', (line, isText) => (isEnd(line, isText) ? '' : undefined), undefined, 'unknown'],
	];
	for (const [command, step, script, greeting, kind] of hangs) {
		it(`is ${kind} if the server does not answer ${command}`, async () => {
			const { port } = await scripted(script, greeting);
			const limits = { ...smtpLimits, [`${step}Ms`]: 30 };
			const outcome = await sendMail(plain(port), { from, to, raw }, never, { ...options, limits });
			assert.equal(outcome.kind, kind, text(outcome));
			assert.match(text(outcome), /in time/);
		});

		it(`is ${kind === 'later' ? 'not sent' : kind} if it is cancelled while the server does not answer ${command}`, async () => {
			const reached = Promise.withResolvers<void>();
			const { port } = await scripted((line, isText) => {
				const answer = script(line, isText);
				if (answer === '') reached.resolve();
				return answer;
			}, greeting);
			if (greeting === '') reached.resolve();
			const cancellation = new AbortController();
			const sending = sendMail(plain(port), { from, to, raw }, cancellation.signal, options);
			await reached.promise;
			cancellation.abort();
			assert.equal((await sending).kind, kind === 'later' ? 'cancelled' : kind);
		});
	}

	it('has a limit for each step, and none from the step before', async () => {
		const reached = Promise.withResolvers<void>();
		const { port } = await scripted((line, isText) => {
			if (!isEnd(line, isText)) return undefined;
			reached.resolve();
			return '';
		});
		mock.timers.enable({ apis: ['setTimeout'] });
		try {
			const cancellation = new AbortController();
			const sending = sendMail(plain(port), { from, to, raw }, cancellation.signal, options);
			await reached.promise;
			mock.timers.tick(smtpLimits.patienceMs);
			const outcome = await sending;
			assert.match(text(outcome), /has the mail, but has not confirmed it yet\.$/);
			mock.timers.tick(smtpLimits.deliveryMs - smtpLimits.patienceMs - 1);
			await setImmediate();
			cancellation.abort();
			const answer = (outcome.kind === 'unknown' && (await outcome.answered)) || assert.fail();
			assert.match(text(answer), /when sending was cancelled/);
		} finally {
			mock.timers.reset();
		}
	});

	it('is unknown after some time to those who wait, and sent if the server confirms it later', async () => {
		const confirm = Promise.withResolvers<void>();
		const onData: SMTPServerOptions['onData'] = (stream, _, done) => {
			stream.resume();
			stream.on('end', () => background(confirm.promise.then(() => done(null))));
		};
		const { port } = await started(startMailServer({ onData }));
		const limits = { ...smtpLimits, patienceMs: 1 };
		const outcome = await sendMail(plain(port), { from, to, raw }, never, { ...options, limits });
		confirm.resolve();
		assert.equal(outcome.kind === 'unknown' && (await outcome.answered)?.kind, 'sent', text(outcome));
	});

	it('sends nothing if it is cancelled before', async () => {
		const { port, lines } = await scripted(() => undefined);
		const outcome = await sendMail(plain(port), { from, to, raw }, AbortSignal.abort(), options);
		assert.equal(outcome.kind, 'cancelled');
		assert.deepEqual(lines, []);
	});

	const floods: readonly (readonly [string, string])[] = [
		['a line without an end', `220 ${'x'.repeat(200_000)}`],
		['an answer without an end', '220-more\r\n'.repeat(20_000)],
		['answers to no command', '220 hello\r\n'.repeat(20_000)],
	];
	for (const [what, greeting] of floods) {
		it(`ends at ${what}`, async () => {
			const { port } = await scripted((line) => (line.startsWith('EHLO') ? '' : undefined), greeting);
			const outcome = await send(plain(port));
			assert.equal(outcome.kind, 'wrong-settings', text(outcome));
			assert.match(text(outcome), /does not answer like a mail server/);
		});
	}
});
