import type { Address } from '../../../mail/message/mail.ts';
import { type MailAccount, parseSender, senderText } from '../../state/mail-server/mail-account.ts';
import {
	isOnThisMachine,
	type MailSecurity,
	type MailServer,
	parseServerName,
	usualPorts,
} from '../../state/mail-server/mail-server.ts';
import type { CheckOutcome } from '../../state/mail-server/send-outcome.ts';
import { askLine, pickOne, type StepExit } from './set-up-steps.ts';

interface SetUpOptions {
	/** What is set up so far, or what git uses; undefined if there is nothing. */
	readonly before: MailAccount | undefined;
	/** Whether the settings have a host that cannot be used. */
	readonly hasWrongHost: boolean;
	/** Whether git sends mails with a program. */
	readonly gitUsesProgram: boolean;
	/** The stored password of a server. */
	readonly passwordOf: (server: MailServer) => Promise<string | undefined>;
	/** Connects and logs in. */
	readonly check: (
		server: MailServer,
		password: string | undefined,
		signal: AbortSignal,
	) => Promise<CheckOutcome>;
}

/** What the user entered. The server has accepted it. */
export interface MailSetUp {
	readonly server: MailServer;
	/** Undefined if the server asks for no login. */
	readonly password: string | undefined;
	readonly from: Address;
}

/** What was entered so far, so that going back loses nothing. */
interface Entered {
	name: string;
	security: MailSecurity;
	user: string;
	password: string;
	from: string;
}

export const wrongHost = 'The host in the setting tildeforge.mailServer is not the name of a server.';

export const keepPassword = 'Password (leave empty to keep the stored one)';

const totalSteps = 5;
const checking = 'Connecting…';

/** Asks for the mail server step by step, and tries it. Undefined if the user leaves. */
export async function askMailSetUp(options: SetUpOptions): Promise<MailSetUp | undefined> {
	const entered = enteredBefore(options.before);
	const steps = [askServer, askSecurity, askUser, askPassword, askFrom];
	for (let at = 0; ; ) {
		const step = steps[at];
		if (!step) break;
		const end = await step(entered, options);
		if (end === 'left') return undefined;
		// Without a user name, there is no password to ask for.
		const skips = (next: number) => steps[next] === askPassword && entered.user === '';
		at += end === 'back' ? -1 : 1;
		if (skips(at)) at += end === 'back' ? -1 : 1;
	}
	const from = parseSender(entered.from);
	return (
		from && { server: serverOf(entered), password: entered.user === '' ? undefined : entered.password, from }
	);
}

function enteredBefore(before: MailAccount | undefined): Entered {
	const { server, from, password = '' } = before ?? {};
	const isUsual = server && server.port === usualPorts[server.security];
	const host = server?.host.includes(':') ? `[${server.host}]` : (server?.host ?? '');
	return {
		name: server && !isUsual ? `${host}:${server.port}` : host,
		security: server?.security ?? 'starttls',
		user: server?.user ?? '',
		password,
		from: from ? senderText(from) : '',
	};
}

function serverOf({ name, security, user }: Entered): MailServer {
	const { host = '', port } = parseServerName(name) ?? {};
	return { host, port: port ?? usualPorts[security], security, user: user === '' ? undefined : user };
}

type Ended = StepExit | 'next';

async function askServer(entered: Entered, options: SetUpOptions): Promise<Ended> {
	const { before, gitUsesProgram } = options;
	const notes = [
		...(options.hasWrongHost ? [wrongHost] : []),
		...(before?.source === 'git' ? ["The fields are filled in from git's configuration."] : []),
		...(gitUsesProgram && !before ? ['Git sends mail with a program, which Tildeforge does not run.'] : []),
	];
	const answer = await askLine({
		step: 1,
		totalSteps,
		prompt: ['Enter the server that sends your mail (SMTP).', ...notes].join(' '),
		placeholder: 'smtp.example.org or smtp.example.org:587',
		value: entered.name,
		validate: (text) => {
			if (text === '') return 'Enter the name of the server.';
			return parseServerName(text) ? undefined : 'Enter a host name, such as smtp.example.org.';
		},
	});
	if (typeof answer === 'string') return answer;
	const { host = '', port } = parseServerName(answer.text) ?? {};
	if (answer.text !== entered.name) {
		if (port === usualPorts.tls) entered.security = 'tls';
		else if (isOnThisMachine(host)) entered.security = 'none';
		else if (entered.security === 'none') entered.security = 'starttls';
	}
	entered.name = answer.text;
	return 'next';
}

