/** The API that VS Code provides to a webview's script. May be called once per page load. */
declare function acquireVsCodeApi<State>(): {
	postMessage(message: unknown): void;
	getState(): State | undefined;
	setState(state: State): void;
};

/** The SVG of each icon, by its name. Defined by `media/icons.ts`, a script that each page has before its own. */
declare const icons: Readonly<Record<string, string>>;
