import { append } from '../../base/collections.ts';
import type { ListsState, Mail, MailingList, Patchset } from './state.ts';

const key = (list: number, messageId: string) => `${list} ${messageId}`;

function push<K, T>(map: Map<K, T[]>, at: K, value: T): void {
	const values = map.get(at);
	if (values) values.push(value);
	else map.set(at, [value]);
}

/** The mails of all lists, indexed by Message-ID and by the mails they reply to. */
export class Archive {
	readonly #state: ListsState;
	readonly #mails = new Map<number, Mail>();
	readonly #byMessageId = new Map<string, Mail[]>();
	readonly #mentions = new Map<string, Mail[]>();
	readonly #children = new Map<number, Mail[]>();

	constructor(state: ListsState) {
		this.#state = state;
		for (const mail of state.mails) {
			this.#enter(mail);
			if (mail.parent !== null) push(this.#children, mail.parent, mail);
		}
	}

	list(id: number): MailingList {
		return assertFound(this.#state.lists.find((list) => list.id === id));
	}

	mail(id: number): Mail {
		return assertFound(this.#mails.get(id));
	}

	patchset(id: number): Patchset {
		return assertFound(this.#state.patchsets.find((patchset) => patchset.id === id));
	}

	/** The mails that a route names, by number or by Message-ID. Several lists can have the same Message-ID. */
	named(name: string): readonly Mail[] {
		if (!/^\d+$/.test(name)) return this.#byMessageId.get(name) ?? [];
		const mail = this.#mails.get(Number(name));
		return mail ? [mail] : [];
	}

	has(list: number, messageId: string): boolean {
		return this.named(messageId).some((mail) => mail.list === list);
	}

	/** A thread from its first mail on, in order of arrival. */
	thread(root: Mail): Mail[] {
		const found = [root];
		// The list grows during the loop.
		for (const mail of found) append(found, this.#children.get(mail.id) ?? []);
		return found.sort((a, b) => a.id - b.id);
	}

	/** Adds a new mail to its thread, and moves earlier mails that reply to it below it. */
	add(mail: Mail): void {
		this.#state.mails.push(mail);
		this.#enter(mail);
		this.#place(mail);
		for (const early of this.#mentions.get(key(mail.list, mail.messageId)) ?? []) this.#place(early);
	}

	#enter(mail: Mail): void {
		this.#mails.set(mail.id, mail);
		push(this.#byMessageId, mail.messageId, mail);
		for (const reference of mail.references) push(this.#mentions, key(mail.list, reference), mail);
	}

	/** Places a mail below the nearest of its references that exists, never below itself or one of its descendants. */
	#place(mail: Mail): void {
		const parent = mail.references
			.toReversed()
			.flatMap((reference) => this.named(reference))
			.find((candidate) => candidate.list === mail.list && !this.#isBelow(candidate, mail));
		if (!parent || parent.id === mail.parent) return;
		const siblings = mail.parent === null ? undefined : this.#children.get(mail.parent);
		siblings?.splice(siblings.indexOf(mail), 1);
		mail.parent = parent.id;
		push(this.#children, parent.id, mail);
		for (const moved of this.thread(mail)) moved.thread = parent.thread;
	}

	#isBelow(mail: Mail, ancestor: Mail): boolean {
		for (let at: Mail | undefined = mail; at; at = at.parent === null ? undefined : this.mail(at.parent)) {
			if (at.id === ancestor.id) return true;
		}
		return false;
	}
}

/** Asserts that a record exists. If a record refers to a missing one, the state is broken. */
function assertFound<T>(found: T | undefined): T {
	if (found === undefined)
		throw new Error('The state of the lists refers to a record that it does not have.');
	return found;
}
