/** What the runner passes to the process of one UI test file, in an environment variable. */
export interface UiTask {
	readonly file: string;
	readonly grep?: string | undefined;
	readonly only?: readonly string[] | undefined;
	readonly seed?: number | undefined;
}

export const uiTaskVariable = 'TILDEFORGE_UI';
