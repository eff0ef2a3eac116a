import * as vscode from 'vscode';
import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import type { LinkTarget } from '../../platform/model/references.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import type { MailingLists } from '../state/mailing-lists.ts';

/** What a link on a page leads to. */
export interface LinkedTarget {
	readonly target: LinkTarget;
	/** The account of the page. */
	readonly account: string;
	/** The forge of the target. */
	readonly instance: Instance | undefined;
	/** The link itself. */
	readonly reference: string;
}

/** Opens what a link leads to. Returns whether VS Code can show it. */
export function openTarget(
	{ target, account, instance, reference }: LinkedTarget,
	{ accounts }: MailingLists,
): boolean {
	const own = accounts.find(({ session }) => session.id === account);
	const reader =
		!instance || own?.instance.name === instance.name
			? own
			: accounts.find((one) => one.instance.name === instance.name);
	const run = (command: string, ...args: readonly unknown[]) => {
		background(tryAsync(() => vscode.commands.executeCommand(command, ...args)));
		return true;
	};
	if (target.kind === 'ticket' && reader) {
		const { owner, tracker, ticket, event } = target;
		const key = { account: reader.session.id, owner, tracker, ticket };
		return run('tildeforge.openTicket', { kind: 'ticket', key, event });
	}
	if (target.kind === 'patchset' || target.kind === 'mail')
		return isAddress(reference) && run('tildeforge.openPatchsetByName', reference, account);
	return 'repository' in target && isAddress(reference) && run('tildeforge.openRepositoryUrl', reference);
}

const isAddress = (reference: string): boolean => /^https?:/.test(reference);
