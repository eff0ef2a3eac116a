import { showInStatusBar } from '../editor/messages.ts';
import { named } from '../state/outbox/text.ts';
import type { WaitingChanges } from '../state/outbox/waiting-changes.ts';

/** Implements the command that undoes a change before it is sent. */
export class UndoCommand {
	readonly #outbox: WaitingChanges;
	/** The group that was undone last, or is being undone. */
	#lastUndone: string | undefined;
	/** The undo without a group that is running. Resolves with whether it has undone something. */
	#running: Promise<boolean> | undefined;

	constructor(outbox: WaitingChanges) {
		this.#outbox = outbox;
	}

	/** Undoes the newest change that is not being sent yet or, given a group, only that. Keybindings of the user may have any arguments. */
	async run(given?: unknown): Promise<void> {
		if (typeof given === 'string') {
			// A double click on Undo. The first click may not have ended.
			if (given !== this.#lastUndone) await this.#undo(given);
			return;
		}
		const running = this.#undoNewest(this.#running);
		this.#running = running;
		try {
			await running;
		} finally {
			if (this.#running === running) this.#running = undefined;
		}
	}

	/** If the user presses the key again, the second undo waits for the first, and undoes nothing if the first was too late. */
	async #undoNewest(before: Promise<boolean> | undefined): Promise<boolean> {
		if (before && !(await before.catch(() => false))) return false;
		const group = this.#outbox.undoable?.group;
		if (group !== undefined) return this.#undo(group);
		showInStatusBar('Nothing to undo');
		return false;
	}

	/** Resolves with whether something was undone. */
	async #undo(group: string): Promise<boolean> {
		this.#lastUndone = group;
		let undone: Awaited<ReturnType<WaitingChanges['undo']>> = [];
		try {
			undone = await this.#outbox.undo(group);
		} finally {
			if (undone.length === 0) this.#lastUndone = undefined;
		}
		if (undone.length > 0) showInStatusBar(`Undone: ${named(undone)}`);
		else showInStatusBar('Too late to undo: the change is being sent');
		return undone.length > 0;
	}
}
