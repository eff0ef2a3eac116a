import type { Address } from '../../../mail/message/mail.ts';
import { SearchBox } from '../../../platform/editor/boxes/search-box.ts';
import { TextBox } from '../../../platform/editor/boxes/text-box.ts';
import { type StepExit, Wizard, type WizardStep } from '../../../platform/editor/boxes/wizard.ts';
import { type MailAccount, parseSender, senderText } from '../../state/mail-server/mail-account.ts';
import {
	isOnThisMachine,
	type MailSecurity,
	type MailServer,
	parseServerName,
	usualPorts,
} from '../../state/mail-server/mail-server.ts';
import type { CheckOutcome } from '../../state/mail-server/send-outcome.ts';

interface SetUpOptions {
	/** What is set up so far, or what git uses; undefined if there is nothing. */
	readonly before: MailAccount | undefined;
	/** The sender that is set up, or else that of the forge or of git. */
	readonly from: Address | undefined;
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
	/** The server and user that the password is for, by `passwordKey`. */
	passwordFor: string;
	from: string;
}

export const wrongHost = 'The host in the setting tildeforge.mailServer is not the name of a server.';

export const keepPassword = 'Password (leave empty to keep the stored one)';

const checking = 'Connecting…';

/** Asks for the mail server step by step, and tries it. Undefined if the user leaves. */
export async function askMailSetUp(options: SetUpOptions): Promise<MailSetUp | undefined> {
	const answer = await new MailSetUpWizard(options).run();
	return typeof answer === 'string' ? undefined : answer;
}

const titleOf = (step: number) => `Set Up Sending Mail (${step}/5)`;

function enteredBefore({ before, from }: SetUpOptions): Entered {
	const { server, password = '' } = before ?? {};
	const isUsual = server && server.port === usualPorts[server.security];
	const host = server?.host.includes(':') ? `[${server.host}]` : (server?.host ?? '');
	return {
		name: server && !isUsual ? `${host}:${server.port}` : host,
		security: server?.security ?? 'starttls',
		user: server?.user ?? '',
		password,
		passwordFor: server ? passwordKey(server) : '',
		from: from ? senderText(from) : '',
	};
}

const passwordKey = ({ host, port, user }: MailServer): string => `${user} ${host}:${port}`;

function serverOf({ name, security, user }: Entered): MailServer {
	const { host = '', port } = parseServerName(name) ?? {};
	return { host, port: port ?? usualPorts[security], security, user: user === '' ? undefined : user };
}

class MailSetUpWizard {
	readonly #wizard = new Wizard();
	readonly #options: SetUpOptions;
	readonly #entered: Entered;

	constructor(options: SetUpOptions) {
		this.#options = options;
		this.#entered = enteredBefore(options);
	}

	run(): Promise<MailSetUp | StepExit> {
		return this.#wizard.run(this.#askServer);
	}

	readonly #askServer: WizardStep<MailSetUp> = async () => {
		const entered = this.#entered;
		const { before, gitUsesProgram, hasWrongHost } = this.#options;
		const notes = [
			...(hasWrongHost ? [wrongHost] : []),
			...(before?.source === 'git' ? ["The fields are filled in from git's configuration."] : []),
			...(gitUsesProgram && !before ? ['Git sends mail with a program, which Tildeforge does not run.'] : []),
		];
		const box = new TextBox({
			title: titleOf(1),
			prompt: ['Enter the server that sends your mail (SMTP).', ...notes].join(' '),
			placeholder: 'smtp.example.org or smtp.example.org:587',
			text: entered.name,
			problemOf: (text) => {
				if (text === '') return 'Enter the name of the server.';
				return parseServerName(text) ? undefined : 'Enter a host name, such as smtp.example.org.';
			},
		});
		const answer = await box.askIn(this.#wizard, 'server');
		if (typeof answer === 'string') return answer;
		const { host = '', port } = parseServerName(answer.text) ?? {};
		if (answer.text !== entered.name) {
			if (port === usualPorts.tls) entered.security = 'tls';
			else if (isOnThisMachine(host)) entered.security = 'none';
			else if (entered.security === 'none' || port === usualPorts.starttls) entered.security = 'starttls';
		}
		entered.name = answer.text;
		return this.#askSecurity;
	};

