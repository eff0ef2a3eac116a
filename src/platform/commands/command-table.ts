/** The commands on a part of the extension: what each does, by its id in the manifest. */
export type CommandTable<Part> = Readonly<
	Record<`tildeforge.${string}`, (part: Part, ...args: never[]) => unknown>
>;

/** What VS Code runs for a command, by the command's id. */
export type CommandHandlers = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** The handlers of a table. `open` returns the part, which is opened by its first command. */
export const handlersOf = <Part>(table: CommandTable<Part>, open: () => Promise<Part>): CommandHandlers =>
	Object.fromEntries(
		Object.entries(table).map(([id, run]) => [id, async (...args: never[]) => run(await open(), ...args)]),
	);
