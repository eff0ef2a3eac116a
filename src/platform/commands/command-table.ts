/** What each command of a part of the extension does, by the command's id in the manifest. */
export type CommandTable<Part> = Readonly<
	Record<`tildeforge.${string}`, (part: Part, ...args: never[]) => unknown>
>;

/** What VS Code runs for a command, by the command's id. */
export type CommandHandlers = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** The handlers of a table. Each command calls `open`, which must open the part once and then return the same one. */
export const handlersOf = <Part>(table: CommandTable<Part>, open: () => Promise<Part>): CommandHandlers =>
	Object.fromEntries(
		Object.entries(table).map(([id, run]) => [id, async (...args: never[]) => run(await open(), ...args)]),
	);