	readonly #askSecurity: WizardStep<MailSetUp> = async () => {
		const entered = this.#entered;
		const typed = parseServerName(entered.name)?.port;
		const rowOf = (security: MailSecurity, label: string, detail?: string) => ({
			label,
			description: `port ${typed ?? usualPorts[security]}`,
			...(detail !== undefined && { detail }),
			id: security,
			enter: () => ({ security }),
		});
		const box = new SearchBox<{ readonly security: MailSecurity }>({
			title: titleOf(2),
			placeholder: 'How is the connection encrypted?',
			active: entered.security,
			rows: [
				rowOf('starttls', 'STARTTLS'),
				rowOf('tls', 'TLS'),
				rowOf(
					'none',
					'Not Encrypted',
					'Others can read your mails. A password is sent only to a server on this machine.',
				),
			],
		});
		const answer = await box.askIn(this.#wizard);
		if (typeof answer === 'string') return answer;
		entered.security = answer.security;
		return this.#askUser;
	};

	readonly #askUser: WizardStep<MailSetUp> = async () => {
		const entered = this.#entered;
		const { check } = this.#options;
		const box = new TextBox({
			title: titleOf(3),
			prompt:
				'Enter your user name at the server, often your mail address. Leave it empty if the server asks for none.',
			placeholder: 'User name',
			text: entered.user,
			checking,
			// With a user name, the server is tried once the password is known.
			check: async (user, signal) =>
				user === '' ? problemOf(await check(serverOf({ ...entered, user }), undefined, signal)) : undefined,
		});
		const answer = await box.askIn(this.#wizard, 'user');
		if (typeof answer === 'string') return answer;
		entered.user = answer.text;
		// Without a user name, there is no password to ask for.
		return entered.user === '' ? this.#askFrom : this.#askPassword;
	};

	readonly #askPassword: WizardStep<MailSetUp> = async () => {
		const entered = this.#entered;
		const { check, passwordOf } = this.#options;
		const server = serverOf(entered);
		const stored = await passwordOf(server);
		const box = new TextBox({
			title: titleOf(4),
			prompt: `Enter the password of ${entered.user} at ${server.host}. It is stored encrypted, and sent to no other server.`,
			placeholder: stored === undefined ? 'Password' : keepPassword,
			text: entered.passwordFor === passwordKey(server) ? entered.password : '',
			isPassword: true,
			checking,
			problemOf: (text) => (text === '' && stored === undefined ? 'Enter the password.' : undefined),
			check: async (text, signal) => problemOf(await check(server, text || stored, signal)),
		});
		const answer = await box.askIn(this.#wizard, `password ${passwordKey(server)}`);
		if (typeof answer === 'string') return answer;
		entered.password = answer.text || (stored ?? '');
		entered.passwordFor = passwordKey(server);
		return this.#askFrom;
	};

	readonly #askFrom: WizardStep<MailSetUp> = async () => {
		const entered = this.#entered;
		const box = new TextBox({
			title: titleOf(5),
			prompt: 'Enter the address that your mails are from. Lists know you by it.',
			placeholder: 'Ana Example <ana@example.org>',
			text: entered.from === '' && entered.user.includes('@') ? entered.user : entered.from,
			problemOf: (text) =>
				parseSender(text) ? undefined : 'Enter one address, such as Ana Example <ana@example.org>.',
		});
		const answer = await box.askIn(this.#wizard, 'from');
		if (typeof answer === 'string') return answer;
		entered.from = answer.text;
		const from = parseSender(entered.from);
		const password = entered.user === '' ? undefined : entered.password;
		return from ? { server: serverOf(entered), password, from } : 'left';
	};
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
