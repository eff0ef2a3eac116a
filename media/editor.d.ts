/** What the editor gives to the script of a page. May be called once per page load. */
declare function acquireVsCodeApi<State>(): {
	postMessage(message: unknown): void;
	getState(): State | undefined;
	setState(state: State): void;
};
