import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import { timeOfDay } from '../../../base/clock.ts';
import { fieldOf } from '../../../base/field-of.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { Address } from '../../../mail/message/mail.ts';
import type { ListAccount } from '../../../patches/state/mailing-lists.ts';
import { pick } from '../../../platform/editor/boxes/pick.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import {
	askText,
	showError,
	showInformation,
	showInStatusBar,
	showProgress,
} from '../../../platform/editor/messages.ts';
import { showProgressBeforeQuestion } from '../../../platform/editor/progress-before-question.ts';
import { findProgram } from '../../../platform/git/find-program.ts';
import { type AccountName, accountLabel } from '../../../signin/sessions/session.ts';
import { wrongSettings } from '../../state/mail-server/describe-failure.ts';
import { type GitMailSettings, readGitMailSettings } from '../../state/mail-server/git-mail-settings.ts';
import {
	accountKey,
	hasOwnPart,
	hasOwnSender,
	hasWrongHost,
	type MailAccount,
	type MailServerSetting,
	mailAccount,
	mailSenderOf,
	mailSettingOf,
	readMailServer,
	senderText,
} from '../../state/mail-server/mail-account.ts';
import { loginOf, MailPasswords } from '../../state/mail-server/mail-passwords.ts';
import { type MailServer, usualPorts } from '../../state/mail-server/mail-server.ts';
import { checkServer, sendMail } from '../../state/mail-server/send-mail.ts';
import type {
	CheckOutcome,
	OutgoingMail,
	SendFailure,
	SendOutcome,
} from '../../state/mail-server/send-outcome.ts';
import { testMail } from '../../state/mail-server/test-mail.ts';
import { trustedAuthorities } from '../../state/mail-server/trusted-authorities.ts';
import { senderOfForge } from './forge-sender.ts';
import { askMailSetUp, keepPassword, type MailSetUp, wrongHost } from './set-up-dialog.ts';

const setUpTitle = 'Set Up Sending Mail';
const setUpButton = `${setUpTitle}…`;
const notSetUp = wrongSettings('No mail server is set up.');
/** Git may still have a mail server. A window that may read git's settings sends the mail. */
const notTrusted: SendOutcome = {
	kind: 'later',
	message:
		'The mail server of your git settings is not used in a folder that you do not trust. Trust the folder, or set up a mail server in the settings.',
};
const noGit: GitMailSettings = { server: undefined, password: undefined, usesProgram: false, addresses: [] };

/** Sends mails through the user's mail server: that of the settings, or else git's. */
export class MailSender {
	readonly #passwords: MailPasswords;
	readonly #log: Log;
	/**
	 * The logins that the server has refused, and its answers. Providers also do that to users who send too much, so the password stays stored,
	 * but is not tried again before the user wants that: servers lock accounts after several wrong ones.
	 */
	readonly #refusals = new Map<string, SendFailure>();

	readonly #accounts: () => Promise<readonly ListAccount[]>;

	/** `accounts`: those that can send mails through the user's server. */
	constructor(
		store: vscode.SecretStorage,
		secrets: Secrets,
		log: Log,
		checkStorage: () => Promise<void>,
		accounts: () => Promise<readonly ListAccount[]>,
	) {
		this.#passwords = new MailPasswords(store, secrets, checkStorage);
		this.#log = log;
		this.#accounts = accounts;
	}

