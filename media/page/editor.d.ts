/** The API that VS Code provides to a webview's script. May be called once per page load. */
declare function acquireVsCodeApi<State>(): {
	postMessage(message: unknown): void;
	getState(): State | undefined;
	setState(state: State): void;
};
