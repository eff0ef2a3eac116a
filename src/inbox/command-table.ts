import type { CommandTable } from '../platform/commands/command-table.ts';
import type { CommandArguments } from '../platform/view/command-arguments.ts';
import type { InboxCommands } from './commands/inbox-commands.ts';

interface InboxActions {
	readonly commands: InboxCommands;
	/** Shows how the window learns what happens. */
	readonly showLiveStatus: () => Promise<void>;
}

/** The commands of the inbox. */
export const inboxCommands = {
	'tildeforge.openInboxEvent': ({ commands }, ...args: CommandArguments) => commands.open(args),
	'tildeforge.markInboxSeen': ({ commands }, ...args: CommandArguments) => commands.markSeen(args),
	'tildeforge.markInboxUnseen': ({ commands }, ...args: CommandArguments) => commands.markUnseen(args),
	'tildeforge.muteTicket': ({ commands }, ...args: CommandArguments) => commands.mute(args),
	'tildeforge.muteSeries': ({ commands }, ...args: CommandArguments) => commands.mute(args),
	'tildeforge.muteThread': ({ commands }, ...args: CommandArguments) => commands.mute(args),
	'tildeforge.showMuted': ({ commands }) => commands.showMuted(),
	'tildeforge.markAllInboxSeen': ({ commands }) => commands.markAllSeen(),
	'tildeforge.showLiveStatus': ({ showLiveStatus }) => showLiveStatus(),
} satisfies CommandTable<InboxActions>;