	/**
	 * The server and the sender of an account, or what accounts have that are not named; undefined if no server is set up. Nothing is asked, of the
	 * user or of a server.
	 */
	async account(of?: AccountName): Promise<MailAccount | undefined> {
		return mailAccount(setting(of), await this.#readGit());
	}

	/** Whom mails are from by the settings, or else by git's. Undefined if neither has an address. */
	async sender(of?: AccountName): Promise<Address | undefined> {
		return mailSenderOf(setting(of), await this.#readGit());
	}

	/** Whether the settings name a sender for this account or its forge. */
	hasOwnSender(of: AccountName): boolean {
		return hasOwnSender(setting(), of);
	}

	/**
	 * Asks the user for what is missing to send mails: the server, or its password, which the server must accept. Asks also for a password that
	 * was refused. Call it before the user sends something. Undefined if the user leaves, or the server does not let them in.
	 */
	async prepare(of?: AccountName): Promise<MailAccount | undefined> {
		const account = await this.account(of);
		if (!account?.from) return (await this.setUp(of)) && this.account(of);
		const { server } = account;
		if (server.user === undefined) return account;
		const known = await this.#passwordOf(account);
		if (known !== undefined && !this.#refusalOf(server, known)) return account;
		const password = await this.#askPassword(server, known, of);
		if (password === undefined) return undefined;
		if (password !== known) await this.#passwords.set(server, password);
		return account;
	}

	/**
	 * Like `prepare`, but before the user sends mails again. `wereRefused`: some were refused, maybe because of a password that another window tried,
	 * so it is checked. Returns whether to send them. Also true if this window knows no server, because another one may.
	 */
	async prepareAgain(wereRefused: boolean, of?: AccountName): Promise<boolean> {
		const account = await this.account(of);
		if (!account) return true;
		const known = wereRefused ? await this.#passwordOf(account) : undefined;
		if (known !== undefined && !this.#refusalOf(account.server, known)) {
			const { kind } = await this.#checkWithProgress(account.server, known);
			if (kind === 'cancelled') return false;
		}
		return (await this.prepare(of)) !== undefined;
	}

	/** Sends a mail, and never asks the user. `signal` cancels. */
	async send(mail: OutgoingMail, signal: AbortSignal, of?: AccountName): Promise<SendOutcome> {
		const account = await this.account(of);
		if (!account && hasWrongHost(setting(of))) return wrongSettings(wrongHost);
		if (!account) return vscode.workspace.isTrusted ? notSetUp : notTrusted;
		const { server } = account;
		const password = await this.#passwordOf(account);
		if (server.user !== undefined && password === undefined) {
			return {
				kind: 'wrong-password',
				message: `The password of ${server.user} at ${server.host} is not known.`,
			};
		}
		const refusal = this.#refusalOf(server, password);
		if (refusal) return refusal;
		const outcome = await sendMail(server, mail, signal, { password, authorities: authorities() });
		this.#log.info(`Sending a mail: ${outcome.kind}`);
		if (outcome.kind === 'wrong-password') this.#refusals.set(loginOf(server, password), outcome);
		return outcome;
	}

	/** Lets the user set up a server for the account that they choose: `wanted` or all, if one is given. Undefined if they leave. */
	async setUp(wanted?: AccountName): Promise<(MailAccount & { readonly of?: AccountName }) | undefined> {
		const [git, accounts] = await Promise.all([this.#readGit(), this.#accounts()]);
		const offered = accounts.filter(({ session }) => !wanted || accountKey(session) === accountKey(wanted));
		// What is set up for all would not count for it.
		const hasOwn = offered.length === 1 && offered.some(({ session }) => hasOwnPart(setting(), session));
		const chosen = hasOwn || accounts.length < 2 ? offered : await pickAccount(setUpTitle, offered);
		if (!chosen) return undefined;
		const [only] = chosen;
		// With a single account, what is set up is for all that may follow.
		const of = hasOwn || accounts.length > 1 ? only?.session : undefined;
		const before = mailAccount(setting(of), git);
		const known = of && !this.hasOwnSender(of) ? undefined : mailSenderOf(setting(of), noGit);
		const entered = await askMailSetUp({
			before,
			from: known ?? (only && (await senderOfForge(only))) ?? mailSenderOf(setting(of), git),
			hasWrongHost: hasWrongHost(setting(of)),
			gitUsesProgram: git.usesProgram,
			passwordOf: (server) => this.#passwords.get(server),
			check: (...args) => this.#check(...args),
		});
		if (!entered) return undefined;
		const { server, password } = entered;
		if (password !== undefined) await this.#passwords.set(server, password);
		await vscode.workspace
			.getConfiguration()
			.update(
				'tildeforge.mailServer',
				changedSetting(setting(), entered, of),
				vscode.ConfigurationTarget.Global,
			);
		return { server, from: entered.from, password: undefined, source: 'settings', ...(of && { of }) };
	}

	/** The command: sets up a server, and offers to try it. Does not wait for the answer, which the user need not give. */
	async setUpAndOfferTest(wanted?: AccountName): Promise<void> {
		const account = await this.setUp(wanted);
		if (account) background(this.#offerTest(account));
	}

	async #offerTest(account: MailAccount & { readonly of?: AccountName }): Promise<void> {
		const test = 'Send Test Mail to Myself';
		const message = `Mails are sent through ${account.server.host}, from ${account.from?.email}.`;
		if ((await showInformation(message, test)) === test) await this.#sendTest(account.of);
	}

	/** The command: sends a mail to the user's own address. Asks for which account if what is set up differs. */
	async sendTest(): Promise<void> {
		const accounts = await this.#accounts();
		const own = accounts.filter(({ session }) => hasOwnPart(setting(), session));
		const isOne = own.length === 0 || accounts.length === 1;
		const chosen = isOne ? own : await pickAccount('Send Test Mail', own);
		if (chosen) await this.#sendTest(chosen[0]?.session);
	}

	async #sendTest(of: AccountName | undefined): Promise<void> {
		const account = await this.prepare(of);
		if (!account?.from) return;
		const { server, from } = account;
		const outcome = await showProgress(
			{
				title: `Sending a test mail through ${server.host}`,
				location: vscode.ProgressLocation.Notification,
				cancellable: true,
			},
			(_, token) => this.send(testMail(from, server.host, new Date(timeOfDay())), signalOf(token), of),
		);
		if (outcome.kind === 'sent') {
			await showInformation(`A test mail was sent to ${from.email}.`);
			return;
		}
		if (outcome.kind !== 'cancelled') await this.#showFailure(outcome, of);
	}

	/** The command: forgets the password of the mail server. */
	async forgetPassword(): Promise<void> {
		const had = await this.#passwords.forget();
		showInStatusBar(had ? 'The mail password was forgotten' : 'No mail password is stored');
	}

	async #showFailure({ kind, message }: SendFailure, of: AccountName | undefined): Promise<void> {
		const again = 'Try Again';
		const text =
			kind === 'unknown' ? `${message} It may have been sent.` : `The test mail was not sent. ${message}`;
		const buttons = kind === 'later' || kind === 'wrong-password' ? [again, setUpButton] : [setUpButton];
		const chosen = await showError(text, ...buttons);
		if (chosen === again) await this.#sendTest(of);
		if (chosen === setUpButton) await this.setUpAndOfferTest(of);
	}

	async #offerSetUp(problem: string, of: AccountName | undefined): Promise<void> {
		if ((await showError(problem, setUpButton)) === setUpButton) await this.setUpAndOfferTest(of);
	}

	/** Asks for the password until the server accepts it. `known`: one that it has refused, but may accept by now. */
	async #askPassword(
		server: MailServer,
		known: string | undefined,
		of: AccountName | undefined,
	): Promise<string | undefined> {
		let problem = known === undefined ? '' : 'The mail server rejected the stored password.';
		for (;;) {
			const entered = await askText({
				title: `Password of ${server.user} at ${server.host}`,
				prompt: problem || 'The password is stored encrypted, and sent to no other server.',
				password: true,
				...(known !== undefined && { placeHolder: keepPassword }),
			});
			const password = entered === '' ? known : entered;
			if (password === undefined) return undefined;
			const outcome = await this.#checkWithProgress(server, password);
			if (outcome.kind === 'ready') return password;
			if (outcome.kind === 'cancelled') return undefined;
			if (outcome.kind !== 'wrong-password') {
				background(this.#offerSetUp(outcome.message, of));
				return undefined;
			}
			problem = outcome.message;
		}
	}

	#checkWithProgress(server: MailServer, password: string): Promise<CheckOutcome> {
		return showProgressBeforeQuestion(`Logging in to ${server.host}`, (signal) =>
			this.#check(server, password, signal),
		);
	}

	async #check(server: MailServer, password: string | undefined, signal: AbortSignal): Promise<CheckOutcome> {
		if (password !== undefined) this.#passwords.hide(password);
		const outcome = await checkServer(server, signal, { password, authorities: authorities() });
		if (outcome.kind === 'wrong-password') this.#refusals.set(loginOf(server, password), outcome);
		if (outcome.kind === 'ready') this.#refusals.delete(loginOf(server, password));
		return outcome;
	}

