import assert from 'node:assert/strict';
import tls from 'node:tls';
import { describeSmtpFailure } from '../../../../../src/review/state/mail-server/describe-failure.ts';
import type { MailServer } from '../../../../../src/review/state/mail-server/mail-server.ts';
import type { SendFailure } from '../../../../../src/review/state/mail-server/send-outcome.ts';
import { answerText } from '../../../../../src/review/state/mail-server/server-answer.ts';
import { type SmtpStep, StepTimeout } from '../../../../../src/review/state/mail-server/smtp-session.ts';
import { trustedAuthorities } from '../../../../../src/review/state/mail-server/trusted-authorities.ts';

const server: MailServer = { host: 'smtp.example.org', port: 587, security: 'starttls', user: 'ana' };
const failed = (details: object): Error => Object.assign(new Error('failed'), details);

describe('The failure of a mail server', () => {
	const cases: readonly (readonly [
		error: Error,
		step: SmtpStep,
		kind: SendFailure['kind'],
		message: string,
		server?: Partial<MailServer>,
	])[] = [
		[
			failed({ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }),
			'connect',
			'untrusted-certificate',
			'The connection to smtp.example.org is not secure: its certificate has expired.',
		],
		[
			new AggregateError([failed({ code: 'ECONNREFUSED' }), failed({ code: 'ENETUNREACH' })]),
			'connect',
			'later',
			'smtp.example.org:587 refused the connection.',
		],
		[
			new StepTimeout(),
			'connect',
			'later',
			'smtp.example.org did not respond in time at port 465. Servers expect TLS at this port: choose TLS.',
			{ port: 465 },
		],
		[
			new StepTimeout(),
			'connect',
			'later',
			'smtp.example.org did not respond in time at port 465.',
			{ port: 465, security: 'tls' },
		],
		[
			failed({ code: 'EAUTH', responseCode: 454, response: '454 Try again' }),
			'login',
			'later',
			'smtp.example.org cannot do this now: Try again.',
		],
		[
			failed({ code: 'ETLS', command: 'STARTTLS', responseCode: 454, response: '454 TLS not available' }),
			'connect',
			'later',
			'smtp.example.org cannot do this now: TLS not available.',
		],
		[
			failed({ code: 'EAUTH', responseCode: 538, response: '538 Encrypt first' }),
			'login',
			'wrong-settings',
			'smtp.example.org takes a password only with encryption: Encrypt first.',
		],
		[
			failed({ code: 'EPROTOCOL', responseCode: 554, response: '554 No service' }),
			'connect',
			'wrong-settings',
			'smtp.example.org refused the connection at port 587: No service.',
		],
		[
			failed({ code: 'ECONNECTION', command: 'CONN', responseCode: 554, response: '554 Too many errors' }),
			'envelope',
			'refused',
			'smtp.example.org refused the mail: Too many errors.',
		],
	];
	for (const [error, step, kind, message, other = {}] of cases) {
		it(`is ${kind}: ${message}`, () => {
			const session = { step, isHandedOver: false, refused: [] };
			const context = { server: { ...server, ...other }, session, isCancelled: false, password: undefined };
			const recipients = kind === 'refused' ? { recipients: [] } : {};
			assert.deepEqual(describeSmtpFailure(error, context), { kind, message, ...recipients });
		});
	}

	it('has the answer of the server in one line, without codes and the password', () => {
		const login = Buffer.from('secret').toString('base64');
		assert.equal(answerText('535 535 5.7.8 Wrong\r\n535-5.7.8 password', {}), 'Wrong password');
		assert.equal(answerText('550 ', {}), '550');
		assert.equal(
			answerText(`550-No\n550 mail\u202e for secret or ${login}`, { password: 'secret' }),
			'No mail for ••• or •••',
		);
	});
});

describe('The authorities that are trusted', () => {
	it('are those of Node, and those of the system unless they are turned off', () => {
		const own = tls.getCACertificates('default');
		assert.deepEqual(trustedAuthorities(false), own);
		assert.deepEqual(trustedAuthorities(true), [...own, ...tls.getCACertificates('system')]);
	});
});
