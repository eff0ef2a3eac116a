import { Stop } from './stop.ts';

interface NewCommand {
	/** Such as `exportTickets`. */
	readonly name: string;
	/** `package.json` before. */
	readonly manifest: string;
	/** The command table of its feature before. */
	readonly table: string;
}

interface CommandItem {
	readonly command: string;
}

interface CommandsOfManifest {
	readonly contributes: {
		readonly commands: CommandItem[];
		readonly menus: { readonly commandPalette: CommandItem[] };
	};
}

/** Where the rows of a table end. */
const tableEnd = /^\} satisfies CommandTable</m;

/** `Export Tickets` for `exportTickets`. */
const titleOf = (name: string) =>
	name.replace(/^./, (first) => first.toUpperCase()).replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ');

/** Adds `item` after the last one that is in the table, so that the commands of a feature stay together. */
function insert<T extends CommandItem>(all: T[], item: T, table: string): void {
	const last = all.findLastIndex(({ command }) => table.includes(`'${command}'`));
	all.splice(last + 1, 0, item);
}

/** The manifest and the command table with a new command. What it does is then missing, and the compiler says where. */
export function withCommand({ name, manifest, table }: NewCommand): Pick<NewCommand, 'manifest' | 'table'> {
	if (!/^[a-z][A-Za-z\d]+$/.test(name))
		throw new Stop(`"${name}" cannot be the name of a command. Give one like exportTickets.`);
	const command = `tildeforge.${name}`;
	const changed: CommandsOfManifest = JSON.parse(manifest);
	const { commands, menus } = changed.contributes;
	if (commands.some((one) => one.command === command)) throw new Stop(`There is a command ${command}.`);
	const item = { command, title: titleOf(name), category: 'Tildeforge' };
	insert<CommandItem>(commands, item, table);
	const inPalette = { command, when: 'tildeforge.signedIn' };
	insert<CommandItem>(menus.commandPalette, inPalette, table);
	const row = `	'${command}': (part, ...args: CommandArguments) => part.${name}(args),\n`;
	return {
		manifest: `${JSON.stringify(changed, null, '\t')}\n`,
		table: table.replace(tableEnd, (end) => `${row}${end}`),
	};
}
