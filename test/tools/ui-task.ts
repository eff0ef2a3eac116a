/** What the runner tells the process of one file of UI tests, by way of its environment. */
export interface UiTask {
	readonly file: string;
	readonly grep?: string | undefined;
	readonly only?: readonly string[] | undefined;
	readonly seed?: number | undefined;
}

export const uiTaskVariable = 'TILDEFORGE_UI';
