import type { NodemailerError } from 'nodemailer/lib/errors';
import { causes } from '../../../forge/contract/causes.ts';
import { certificateFault, notEncrypted, unreachedMessages, untrusted } from '../../../forge/wire/network.ts';
import { toSentence } from '../../../forge/wire/refusals.ts';
import { type MailServer, usualPorts } from './mail-server.ts';
import type { SendFailure } from './send-outcome.ts';
import { answerText } from './server-answer.ts';
import { type SmtpStep, StepTimeout } from './smtp-session.ts';

interface FailedSession {
	readonly step: SmtpStep;
	readonly isHandedOver: boolean;
	readonly refused: readonly NodemailerError[];
}

interface FailureContext {
	readonly server: MailServer;
	readonly session: FailedSession;
	readonly isCancelled: boolean;
	readonly password: string | undefined;
}

export const wrongSettings = (message: string): SendFailure => ({ kind: 'wrong-settings', message });

/** What a failed session means for the mail. */
export function describeSmtpFailure(error: unknown, context: FailureContext): SendFailure {
	const { server, session, isCancelled } = context;
	const { host } = server;
	const failure: NodemailerError = error instanceof Error ? error : new Error(String(error));
	const { responseCode = 0, response = '' } = failure;
	// An answer to the mail is final. Without one, the server may have it.
	if (session.isHandedOver && !(failure.code === 'EMESSAGE' && responseCode >= 400 && responseCode < 600)) {
		const message = isCancelled
			? `${host} already had the mail when sending was cancelled.`
			: lostAfterwards(error, host);
		return { kind: 'unknown', message };
	}
	if (isCancelled) return { kind: 'cancelled', message: 'Sending was cancelled before the mail left.' };
	if (session.refused.length > 0 && (failure.command === 'RCPT TO' || failure.code === 'ESTREAM'))
		return describeRecipients(context);
	if (responseCode >= 400)
		return describeAnswer(failure, responseCode, toSentence(answerText(response, loginOf(context))), context);
	if (error instanceof StepTimeout || failure.code === 'ETIMEDOUT')
		return describeTimeout(server, session.step);
	return describeConnection(error, failure, server);
}

const lostAfterwards = (error: unknown, host: string): string =>
	error instanceof StepTimeout
		? `${host} did not confirm the mail in time.`
		: `The connection to ${host} was lost before it confirmed the mail.`;

const loginOf = ({ server: { user }, password }: FailureContext) => ({ user, password });

function describeRecipients(context: FailureContext): SendFailure {
	const {
		server: { host },
		session: { refused },
	} = context;
	const recipients = refused.map(({ recipient = '', response = '' }) => ({
		address: recipient,
		answer: answerText(response, loginOf(context)),
	}));
	// An answer is often a sentence.
	const inSentence = (answer: string) => answer.replace(/[.\s]+$/, '');
	const reasons = recipients.map(({ address, answer }) => `${address} (${inSentence(answer)})`).join(', ');
	const isFinal = refused.some(({ responseCode = 0 }) => responseCode >= 500);
	return isFinal
		? { kind: 'refused', message: `${host} does not accept mail to ${reasons}.`, recipients }
		: { kind: 'later', message: `${host} does not accept mail to ${reasons} yet.` };
}

/** The server answered that it does not do what it was asked for. */
function describeAnswer(
	{ code, command = '' }: NodemailerError,
	responseCode: number,
	answer: string,
	{ server: { host, port, user }, session: { step } }: FailureContext,
): SendFailure {
	if (responseCode < 500) return { kind: 'later', message: `${host} cannot do this now: ${answer}` };
	if (command === 'STARTTLS' || (command === 'EHLO' && code === 'ECONNECTION')) {
		return wrongSettings(
			`${host} offers no encryption with STARTTLS at port ${port}. Nothing was sent, as others could read it. Choose TLS, or another port.`,
		);
	}
	if (step === 'login') {
		return responseCode === 530 || responseCode === 538
			? wrongSettings(`${host} takes a password only with encryption: ${answer}`)
			: { kind: 'wrong-password', message: `${host} refused the user name or the password: ${answer}` };
	}
	if (responseCode === 530 && user === undefined) {
		return wrongSettings(`${host} sends no mail without a login: ${answer}`);
	}
	if (step === 'connect') return wrongSettings(`${host} refused the connection at port ${port}: ${answer}`);
	return { kind: 'refused', message: `${host} refused the mail: ${answer}`, recipients: [] };
}

function describeTimeout({ host, port, security }: MailServer, step: SmtpStep): SendFailure {
	const isSilent = step === 'connect' && security !== 'tls' && port === usualPorts.tls;
	const advice = isSilent ? ' Servers expect TLS at this port: choose TLS.' : '';
	return { kind: 'later', message: `${host} did not respond in time at port ${port}.${advice}` };
}

/** The connection failed, or what was received was not SMTP. */
function describeConnection(error: unknown, { code }: NodemailerError, server: MailServer): SendFailure {
	const { host, port, security } = server;
	const codes = [...causes(error)].flatMap((cause) => codesOf(cause));
	if (codes.some((one) => untrusted.test(one))) {
		return {
			kind: 'untrusted-certificate',
			message: `The connection to ${host} is not secure: ${certificateFault(codes, host)}`,
		};
	}
	const unreached = codes.find((one) => one in unreachedMessages);
	if (unreached !== undefined) {
		const name = ['ENOTFOUND', 'EAI_AGAIN'].includes(unreached) ? host : `${host}:${port}`;
		return { kind: 'later', message: unreachedMessages[unreached]?.(name) ?? '' };
	}
	if (codes.some((one) => notEncrypted.test(one))) {
		const advice = security === 'tls' ? ' Choose STARTTLS, or another port.' : '';
		return wrongSettings(`${host} does not encrypt connections with TLS at port ${port}.${advice}`);
	}
	if (code === 'EMESSAGE')
		return { kind: 'refused', message: `The mail is larger than ${host} takes.`, recipients: [] };
	if (code === 'EPROTOCOL' || code === 'ESTREAM')
		return wrongSettings(`${host} does not answer like a mail server at port ${port}.`);
	return { kind: 'later', message: `The connection to ${host} was lost.` };
}

const codesOf = ({ code, originalCode }: NodemailerError): readonly string[] =>
	[originalCode, code].filter((one) => typeof one === 'string');
