import type { CommandTable } from '../platform/commands/command-table.ts';
import type { CommandArguments } from '../platform/view/command-arguments.ts';
import type { InboxCommands } from './commands/inbox-commands.ts';
import type { InboxOpener } from './commands/inbox-opener.ts';
import { openRulesSetting } from './settings.ts';

interface InboxActions {
	readonly commands: InboxCommands;
	readonly opener: InboxOpener;
	/** Shows how the window learns what happens. */
	readonly showLiveStatus: () => Promise<void>;
}

/** The commands of the inbox. */
export const inboxCommands = {
	'tildeforge.openInboxEvent': ({ opener }, ...args: CommandArguments) => opener.open(args),
	'tildeforge.nextInboxRow': ({ opener }) => opener.go(1),
	'tildeforge.previousInboxRow': ({ opener }) => opener.go(-1),
	'tildeforge.finishInboxRow': ({ opener }) => opener.go('done'),
	'tildeforge.showInInbox': ({ opener }) => opener.focus(),
	'tildeforge.markInboxSeen': ({ commands }, ...args: CommandArguments) => commands.markSeen(args),
	'tildeforge.markInboxUnseen': ({ commands }, ...args: CommandArguments) => commands.markUnseen(args),
	'tildeforge.muteInboxRow': ({ commands }, ...args: CommandArguments) => commands.mute(args),
	'tildeforge.muteInboxPlace': ({ commands }, ...args: CommandArguments) => commands.mutePlaces(args),
	'tildeforge.editInboxRules': () => openRulesSetting(),
	'tildeforge.showMuted': ({ commands }) => commands.showMuted(),
	'tildeforge.markAllInboxSeen': ({ commands }) => commands.markAllSeen(),
	'tildeforge.showLiveStatus': ({ showLiveStatus }) => showLiveStatus(),
} satisfies CommandTable<InboxActions>;
