import type * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { mailAddress, mailPerson } from '../../mail/compose/header-field.ts';
import { namesSender } from '../../mail/compose/mail-document.ts';
import type { Address } from '../../mail/message/mail.ts';
import type { ListAccount } from '../../patches/state/mailing-lists.ts';
import { TextBox } from '../../platform/editor/boxes/text-box.ts';
import { idOfList, type ListKey } from '../../platform/model/keys.ts';
import { isWaiting } from '../../platform/state/outbox/entry.ts';
import { hostOfListAddress } from '../model/list-mail-address.ts';
import { preparedMailOf } from '../state/outgoing-mail.ts';
import type { PreparedMail } from '../state/prepare-mail.ts';
import type { ReviewMails } from '../state/review-mails.ts';
import { senderOfForge } from './mail-server/forge-sender.ts';
import type { MailSender } from './mail-server/mail-sender.ts';

const stored = 'mailSenders';

const questionForBoth = {
	title: 'Your Name and Mail Address',
	prompt: 'They are part of the trailer. Neither the settings nor git has them.',
	placeholder: 'Ana Silva <ana@example.org>',
	problem: 'Enter a name and an address: Ana Silva <ana@example.org>',
};

const questionForName = (email: string) => ({
	title: 'Your Name',
	prompt: `It is part of the trailer. Neither the settings nor git has a name for ${email}.`,
	placeholder: 'Ana Silva',
	problem: 'Enter a name without an address: Ana Silva',
});

/** Who sends the mails of an account. */
export class SenderAddresses {
	readonly #memento: vscode.Memento;
	readonly #emails: () => readonly string[];
	readonly #mailSender: () => Promise<MailSender>;
	readonly #mails: ReviewMails;

	/** `emails` returns the addresses of the user in local clones. */
	constructor(
		memento: vscode.Memento,
		emails: () => readonly string[],
		mailSender: () => Promise<MailSender>,
		mails: ReviewMails,
	) {
		this.#memento = memento;
		this.#emails = emails;
		this.#mailSender = mailSender;
		this.#mails = mails;
	}

	/** The addresses of the user, who needs no copy of their own mail. */
	ownAddresses(sender: Address | undefined): readonly string[] {
		const all = [...this.#emails(), ...(sender ? [sender.email] : [])];
		return all.map((email) => (mailAddress(email) ?? email).toLowerCase());
	}

	/**
	 * The sender of mails to a list: the one that the user has written in the document of a mail that is on its way there, or else was sent.
	 * Otherwise, what the settings, git's settings, or else the user or the forge say; undefined if none has a name and an address.
	 */
	async find(account: ListAccount, list: ListKey): Promise<Address | undefined> {
		// The users of the sample forge have addresses of their own.
		const isSample = account.instance.mailServer !== undefined;
		if (isSample) return this.#usual(account);
		return this.#ofMailOnItsWay(list) ?? this.#entered[idOfList(list)] ?? this.#usual(account);
	}

	/**
	 * For a sender, by default the usual one, the words ` as Ana Duarte, not ~bob`, if the forge knows the user of the account by another address and
	 * the settings name no sender for the account. Otherwise empty.
	 */
	async notesOf(account: ListAccount): Promise<(from: Address | undefined) => string> {
		const { session, instance } = account;
		const mailSender = await this.#mailSender();
		if (instance.mailServer || mailSender.hasOwnSender(session)) return () => '';
		const [known, usual] = await Promise.all([senderOfForge(account), mailSender.sender(session)]);
		return (from = usual) =>
			!known || !from || known.email.toLowerCase() === from.email.toLowerCase()
				? ''
				: ` as ${from.name || from.email}, not ${session.account}`;
	}

	/** Call after mails to a list were sent, or the user has taken them elsewhere. */
	async didSend(account: ListAccount, list: ListKey, mails: readonly PreparedMail[]): Promise<void> {
		const from = editedSender(list, mails);
		if (!from || account.instance.mailServer) return;
		const isUsual = isSame(from, await this.#usual(account));
		const id = idOfList(list);
		const { [id]: remembered, ...others } = this.#entered;
		if (isUsual && remembered) await this.#memento.update(stored, others);
		if (!isUsual && !isSame(from, remembered)) await this.#memento.update(stored, { ...others, [id]: from });
	}

	#ofMailOnItsWay(list: ListKey): Address | undefined {
		const id = idOfList(list);
		const entries = this.#mails.entries.filter((entry) => idOfList(entry.key) === id && isWaiting(entry));
		const mails = entries.flatMap(({ steps }) => steps.map(({ change }) => preparedMailOf(change)));
		return editedSender(list, mails);
	}

	async #usual(account: ListAccount): Promise<Address | undefined> {
		if (account.instance.mailServer) return asSender(await senderOfForge(account));
		const known = await (await this.#mailSender()).sender(account.session);
		if (known && known.name !== '') return asSender(known);
		const other = this.#entered[account.session.id] ?? (await senderOfForge(account));
		// Mail servers often take mails only from the address that is set up, which may have no name.
		return asSender(known && other ? { name: other.name, email: known.email } : other);
	}

	/** Asks once for each account for the name and, if neither the settings nor git has one, for the address as well. */
	async ask(account: ListAccount): Promise<Address | undefined> {
		const known = await (await this.#mailSender()).sender(account.session);
		const parse = known ? (text: string) => parseNamedSender(`${text} <${known.email}>`) : parseNamedSender;
		const { problem, ...question } = known ? questionForName(known.email) : questionForBoth;
		const problemOf = (text: string) => (parse(text) ? undefined : problem);
		const entered = await new TextBox({ ...question, problemOf }).ask();
		const sender = parse(entered?.text ?? '');
		// Not awaited: the next box has to be shown at once.
		if (sender) background(this.#memento.update(stored, { ...this.#entered, [account.session.id]: sender }));
		return sender;
	}

	/** By the id of an account or of a list. */
	get #entered(): Readonly<Record<string, Address>> {
		return this.#memento.get<Readonly<Record<string, Address>>>(stored, {});
	}
}

/** The sender that the user has written in the document of the last of some mails for the list. Other senders follow the settings. */
const editedSender = (list: ListKey, mails: readonly PreparedMail[]): Address | undefined =>
	asSender(
		mails.findLast((mail) => isSenderEdited(mail) && hostOfListAddress(list, mail.mail.to))?.mail.from,
	);

const isSenderEdited = ({ mail: { from }, composed }: PreparedMail): boolean =>
	from !== undefined && composed !== undefined && !namesSender(composed, from);

function parseNamedSender(text: string): Address | undefined {
	const [, name = '', email = ''] = /^([^<>"]+)<([^<>]+)>$/.exec(text.trim()) ?? [];
	return asSender({ name: name.trim(), email });
}

const isSame = (one: Address, other: Address | undefined): boolean =>
	one.name === other?.name && one.email === other.email;

const asSender = (person: Address | undefined): Address | undefined =>
	person && person.name !== '' ? mailPerson(person) : undefined;
