import type { CommandArguments } from '../view/command-arguments.ts';
import type { CommandTable } from './command-table.ts';
import type { OutboxController } from './outbox-controller.ts';

/** The commands on changes that are not on the forge yet. */
export const outboxCommands = {
	'tildeforge.undo': ({ undo }, group?: unknown) => undo.run(group),
	'tildeforge.sendNow': ({ waiting }, ...args: CommandArguments) => waiting.sendNow(args),
	'tildeforge.useMine': ({ waiting }, ...args: CommandArguments) => waiting.sendNow(args),
	'tildeforge.grantForChange': ({ waiting }, ...args: CommandArguments) => waiting.grant(args),
	'tildeforge.discardChange': ({ waiting }, ...args: CommandArguments) => waiting.discard(args),
	'tildeforge.sendAllChanges': ({ waiting }) => waiting.sendAll(),
	'tildeforge.discardAllChanges': ({ waiting }) => waiting.discardAll(),
} satisfies CommandTable<OutboxController>;
