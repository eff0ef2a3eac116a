import { patchsetStatuses } from '../../forge/shapes/lists.ts';
import { timestamp } from '../server/delivery.ts';
import type { Quirk } from '../server/drift.ts';
import type { Access } from './access.ts';
import type { Archive } from './archive.ts';
import type { ListOperations } from './list-operations.ts';
import { addressesOf, envelopeOf, type ParsedMail, parseMail, referencesOf } from './mail.ts';
import { hasPatch, isRequestPull, patchSubject } from './patch-subject.ts';
import type { Series } from './series.ts';
import type { ListsState, Mail, MailingList, Patchset } from './state.ts';

/** The SMTP envelope of a mail. */
export interface Delivery {
	readonly from: string;
	readonly to: string | readonly string[];
	/** The time of arrival. By default, now. */
	readonly at?: Date;
}

/** A refused mail. The message is the reason that its sender sees. */
export class MailRefused extends Error {}

type Command = 'subscribe' | 'unsubscribe';

interface Destination {
	readonly list: MailingList;
	readonly command: Command | undefined;
}

interface Filed {
	readonly mail: Mail;
	readonly patchset: Patchset | undefined;
}

interface InboxOptions {
	readonly state: ListsState;
	readonly archive: Archive;
	readonly access: Access;
	readonly series: Series;
	readonly lists: ListOperations;
	readonly drift: ReadonlySet<Quirk>;
	readonly host: string;
	readonly now: () => Date;
}

const messageIdOf = (parsed: ParsedMail): string | undefined =>
	/<[^<>\s]+>/.exec(parsed.header('Message-ID'))?.[0];

const statusHeader = 'X-Sourcehut-Patchset-Update';

/** Receives mails: refuses them, executes commands, or files them in a list. */
export class Inbox {
	readonly #options: InboxOptions;

	constructor(options: InboxOptions) {
		this.#options = options;
	}

	receive(raw: Uint8Array | string, { from, to, at = this.#options.now() }: Delivery): readonly Filed[] {
		const envelope = envelopeOf(raw);
		const parsed = parseMail(envelope);
		const sender = addressesOf(parsed.header('From'))[0] ?? from.toLowerCase();
		const references = referencesOf(parsed);
		const destinations = [...new Set([to].flat())].map((address) => this.#destination(address));
		for (const destination of destinations)
			this.#admit(destination, sender, [references.length > 0 ? 'reply' : 'post']);
		if (destinations.some(({ command }) => command === undefined)) this.#check(parsed);

		return destinations.flatMap(({ list, command }) => {
			if (command !== undefined) {
				this.#options.lists[command](list, { address: sender });
				return [];
			}
			const mail = {
				...this.#factsOf(list, parsed),
				envelope,
				references,
				from: sender,
				created: timestamp(at),
			};
			return this.#options.archive.has(list.id, mail.messageId) ? [] : [this.#file(mail, parsed)];
		});
	}

	checkRecipient(address: string, from: string): void {
		this.#admit(this.#destination(address), from, ['post', 'reply']);
	}

	/** The list that an address names. Ignores the host, because the sandbox accepts mail for any host. */
	#destination(address: string): Destination {
		const [, owner = '', name = '', command] =
			/^(~[^/@]+)\/([^@+]+)(?:\+(subscribe|unsubscribe))?@[^@]*$/.exec(address.replace(/^<|>$/g, '')) ?? [];
		const list = this.#options.lists.find(owner, name);
		if (!list) throw new MailRefused(`There is no mailing list ${address}.`);
		return { list, command: command === 'subscribe' || command === 'unsubscribe' ? command : undefined };
	}

	/** Refuses a sender who has none of the wanted permissions. Everyone may unsubscribe. */
	#admit({ list, command }: Destination, sender: string, wanted: readonly ('post' | 'reply')[]): void {
		if (command === 'unsubscribe') return;
		const permissions = command === undefined ? wanted : (['browse'] as const);
		const { access } = this.#options;
		if (permissions.some((permission) => access.may(permission, list, { address: sender }))) return;
		const act = command ?? (wanted.includes('post') ? 'post' : 'reply');
		throw new MailRefused(`${sender || 'The sender'} may not ${act} to ~${list.owner}/${list.name}.`);
	}

	/** Refuses what the strictest lists refuse. */
	#check(parsed: ParsedMail): void {
		if (this.#options.drift.has('mails-unchecked')) return;
		if (messageIdOf(parsed) === undefined) throw new MailRefused('The mail has no Message-ID.');
		if (parsed.hasHtml()) throw new MailRefused('The mail has HTML. Send it as plain text only.');
	}

	#factsOf(list: MailingList, parsed: ParsedMail) {
		const { state, host } = this.#options;
		const id = state.next.mail;
		const subject = parsed.header('Subject');
		const part = patchSubject(subject) ?? null;
		const text = parsed.text();
		const isPatch = part !== null && part.number > 0 && hasPatch(text);
		const messageId = messageIdOf(parsed) ?? `<mail.${id}@${host}>`;
		return {
			id,
			list: list.id,
			messageId,
			subject,
			isPatch,
			isRequestPull: isRequestPull(text),
			part: isPatch || part?.number === 0 ? part : null,
			parent: null,
			thread: id,
			patchset: null,
		};
	}

	#file(mail: Mail, parsed: ParsedMail): Filed {
		const { state, archive, series } = this.#options;
		state.next.mail++;
		archive.add(mail);
		const patchset = series.file(mail);
		this.#applyStatus(parsed.header(statusHeader), mail);
		return { mail, patchset };
	}

	/**
	 * Sets the status of the patchset that a mail replies to, if the mail names a status and its sender may change it.
	 */
	#applyStatus(word: string, mail: Mail): void {
		const status = patchsetStatuses.find((known) => known === word.toLowerCase());
		const patchset = status && this.#options.series.patchsetOf(mail);
		if (!status || !patchset) return;
		const list = this.#options.archive.list(mail.list);
		const isModerator = this.#options.access.may('moderate', list, { address: mail.from });
		if (isModerator || mail.from === patchset.from)
			this.#options.lists.setStatus(patchset, status, mail.created);
	}
}