	#refusalOf(server: MailServer, password: string | undefined): SendFailure | undefined {
		return this.#refusals.get(loginOf(server, password));
	}

	async #passwordOf({ server, password }: MailAccount): Promise<string | undefined> {
		return (await this.#passwords.get(server)) ?? password;
	}

	/** In a folder that the user does not trust, git does not run. */
	async #readGit(): Promise<GitMailSettings> {
		const { isTrusted } = vscode.workspace;
		const program = isTrusted
			? await findProgram(vscode.workspace.getConfiguration('git').inspect<unknown>('path')?.globalValue)
			: undefined;
		if (program === undefined) return noGit;
		const found = await readGitMailSettings({ program, isTrusted });
		if (found.password !== undefined) this.#passwords.hide(found.password);
		return found;
	}
}

const setting = (of?: AccountName): unknown =>
	mailSettingOf(vscode.workspace.getConfiguration().get<unknown>('tildeforge.mailServer'), of);

/** One of the accounts, or none if the user chooses all. Undefined if they leave. */
async function pickAccount(
	title: string,
	accounts: readonly ListAccount[],
): Promise<readonly ListAccount[] | undefined> {
	const all = {
		label: '$(account) All Accounts',
		detail: 'Those for which nothing else is set up',
		chosen: [],
	};
	const single = accounts.map((one) => ({
		label: `$(account) ${escapeIcons(accountLabel(one.session))}`,
		detail: 'Only this account',
		chosen: [one],
	}));
	return (await pick([all, ...single], { title, placeHolder: 'For which account?' }))?.chosen;
}