async function askSecurity(entered: Entered): Promise<Ended> {
	const typed = parseServerName(entered.name)?.port;
	const port = (security: MailSecurity) => `port ${typed ?? usualPorts[security]}`;
	const answer = await pickOne<MailSecurity>({
		step: 2,
		totalSteps,
		placeholder: 'How is the connection encrypted?',
		active: entered.security,
		choices: [
			{ value: 'starttls', label: 'STARTTLS', description: port('starttls') },
			{ value: 'tls', label: 'TLS', description: port('tls') },
			{
				value: 'none',
				label: 'Not Encrypted',
				description: port('none'),
				detail: 'Others can read your mails. A password is sent only to a server on this machine.',
			},
		],
	});
	if (typeof answer === 'string') return answer;
	entered.security = answer.value;
	return 'next';
}

async function askUser(entered: Entered, { check }: SetUpOptions): Promise<Ended> {
	const answer = await askLine({
		step: 3,
		totalSteps,
		prompt:
			'Enter your user name at the server, often your mail address. Leave it empty if the server asks for none.',
		placeholder: 'User name',
		value: entered.user,
		checking,
		// With a user name, the server is tried once the password is known.
		check: async (user, signal) =>
			user === '' ? problemOf(await check(serverOf({ ...entered, user }), undefined, signal)) : undefined,
	});
	if (typeof answer === 'string') return answer;
	entered.user = answer.text;
	return 'next';
}

async function askPassword(entered: Entered, { check, passwordOf }: SetUpOptions): Promise<Ended> {
	const server = serverOf(entered);
	const stored = await passwordOf(server);
	const answer = await askLine({
		step: 4,
		totalSteps,
		prompt: `Enter the password of ${entered.user} at ${server.host}. It is stored encrypted, and sent to no other server.`,
		placeholder: stored === undefined ? 'Password' : keepPassword,
		value: entered.password,
		isPassword: true,
		checking,
		validate: (text) => (text === '' && stored === undefined ? 'Enter the password.' : undefined),
		check: async (text, signal) => problemOf(await check(server, text || stored, signal)),
	});
	if (typeof answer === 'string') return answer;
	entered.password = answer.text || (stored ?? '');
	return 'next';
}

async function askFrom(entered: Entered): Promise<Ended> {
	const answer = await askLine({
		step: 5,
		totalSteps,
		prompt: 'Enter the address that your mails are from. Lists know you by it.',
		placeholder: 'Ana Example <ana@example.org>',
		value: entered.from === '' && entered.user.includes('@') ? entered.user : entered.from,
		validate: (text) =>
			parseSender(text) ? undefined : 'Enter one address, such as Ana Example <ana@example.org>.',
	});
	if (typeof answer === 'string') return answer;
	entered.from = answer.text;
	return 'next';
}

/** What is wrong, and what the user can do in the box. */
function problemOf(outcome: CheckOutcome): string | undefined {
	switch (outcome.kind) {
		case 'ready':
			return undefined;
		case 'untrusted-certificate':
			return `${outcome.message} Go back to correct the name of the server, or add its authority to the certificates of this machine.`;
		case 'wrong-password':
			return `${outcome.message} Some servers want a separate password for each application.`;
		case 'later':
			return `${outcome.message} Press Enter to try again, or go back.`;
		default:
			return outcome.message;
	}
}
