import * as v from 'valibot';
import { background } from '../../base/background.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { pickOrType } from '../../platform/editor/boxes/pick.ts';
import { TextBox } from '../../platform/editor/boxes/text-box.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { idOfList, type ListKey, listRef } from '../../platform/model/keys.ts';
import { SettingFile } from '../../platform/state/store/setting-file.ts';
import { hostOfListAddress } from '../model/list-mail-address.ts';
import { certainHost, type ListHosts } from '../state/list-address.ts';
import { isHost } from '../state/mail-server/mail-server.ts';
import type { PreparedMail } from '../state/prepare-mail.ts';

/** The host that takes the mails of a list, or what is known of it if the user has to decide. */
export type FoundHost = string | ListHosts;

/** The mail addresses of lists. The user decides once for each list of which they are not certain. */
export class ListAddresses {
	/** The hosts that the user has chosen, by the ids of the lists. */
	readonly #chosen: SettingFile<Readonly<Record<string, string>>>;

	/** `storage`: for the user's decisions. */
	constructor(storage: Storage, lifetime: Lifetime, log: Log) {
		const shape = v.record(v.string(), v.string());
		this.#chosen = new SettingFile({ storage, name: ['list-hosts'], shape, none: {}, lifetime, log });
	}

	/** `findHosts` is called only if the user has not decided yet. */
	async find(list: ListKey, findHosts: () => Promise<ListHosts>): Promise<FoundHost> {
		const chosen = (await this.#chosen.read())[idOfList(list)];
		if (chosen !== undefined) return chosen;
		const hosts = await findHosts();
		return certainHost(hosts) ?? hosts;
	}

	/** The address of a list. Undefined if the user has to decide and leaves. */
	async of(list: ListKey, found: FoundHost): Promise<string | undefined> {
		const host = typeof found === 'string' ? found : await this.#ask(list, found);
		return host && addressAt(list, host);
	}

	/** Call when the user has sent the mail of a document. If they have written another address of the list there, the next mails have it, too. */
	didSend(list: ListKey, { mail, composed }: PreparedMail): void {
		const host = hostOfListAddress(list, mail.to);
		const [, toBefore] = /^To: (.*)$/m.exec(composed ?? '') ?? [];
		if (host !== undefined && toBefore !== undefined && host !== hostOfListAddress(list, toBefore))
			this.#choose(list, host);
	}

	#choose(list: ListKey, host: string): void {
		// Not awaited: the next box has to be shown at once.
		background(this.#chosen.change((chosen) => ({ ...chosen, [idOfList(list)]: host })));
	}

	async #ask(list: ListKey, { ofPages, byOthers, byAnswered }: ListHosts): Promise<string | undefined> {
		const title = `Mail Address of ${listRef(list)}`;
		const reasons = new Map<string, string>();
		const add = (host: string | undefined, reason: string) =>
			host !== undefined && !reasons.has(host) && reasons.set(host, reason);
		add(byOthers, 'Other users send mail here');
		add(ofPages, "Host of the forge's web pages, not confirmed by any mail");
		for (const host of byAnswered) add(host, 'Found only in the mails that you are answering');
		const items = [...reasons].map(([host, detail]) => ({
			label: `$(mail) ${escapeIcons(addressAt(list, host))}`,
			detail,
			host,
		}));
		const answer = await pickOrType(items, '$(edit) Enter Host…', {
			title,
			placeHolder: 'Choose the mail address of this list. Tildeforge remembers it',
		});
		if (answer === undefined) return undefined;
		const host =
			typeof answer === 'string'
				? await enterHost(list, { title, placeholder: byOthers ?? ofPages ?? 'lists.example.org' }, answer)
				: answer.host;
		if (host !== undefined) this.#choose(list, host);
		return host;
	}
}

const addressAt = ({ owner, list }: ListKey, host: string): string => `${owner}/${list}@${host}`;

/** `typed`: what the user has entered already. */
async function enterHost(
	list: ListKey,
	step: { readonly title: string; readonly placeholder: string },
	typed: string,
): Promise<string | undefined> {
	const hostIn = (text: string) => hostOfListAddress(list, text.trim()) ?? text.trim().toLowerCase();
	if (isHost(hostIn(typed))) return hostIn(typed);
	const prompt = `Enter the host of the address, after the @ of ${addressAt(list, '…')}`;
	const problemOf = (text: string) =>
		isHost(hostIn(text)) ? undefined : 'Enter a host name, such as lists.example.org.';
	const entered = await new TextBox({ ...step, prompt, problemOf }).ask();
	return entered && hostIn(entered.text);
}