/** The setting after the user has set up the server for an account, or for all others. */
function changedSetting(before: unknown, entered: MailSetUp, of: AccountName | undefined): object {
	const accounts = fieldOf(before, 'accounts');
	const others = typeof accounts === 'object' && accounts !== null ? accounts : undefined;
	if (!of) return { ...settingOf(entered), ...(others && { accounts: others }) };
	// Without a name, as other accounts of the forge have it.
	const general = readMailServer(mailSettingOf(before, { ...of, account: '' }));
	const isGeneral = general !== undefined && loginOf(general) === loginOf(entered.server);
	const own = isGeneral ? { from: senderText(entered.from) } : settingOf(entered);
	return { ...Object(before), accounts: { ...others, [accountKey(of)]: own } };
}

function settingOf({ server: { host, port, security, user }, from }: MailSetUp): MailServerSetting {
	return {
		host,
		...(port !== usualPorts[security] && { port }),
		security,
		...(user !== undefined && { user }),
		from: senderText(from),
	};
}

const authorities = (): readonly string[] =>
	trustedAuthorities(vscode.workspace.getConfiguration('http').get<unknown>('systemCertificates') !== false);

function signalOf(token: vscode.CancellationToken): AbortSignal {
	const cancellation = new AbortController();
	token.onCancellationRequested(() => cancellation.abort());
	return cancellation.signal;
}
