import { homedir } from 'node:os';
import { parseConfig, type Setting } from '../../../platform/git/config.ts';
import { type Git, runGit } from '../../../platform/git/run-git.ts';
import { isHost, isOnThisMachine, type MailSecurity, type MailServer } from './mail-server.ts';

/** What git knows of the user's mail. */
export interface GitMailSettings {
	/** The server of `git send-email`; undefined if git has none. */
	readonly server: MailServer | undefined;
	/** The password that the user has written into git's configuration. */
	readonly password: string | undefined;
	/** Whether `git send-email` gives mails to a program instead, which Tildeforge does not run. */
	readonly usesProgram: boolean;
	/** The addresses with which the user sends mails and commits, with names, best first. */
	readonly addresses: readonly string[];
}

/** The configuration of git that belongs to the user and the machine. That of a folder is not read: it could lead mails and passwords elsewhere. */
const scopes = ['--system', '--global'];
const namedPorts: Readonly<Record<string, number>> = {
	smtp: 25,
	submission: 587,
	smtps: 465,
	submissions: 465,
};

/** Reads the settings of `git send-email`. A configuration that cannot be read has none. */
export async function readGitMailSettings(git: Git): Promise<GitMailSettings> {
	const outputs = await Promise.all(
		scopes.map((scope) => runGit(git, homedir(), ['config', scope, '--includes', '--null', '--list'])),
	);
	return gitMailSettings(
		outputs.flatMap((output) => (output.kind === 'done' ? parseConfig(output.output) : [])),
	);
}

/** The settings of `git send-email` in a configuration. Later entries replace earlier ones, and those of `sendemail.identity` all others. */
export function gitMailSettings(settings: readonly Setting[]): GitMailSettings {
	const last = (section: string, subsection: string | undefined, name: string): string | undefined =>
		settings.findLast(
			(setting) => setting.section === section && setting.subsection === subsection && setting.name === name,
		)?.value;
	const identity = last('sendemail', undefined, 'identity');
	const value = (name: string): string | undefined =>
		(identity === undefined ? undefined : last('sendemail', identity, name)) ??
		last('sendemail', undefined, name);
	const host = value('smtpserver');
	const [name, email] = [last('user', undefined, 'name'), last('user', undefined, 'email')];
	const author = email !== undefined && name !== undefined ? `${quoted(name)} <${email}>` : email;
	const isProgram = host !== undefined && /^[/~!]|^[a-z]:[\\/]/i.test(host);
	return {
		server: host === undefined || !isHost(host) ? undefined : serverOf(host, value),
		password: value('smtppass') || undefined,
		usesProgram: isProgram || value('sendmailcmd') !== undefined,
		addresses: [...new Set([value('from'), author].filter((one) => one !== undefined))],
	};
}

/** Commas, parentheses and the like have a meaning in addresses, but not in the name of git's user. */
const quoted = (name: string): string => `"${name.replace(/["\\]/g, '\\$&')}"`;

function serverOf(host: string, value: (name: string) => string | undefined): MailServer {
	const encryption = value('smtpencryption')?.toLowerCase();
	const security = securityOf(host, encryption);
	const port = value('smtpserverport')?.trim() ?? '';
	const number = namedPorts[port.toLowerCase()] ?? (/^\d{1,5}$/.test(port) ? Number(port) : 0);
	const isPort = number >= 1 && number <= 65_535;
	return {
		host,
		port: isPort ? number : security === 'tls' ? 465 : 25,
		security,
		user: value('smtpuser') || undefined,
	};
}

/** Git encrypts only if it is told to. Tildeforge does so unless the server is on this machine. */
function securityOf(host: string, encryption: string | undefined): MailSecurity {
	if (encryption === 'ssl') return 'tls';
	return encryption !== 'tls' && isOnThisMachine(host) ? 'none' : 'starttls';
}
