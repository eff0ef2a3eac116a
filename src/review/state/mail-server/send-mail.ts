import { Lifetime } from '../../../base/lifetime.ts';
import { mailAddress } from '../../../mail/compose/header-field.ts';
import { sevenBitMail } from '../../../mail/compose/seven-bit.ts';
import { describeSmtpFailure, wrongSettings } from './describe-failure.ts';
import { isOnThisMachine, type MailServer } from './mail-server.ts';
import type { CheckOutcome, OutgoingMail, SendFailure, SendOutcome } from './send-outcome.ts';
import { answerText } from './server-answer.ts';
import { type SmtpLimits, SmtpSession, smtpLimits } from './smtp-session.ts';
import { trustedAuthorities } from './trusted-authorities.ts';

interface ServerOptions {
	/** The password of the server's user. */
	readonly password?: string | undefined;
	readonly limits?: SmtpLimits;
	/** The certificates, in PEM, of the authorities that are trusted: by default, Node's and the system's. */
	readonly authorities?: readonly string[];
}

/** Longer lines are refused or cut by servers (RFC 5321), in bytes. */
const longestLine = 998;
const passwordMethods = ['PLAIN', 'LOGIN', 'CRAM-MD5'];

/**
 * Sends a mail through the user's mail server, to all recipients or to none. Never rejects: the outcome says whether the mail was sent, was
 * not, or may have been. `signal` cancels at any time, also after a server that says nothing has made it unknown.
 * Reasons: docs/decisions/mail-server.md.
 */
export async function sendMail(
	server: MailServer,
	mail: OutgoingMail,
	signal: AbortSignal,
	options: ServerOptions = {},
): Promise<SendOutcome> {
	const wrong = [mail.from, ...mail.to].find((email) => mailAddress(email) !== email);
	if (wrong !== undefined || mail.to.length === 0) {
		const recipients = mail.to.filter((one) => one === wrong).map((address) => ({ address, answer: '' }));
		const message =
			wrong === undefined
				? 'The mail has no recipient.'
				: `"${wrong}" is not an address to which mails can be sent.`;
		return { kind: 'refused', message, recipients };
	}
	const patience = new Lifetime();
	const silence = Promise.withResolvers<SendOutcome>();
	const reportSilence = () => {
		const message = `${server.host} has the mail, but has not confirmed it yet.`;
		silence.resolve({ kind: 'unknown', message, answered });
	};
	const { patienceMs } = options.limits ?? smtpLimits;
	const didHandOver = () => patience.timeout(reportSilence, patienceMs);
	const send = async (session: SmtpSession): Promise<SendOutcome> => {
		const isEightBit = !/^[\0-\x7f]*$/.test(mail.raw);
		const bytes = Buffer.from(
			mustBeEncoded(mail.raw, isEightBit && !session.supports8BitMime) ? sevenBitMail(mail.raw) : mail.raw,
		);
		const answer = await session.send(mail, bytes, isEightBit);
		return { kind: 'sent', answer: answerText(answer, { user: server.user, password: options.password }) };
	};
	const answered = inSession(server, signal, options, send, didHandOver).finally(() => patience.dispose());
	return Promise.race([answered, silence.promise]);
}

const mustBeEncoded = (raw: string, isTooWide: boolean): boolean =>
	isTooWide || raw.split('\n').some((line) => Buffer.byteLength(line) > longestLine);

/** Connects and logs in, and sends nothing. */
export const checkServer = (
	server: MailServer,
	signal: AbortSignal,
	options: ServerOptions,
): Promise<CheckOutcome> =>
	inSession<{ readonly kind: 'ready' }>(server, signal, options, async () => ({ kind: 'ready' }));

/** Calls `use` with a session that is encrypted and logged in, as the server is set up. */
async function inSession<Outcome>(
	server: MailServer,
	signal: AbortSignal,
	{ password, limits = smtpLimits, authorities = trustedAuthorities() }: ServerOptions,
	use: (session: SmtpSession) => Promise<Outcome>,
	didHandOver?: () => void,
): Promise<Outcome | SendFailure> {
	const { host, user, security } = server;
	if (user !== undefined && security === 'none' && !isOnThisMachine(host)) {
		return wrongSettings(
			`A password is never sent to ${host} without encryption. Choose STARTTLS or TLS, or remove the user name.`,
		);
	}
	const session = new SmtpSession(server, { limits, authorities, didHandOver }, signal);
	let isFinished = false;
	try {
		await session.connect();
		const problem = user === undefined ? undefined : loginProblem(session, server);
		if (problem !== undefined) return wrongSettings(problem);
		if (user !== undefined) await session.login(user, password ?? '');
		const outcome = await use(session);
		isFinished = true;
		return outcome;
	} catch (error) {
		return describeSmtpFailure(error, { server, session, isCancelled: signal.aborted, password });
	} finally {
		if (isFinished) session.quit();
		else session.close();
	}
}

/** Why the user cannot log in with a password; undefined if they can. */
function loginProblem({ loginMethods }: SmtpSession, { host, port }: MailServer): string | undefined {
	if (loginMethods.length === 0)
		return `${host} offers no login at port ${port}. Remove the user name, or choose another port.`;
	if (loginMethods.some((method) => passwordMethods.includes(method))) return undefined;
	return `${host} takes no passwords, only ${answerText(loginMethods.join(', '), {})}. Use another mail server.`;
}
