import * as vscode from 'vscode';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import { isPatchsetKey } from '../../platform/model/keys.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import type { Inbox } from '../state/inbox.ts';
import { chosenEvents } from './chosen-events.ts';

interface InboxCommandsOptions {
	readonly inbox: Pick<Inbox, 'entries' | 'markSeen'>;
	/** The rows that are selected in the view. */
	readonly selected: () => readonly unknown[];
}

/** Implements the commands of the Inbox view. */
export class InboxCommands {
	readonly #options: InboxCommandsOptions;

	constructor(options: InboxCommandsOptions) {
		this.#options = options;
	}

	/** Opens what an event is about, and marks the event as seen. */
	async open([row]: CommandArguments): Promise<void> {
		const { inbox } = this.#options;
		const [event] = chosenEvents([row], inbox.entries);
		if (!event) return;
		const [command, target] = targetOf(event);
		await vscode.commands.executeCommand(command, target);
		await inbox.markSeen([event]);
	}

	/** Marks the events of the chosen rows as seen. */
	async markSeen(args: CommandArguments): Promise<void> {
		const { inbox, selected } = this.#options;
		const chosen = args.length > 0 ? args : ([undefined, selected()] as const);
		await inbox.markSeen(chosenEvents(chosen, inbox.entries));
	}

	async markAllSeen(): Promise<void> {
		const { inbox } = this.#options;
		await inbox.markSeen(inbox.entries.map(({ event }) => event));
	}
}

/** The command that opens what an event is about, and its argument. */
function targetOf(event: ForgeEvent): readonly [command: string, target?: unknown] {
	if ('ref' in event) {
		const [newest] = event.commits ?? [];
		if (!newest) return ['tildeforge.repositories.focus'];
		return ['tildeforge.openCommit', { kind: 'commit', key: event.place, commit: newest.id }];
	}
	const { item, place } = event;
	if (item === null) return ['tildeforge.patches.focus'];
	if ('ticket' in item) return ['tildeforge.openRow', { kind: 'ticket', key: item }];
	if (isPatchsetKey(item)) return ['tildeforge.openPatchsetRow', { kind: 'patchset', key: item }];
	return ['tildeforge.openPatchsetRow', { kind: 'thread', list: place, mail: item.mail }];
}
