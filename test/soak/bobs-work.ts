import assert from 'node:assert/strict';
import type { ForgeEvent } from '../../src/platform/model/forge-events.ts';
import type { Forge } from '../../src/sandbox/forge.ts';
import { PushingClone } from '../ui/git-pushes.ts';
import { sendMails } from '../ui/patches-mails.ts';
import { forgeUser } from '../ui/ticket-driver.ts';

/** What an event tells about, however it was heard of: each of these happens once, except for comments. */
export function happeningsOf(event: ForgeEvent): readonly string[] {
	if (event.kind === 'created') return [`ticket ${event.item.ticket}`];
	if (event.kind === 'commented') return [`comment on ${event.item.ticket}`];
	if (event.kind === 'thread') return [`mail ${event.title}`];
	if ('commits' in event) return (event.commits ?? []).map(({ id }) => `commit ${id}`);
	return [`${event.kind} ${event.key}`];
}

/** How often each occurs. */
export function countsOf(all: Iterable<string>): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
	return counts;
}

/** What ~bob does to ~ana/editor, ~ana/editor-devel and ~bob/dotfiles. */
export class BobsWork {
	/** What the forge has accepted. */
	readonly happened: string[] = [];
	readonly #forge: Forge;
	/** The places in which bob works. */
	readonly #places: readonly string[];
	readonly #data: string;
	#clone: PushingClone | undefined;
	#lastTicket = 0;

	/** `data` is the folder of the forge. */
	constructor(forge: Forge, data: string, places: readonly string[]) {
		this.#forge = forge;
		this.#data = data;
		this.#places = places;
	}

	/** Does things one after the other, from the first to before the end. `name` and their numbers tell them from all others. */
	async doSeveral(first: number, end: number, name: string): Promise<void> {
		for (let nth = first; nth < end; nth++) await this.#do(nth, `${name}.${nth}`);
	}

	async #do(nth: number, name: string): Promise<void> {
		const kinds = [
			...(this.#places.includes('editor') ? (['ticket', 'comment'] as const) : []),
			...(this.#places.includes('editor-devel') ? (['mail'] as const) : []),
			...(this.#places.includes('dotfiles') ? (['push'] as const) : []),
		];
		const kind = kinds[nth % kinds.length];
		if (kind === 'ticket') await this.#createTicket(name);
		else if (kind === 'comment') await this.#comment(name);
		else if (kind === 'mail') await this.#sendMail(name);
		else await this.#push(name);
	}

	async #createTicket(title: string): Promise<void> {
		const { id } = await forgeUser(this.#forge, '~bob').create({ title, description: 'It does.' });
		this.#lastTicket = id;
		this.happened.push(`ticket ${id}`);
	}

	async #comment(comment: string): Promise<void> {
		assert.ok(this.#lastTicket > 0, 'a ticket comes first');
		await forgeUser(this.#forge, '~bob').update(this.#lastTicket, { comment });
		this.happened.push(`comment on ${this.#lastTicket}`);
	}

	async #sendMail(subject: string): Promise<void> {
		const id = `${subject.replaceAll(/\W/g, '-')}@example.org`;
		await sendMails(this.#forge, [{ id, subject, body: 'Well?\n' }]);
		this.happened.push(`mail ${subject}`);
	}

	async #push(message: string): Promise<void> {
		this.#clone ??= await PushingClone.of(this.#data, '~bob/dotfiles');
		const commit = await this.#clone.commit(message);
		await this.#clone.push();
		this.happened.push(`commit ${commit}`);
	}
}
