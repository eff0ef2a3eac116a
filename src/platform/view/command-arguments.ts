/**
 * What VS Code passes to a command of a view: the row that it was called on, and all rows that are selected with it. Clicks on
 * rows and pages pass a target instead of a row.
 */
export type CommandArguments = readonly [row?: unknown, rows?: unknown];

/** The argument of the commands that go to the next or previous item. */
export interface GoOptions {
	/** Previews the item, and leaves the focus in the view. */
	readonly preserveFocus?: boolean;
}

const isGone = (value: unknown): boolean => value === undefined || value === null;

/**
 * Whether the command was called on rows that the view was just redrawing: VS Code passes nothing in their place.
 * Without this check, a menu command would act as if it were called without a row.
 */
export const areRowsGone = (args: CommandArguments): boolean =>
	Array.isArray(args[1]) ? args[1].some(isGone) : args.length > 0 && args.every(isGone);
