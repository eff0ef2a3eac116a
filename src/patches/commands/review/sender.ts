import type * as vscode from 'vscode';
import { headerAddress } from '../../../mail/compose/header-field.ts';
import type { ComposedMail } from '../../../mail/compose/mail-document.ts';
import type { Address } from '../../../mail/message/mail.ts';
import { askText } from '../../../platform/editor/messages.ts';
import { idOfList, type ListKey } from '../../../platform/model/keys.ts';
import { hostOfListAddress } from '../../model/list-mail-address.ts';
import type { ListAccount } from '../../state/mailing-lists.ts';
import type { MailSender } from '../mail-server/mail-sender.ts';

const stored = 'mailSenders';
/** How long to wait for the forge. Without an answer, the user is asked. */
const timeoutMs = 2000;

/** Who sends the mails of an account. */
export class MailSenders {
	readonly #memento: vscode.Memento;
	readonly #emails: () => readonly string[];
	readonly #mailSender: () => Promise<MailSender>;

	/** `emails` returns the addresses of the user in local clones. */
	constructor(
		memento: vscode.Memento,
		emails: () => readonly string[],
		mailSender: () => Promise<MailSender>,
	) {
		this.#memento = memento;
		this.#emails = emails;
		this.#mailSender = mailSender;
	}

	/** The addresses of the user, who needs no copy of their own mail. */
	ownAddresses(sender: Address | undefined): readonly string[] {
		const all = [...this.#emails(), ...(sender ? [sender.email] : [])];
		return all.map((email) => email.toLowerCase());
	}

	/**
	 * The sender of mails to a list: the sender of the last mail there, if the user edited it. Otherwise, what the user has entered, or else the
	 * settings, git's settings or the forge say; undefined if none has a name and an address.
	 */
	async find(account: ListAccount, list: ListKey): Promise<Address | undefined> {
		// The users of the sample forge have addresses of their own.
		const isSample = account.instance.mailServer !== undefined;
		return (isSample ? undefined : this.#entered[idOfList(list)]) ?? this.#usual(account);
	}

	/** Call after the user has sent mails to a list, or taken them elsewhere. */
	async didSend(account: ListAccount, list: ListKey, mails: readonly ComposedMail[]): Promise<void> {
		const isToList = ({ to }: ComposedMail) => hostOfListAddress(list, to) !== undefined;
		const from = asSender(mails.findLast((mail) => mail.from && isToList(mail))?.from);
		if (!from || account.instance.mailServer) return;
		const id = idOfList(list);
		const isUsual = isSame(from, await this.#usual(account));
		const { [id]: remembered, ...others } = this.#entered;
		if (isUsual ? remembered : !remembered || !isSame(from, remembered))
			await this.#memento.update(stored, isUsual ? others : { ...others, [id]: from });
	}

	async #usual(account: ListAccount): Promise<Address | undefined> {
		if (account.instance.mailServer) return asSender(await senderOfForge(account));
		const entered = this.#entered[account.session.id];
		if (entered) return entered;
		const known = await (await this.#mailSender()).sender();
		return asSender(known) ?? asSender(await senderOfForge(account));
	}

	/** Asks for the name and address, once for each account. */
	async ask(account: ListAccount): Promise<Address | undefined> {
		const entered = await askText({
			title: 'Your Name and Mail Address',
			prompt: 'They are part of the trailer. Git has no user.name and user.email for them.',
			placeHolder: 'Ana Silva <ana@example.org>',
			ignoreFocusOut: true,
			validateInput: (text) =>
				text === '' || parseSender(text)
					? undefined
					: 'Enter a name and an address: Ana Silva <ana@example.org>',
		});
		const sender = parseSender(entered ?? '');
		if (!sender) return undefined;
		await this.#memento.update(stored, { ...this.#entered, [account.session.id]: sender });
		return sender;
	}

	/** By the id of an account or of a list. */
	get #entered(): Readonly<Record<string, Address>> {
		return this.#memento.get<Readonly<Record<string, Address>>>(stored, {});
	}
}

function parseSender(text: string): Address | undefined {
	const [, name = '', email = ''] = /^\s*([^<>"]+?)\s*<([^<>]+)>\s*$/.exec(text) ?? [];
	return asSender({ name, email });
}

const isSame = (one: Address, other: Address | undefined): boolean =>
	one.name === other?.name && one.email === other.email;

const asSender = (person: Address | undefined): Address | undefined =>
	person && person.name !== '' && headerAddress(person) !== undefined ? person : undefined;

async function senderOfForge({ client }: ListAccount): Promise<Address | undefined> {
	try {
		const { name, email } = await client.user({}, { signal: AbortSignal.timeout(timeoutMs) });
		return email === null ? undefined : { name, email };
	} catch {
		return undefined;
	}
}
