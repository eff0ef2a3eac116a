/** Stores values, as a `vscode.Memento` does. */
export interface Memory {
	get(name: string): unknown;
	update(name: string, value: unknown): PromiseLike<void>;
}
