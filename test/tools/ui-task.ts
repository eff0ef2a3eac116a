/** What the runner passes to each process that runs UI tests, in an environment variable. */
export interface UiTask {
	/** In the order in which they begin. */
	readonly files: readonly string[];
	/** A folder in which processes mark the files that they have taken. */
	readonly taken: string;
	readonly grep?: string | undefined;
	readonly only?: readonly string[] | undefined;
	readonly seed?: number | undefined;
}

export const uiTaskVariable = 'TILDEFORGE_UI';
