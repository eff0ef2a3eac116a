import type * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import { inputStep, pickStepOrText } from '../../../platform/editor/boxes/box-steps.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import { idOfList, type ListKey, listRef } from '../../../platform/model/keys.ts';
import { hostOfListAddress } from '../../model/list-mail-address.ts';
import { isHost } from '../../state/mail-server/mail-server.ts';
import { certainHost, type ListHosts } from '../../state/review/list-address.ts';
import type { PreparedMail } from '../../state/review/prepare-mail.ts';

const stored = 'listHosts';

/** The mail addresses of lists. The user decides once for each list of which they are not certain. */
export class ListAddresses {
	readonly #memento: vscode.Memento;

	constructor(memento: vscode.Memento) {
		this.#memento = memento;
	}

	/** The address of a list. Undefined if the user has to decide and leaves. */
	async of(list: ListKey, hosts: ListHosts): Promise<string | undefined> {
		const host = this.#chosen[idOfList(list)] ?? certainHost(hosts) ?? (await this.#ask(list, hosts));
		return host && addressAt(list, host);
	}

	/** Call when the user sends the mail of a document. If they have written another address of the list there, the next mails have it, too. */
	didSend(list: ListKey, { mail, composed }: PreparedMail): void {
		const host = hostOfListAddress(list, mail.to);
		if (host !== undefined && composed !== undefined && !composed.toLowerCase().includes(`@${host}`))
			this.#choose(list, host);
	}

	/** The hosts that the user has chosen, by the ids of the lists. */
	get #chosen(): Readonly<Record<string, string>> {
		return this.#memento.get<Readonly<Record<string, string>>>(stored, {});
	}

	#choose(list: ListKey, host: string): void {
		// Not awaited: the next box has to be shown at once.
		background(this.#memento.update(stored, { ...this.#chosen, [idOfList(list)]: host }));
	}

	async #ask(list: ListKey, { ofPages, byOthers, byAnswered }: ListHosts): Promise<string | undefined> {
		const title = `Mail Address of ${listRef(list)}`;
		const reasons = new Map<string, string>();
		const add = (host: string | undefined, reason: string) =>
			host !== undefined && !reasons.has(host) && reasons.set(host, reason);
		add(byOthers, 'Where others send mails to the lists of this forge');
		add(ofPages, 'The host of the pages. No known mail shows that it takes mails');
		for (const host of byAnswered) add(host, 'Named only by the mails that you answer');
		const items = [...reasons].map(([host, detail]) => ({
			label: `$(mail) ${escapeIcons(addressAt(list, host))}`,
			detail,
			host,
		}));
		const answer = await pickStepOrText(items, '$(edit) Enter Host…', {
			title,
			placeHolder: 'The forge does not name the address. Choose it for this and the next mails',
		});
		if (answer === undefined) return undefined;
		const host =
			typeof answer === 'string'
				? await enterHost(list, { title, placeHolder: byOthers ?? ofPages ?? 'lists.example.org' }, answer)
				: answer.host;
		if (host !== undefined) this.#choose(list, host);
		return host;
	}
}

const addressAt = ({ owner, list }: ListKey, host: string): string => `${owner}/${list}@${host}`;

/** `typed`: what the user has entered already. */
async function enterHost(
	list: ListKey,
	step: { readonly title: string; readonly placeHolder: string },
	typed: string,
): Promise<string | undefined> {
	const hostIn = (text: string) => hostOfListAddress(list, text.trim()) ?? text.trim().toLowerCase();
	if (isHost(hostIn(typed))) return hostIn(typed);
	const prompt = `Enter the host of the address, after the @ of ${addressAt(list, '…')}`;
	const problemOf = (text: string) =>
		isHost(hostIn(text)) ? undefined : 'Enter a host name, such as lists.example.org.';
	const entered = await inputStep({ ...step, prompt }, problemOf);
	return entered === undefined ? undefined : hostIn(entered);
}
