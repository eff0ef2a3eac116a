import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isTicketKey, readKey, spellKey, type TicketKey } from '../../platform/model/keys.ts';
import type { Name, Storage } from '../../platform/state/storage.ts';

/** A comment that the user writes for several tickets. */
interface BulkComment {
	readonly tickets: readonly TicketKey[];
	/** Markdown. */
	readonly text: string;
}

const storedShape = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ tickets: v.array(v.string()), text: v.string() }),
);

/** The comments for several tickets that are not sent yet, on disk. There is at most one comment for each set of tickets. */
export class BulkComments {
	readonly #storage: Storage;

	constructor(storage: Storage) {
		this.#storage = storage;
	}

	/** Returns the id of the comment for these tickets. It has the text that was written for them before. */
	async begin(tickets: readonly TicketKey[]): Promise<string> {
		const spelled = tickets.map(spellKey).sort();
		const id = createHash('sha256').update(spelled.join('\n')).digest('hex').slice(0, 16);
		await this.#storage.lock(nameOf(id), async () => {
			if (!(await this.read(id))) await this.#put(id, { tickets, text: '' });
		});
		return id;
	}

	/** Undefined if the comment was sent. */
	async read(id: string): Promise<BulkComment | undefined> {
		const stored = v.safeParse(storedShape, await this.#storage.read(nameOf(id)));
		if (!stored.success) return undefined;
		const tickets = stored.output.tickets.flatMap((spelled) => {
			const key = readKey(spelled);
			return key && isTicketKey(key) ? [key] : [];
		});
		return { tickets, text: stored.output.text };
	}

	/** Saves the text. Returns false if the comment was sent. */
	save(id: string, text: string): Promise<boolean> {
		return this.#storage.lock(nameOf(id), async () => {
			const comment = await this.read(id);
			if (comment) await this.#put(id, { ...comment, text });
			return comment !== undefined;
		});
	}

	remove(id: string): Promise<void> {
		return this.#storage.remove(nameOf(id));
	}

	#put(id: string, { tickets, text }: BulkComment): Promise<void> {
		const content = JSON.stringify({ tickets: tickets.map(spellKey), text });
		return this.#storage.replace(nameOf(id), content, { isDurable: true });
	}
}

const nameOf = (id: string): Name => ['comments', `${id}.json`];
