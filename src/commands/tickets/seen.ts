import type * as vscode from 'vscode';
import { background } from '../../base/background.ts';

const name = 'tickets.seen';
/** Of so many tickets it is remembered, those that were looked at last. */
const most = 400;

/** Up to when a person has read each ticket. */
export class Seen {
	readonly #memory: vscode.Memento;

	constructor(memory: vscode.Memento) {
		this.#memory = memory;
	}

	get(ref: string): string | undefined {
		return this.#all()[ref];
	}

	put(ref: string, at: string): void {
		const all = this.#all();
		if (all[ref] === at) return;
		const { [ref]: _, ...others } = all;
		const kept = Object.entries(others).slice(1 - most);
		background(this.#memory.update(name, { ...Object.fromEntries(kept), [ref]: at }));
	}

	#all(): Readonly<Record<string, string>> {
		return this.#memory.get<Record<string, string>>(name) ?? {};
	}
}
