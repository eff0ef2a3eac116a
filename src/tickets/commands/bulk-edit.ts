import type { TicketKey } from '../../platform/model/keys.ts';
import { named } from '../state/outbox-text.ts';
import type { DirectChange } from '../state/pending-change.ts';
import type { Tickets } from '../state/tickets.ts';

interface BulkEditOptions {
	readonly tickets: Pick<Tickets, 'change' | 'comment'> & {
		readonly outbox: Pick<Tickets['outbox'], 'undo'>;
	};
	/** Called before a ticket is changed. */
	readonly hold: (key: TicketKey) => void;
	/** How long a direct change can be undone. */
	readonly undoMs: () => number;
	/** Shows a message in the status bar. */
	readonly note: (message: string) => void;
}

/** Changes one or many tickets through the outbox. */
export class TicketBulkEdit {
	readonly #options: BulkEditOptions;
	/** The group that was undone last by its name. */
	#lastUndone: string | undefined;

	constructor(options: BulkEditOptions) {
		this.#options = options;
	}

	/** Changes tickets without a comment, in a few seconds. Until then, the user can undo it. */
	async direct(keys: readonly TicketKey[], change: DirectChange): Promise<void> {
		const { tickets, hold, undoMs } = this.#options;
		for (const key of keys) hold(key);
		await tickets.change(keys, change, undoMs());
	}

	/** Comments on tickets now. A comment that the forge refuses becomes the draft of its ticket. */
	async comment(keys: readonly TicketKey[], text: string): Promise<void> {
		const { tickets, hold, note } = this.#options;
		for (const key of keys) hold(key);
		await tickets.comment(keys, text);
		note(`Commenting on ${named(keys)}…`);
	}

	/** Undoes the newest change that is not being sent yet or, given a group, only that. */
	async undo(group?: string): Promise<void> {
		const { tickets, note } = this.#options;
		// A double click on Undo.
		if (group !== undefined && group === this.#lastUndone) return;
		const undone = await tickets.outbox.undo(group);
		if (undone.length > 0) this.#lastUndone = group;
		if (undone.length > 0) note(`Undone: ${named(undone.map(({ key }) => key))}`);
		else note(group === undefined ? 'Nothing to undo' : 'Too late to undo: the change is being sent');
	}
}
