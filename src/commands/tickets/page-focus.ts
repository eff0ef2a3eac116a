import * as vscode from 'vscode';
import type { Focus } from '../../protocol/ticket.ts';

/** A page that is there says what has become of the field. Nobody is kept without keys for longer, where none comes. */
const patience = 3000;

/** Whether a letter is a key or a text's: what the pages say of their focus, by the key of the page. */
export class PageFocus {
	/** The page that has the focus, and none of its fields does. */
	#free: string | undefined;
	/** The page whose field is still to come. */
	#ahead: string | undefined;
	#arrival = 0;

	isFree(page: string): boolean {
		return this.#free === page;
	}

	set(page: string, on: Focus): void {
		const wasAhead = this.#ahead === page;
		// It has the field now, or will have none.
		if (on === 'field' || (wasAhead && on !== 'ahead')) this.stay();
		if (wasAhead || on === 'ahead') this.#ahead = on === 'ahead' ? page : undefined;
		if (on !== 'page' && this.#free !== page) return;
		this.#free = on === 'page' ? page : undefined;
		void vscode.commands.executeCommand('setContext', 'tildeforge.pageFree', on === 'page');
	}

	/**
	 * Somebody is on the way to a field or a box. That needs a moment until it has the focus, and what is typed meanwhile is text:
	 * no key of the view or of a page.
	 */
	get isSetOut(): boolean {
		return this.#ahead !== undefined || Date.now() < this.#arrival;
	}

	setOut(): void {
		this.#arrival = Date.now() + patience;
	}

	stay(): void {
		this.#arrival = 0;
	}
}
