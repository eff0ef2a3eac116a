import { fieldOf } from '../../../base/field-of.ts';
import { mailPerson } from '../../../mail/compose/header-field.ts';
import { readAddresses } from '../../../mail/message/address.ts';
import type { Address } from '../../../mail/message/mail.ts';
import type { AccountName } from '../../../signin/sessions/session.ts';
import type { GitMailSettings } from './git-mail-settings.ts';
import { isHost, type MailSecurity, type MailServer, parseServerName, usualPorts } from './mail-server.ts';

const securities: readonly MailSecurity[] = ['starttls', 'tls', 'none'];

/** The value of the setting `tildeforge.mailServer`. */
export interface MailServerSetting {
	readonly host: string;
	readonly port?: number;
	readonly security?: MailSecurity;
	readonly user?: string;
	/** An address, with or without a name. */
	readonly from?: string;
	/** What differs for single accounts (`~bob@forge.test`) and forges (`forge.test`). */
	readonly accounts?: Readonly<Record<string, unknown>>;
}

/** The name of an account in the setting. */
export const accountKey = ({ account, instance }: AccountName): string => `${account}@${instance}`;

/** The parts of the setting for an account and its forge, the most general first. */
function partsFor(setting: unknown, of: AccountName | undefined): readonly unknown[] {
	const accounts = fieldOf(setting, 'accounts');
	return of ? [fieldOf(accounts, of.instance), fieldOf(accounts, accountKey(of))] : [];
}

/** The setting as it counts for an account. One that names another server takes only its sender from the others. */
export function mailSettingOf(setting: unknown, of: AccountName | undefined): unknown {
	const merge = (base: object, part: unknown): object => {
		if (typeof part !== 'object' || part === null) return base;
		return textIn(part, 'host') === '' ? { ...base, ...part } : { from: textIn(base, 'from'), ...part };
	};
	return partsFor(setting, of).reduce(merge, typeof setting === 'object' && setting !== null ? setting : {});
}

/** Whether the setting has a part only for this account or its forge. */
export const hasOwnPart = (setting: unknown, of: AccountName): boolean =>
	partsFor(setting, of).some((part) => typeof part === 'object' && part !== null);

/** Whether the setting names a sender only for this account or its forge. */
export const hasOwnSender = (setting: unknown, of: AccountName): boolean =>
	partsFor(setting, of).some((part) => parseSender(textIn(part, 'from')) !== undefined);

/** What Tildeforge sends mails with. */
export interface MailAccount {
	readonly server: MailServer;
	/** The sender; undefined if it is not known. */
	readonly from: Address | undefined;
	/** The password, if the user has written it into git's configuration. */
	readonly password: string | undefined;
	/** Where the server is from. */
	readonly source: 'settings' | 'git';
}

/**
 * The server of the settings, or else git's. Undefined if there is none. Also undefined if the settings have a host that cannot be used,
 * because the user does not expect git's server instead.
 */
export function mailAccount(setting: unknown, git: GitMailSettings): MailAccount | undefined {
	const own = readMailServer(setting);
	const from = mailSenderOf(setting, git);
	if (own) return { server: own, from, password: undefined, source: 'settings' };
	if (hasWrongHost(setting)) return undefined;
	const { server, password } = git;
	return server && { server, from, password, source: 'git' };
}

/** The sender of the settings, or else git's, with a name if one of them has it. Undefined if there is none. */
export function mailSenderOf(setting: unknown, git: GitMailSettings): Address | undefined {
	const all = [textIn(setting, 'from'), ...git.addresses].flatMap((one) => parseSender(one) ?? []);
	const [sender] = all;
	return sender && { email: sender.email, name: all.find(({ name }) => name !== '')?.name ?? '' };
}

/**
 * The value of the setting, which users edit by hand: its host may have a port, as in the set-up. Undefined if it names no server; other
 * wrong parts are as if they were missing.
 */
export function readMailServer(setting: unknown): MailServer | undefined {
	const text = textIn(setting, 'host').trim();
	const { host, port: named } = isHost(text)
		? { host: text, port: undefined }
		: (parseServerName(text) ?? {});
	if (host === undefined) return undefined;
	const ownPort = fieldOf(setting, 'port');
	const port = isPort(ownPort) ? ownPort : named;
	const usual: MailSecurity = port === usualPorts.tls ? 'tls' : 'starttls';
	const security = securities.find((one) => one === textIn(setting, 'security')) ?? usual;
	const user = textIn(setting, 'user') || undefined;
	return { host, port: port ?? usualPorts[security], security, user };
}

/** Whether the setting has a host that is not that of a server. */
export const hasWrongHost = (setting: unknown): boolean =>
	textIn(setting, 'host').trim() !== '' && readMailServer(setting) === undefined;

function textIn(setting: unknown, name: keyof MailServerSetting): string {
	const value = fieldOf(setting, name);
	return typeof value === 'string' ? value : '';
}

const isPort = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535;

/** The one address in a text such as `Ana <ana@example.org>`; undefined if there is none to which a server would send. */
export function parseSender(text: string): Address | undefined {
	if (/\p{Cc}/u.test(text)) return undefined;
	const [address, ...others] = readAddresses(text, new Set());
	return address && others.length === 0 ? mailPerson(address) : undefined;
}

/** What `parseSender` reads as this address: its name as users write it, without encoded words. */
export function senderText({ name, email }: Address): string {
	if (name === '') return email;
	const isPlain = !/[^\p{L}\p{M}\d' -]/u.test(name);
	return isPlain ? `${name} <${email}>` : `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`;
}
