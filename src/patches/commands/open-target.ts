import * as vscode from 'vscode';
import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { isWebAddress } from '../../platform/model/addresses.ts';
import type { LinkedTarget } from '../page/host.ts';
import type { MailingLists } from '../state/mailing-lists.ts';

/** Opens what a link leads to. Returns whether VS Code can show it. */
export function openTarget(
	{ target, account, instance, reference }: LinkedTarget,
	{ accounts }: MailingLists,
): boolean {
	const pageAccount = accounts.find(({ session }) => session.id === account);
	const reader =
		!instance || pageAccount?.instance.name === instance.name
			? pageAccount
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
		return isWebAddress(reference) && run('tildeforge.openPatchsetByName', reference, account);
	return 'repository' in target && isWebAddress(reference) && run('tildeforge.openRepositoryUrl', reference);
}
