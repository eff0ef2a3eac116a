import { showInStatusBar } from '../editor/messages.ts';
import type { DescribedOutbox } from '../state/outbox/describe-outbox.ts';
import { named } from '../state/outbox/text.ts';

/** Implements the command that undoes a change before it is sent. */
export class UndoCommand {
	readonly #outbox: DescribedOutbox;
	/** The group that was undone last by its name, or is being undone. */
	#lastUndone: string | undefined;

	constructor(outbox: DescribedOutbox) {
		this.#outbox = outbox;
	}

	/** Undoes the newest change that is not being sent yet or, given a group, only that. Keybindings of the user may have any arguments. */
	async run(given?: unknown): Promise<void> {
		const group = typeof given === 'string' ? given : this.#outbox.undoable?.group;
		if (group === undefined) {
			showInStatusBar('Nothing to undo');
			return;
		}
		// A double click on Undo. The first click may not have ended.
		if (group === this.#lastUndone) return;
		this.#lastUndone = group;
		let undone: Awaited<ReturnType<DescribedOutbox['undo']>> = [];
		try {
			undone = await this.#outbox.undo(group);
		} finally {
			if (undone.length === 0) this.#lastUndone = undefined;
		}
		if (undone.length > 0) showInStatusBar(`Undone: ${named(undone)}`);
		else showInStatusBar('Too late to undo: the change is being sent');
	}
}
