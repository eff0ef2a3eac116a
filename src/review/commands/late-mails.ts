import * as vscode from 'vscode';
import { fieldOf } from '../../base/field-of.ts';
import { showListChanged } from '../../platform/editor/messages.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import type { ReviewMails } from '../state/review-mails.ts';

/** What the user can do with waiting mails. */
type LateMailCommand = 'tildeforge.sendNow' | 'tildeforge.editMail' | 'tildeforge.discardChange';

/** Puts the late mails of rows, which were sent and did not arrive on their lists, back among the waiting ones, and runs a command on them. */
export async function actOnLateMails(
	mails: ReviewMails,
	command: LateMailCommand,
	args: CommandArguments,
): Promise<void> {
	if (areRowsGone(args)) return showListChanged();
	const [row, rows] = args;
	const chosen = Array.isArray(rows) && rows.length > 0 ? rows : [row];
	const ids = new Set(chosen.flatMap((one) => fieldOf(fieldOf(one, 'about'), 'late') ?? []));
	const entries = new Set<string | undefined>();
	for (const id of ids) if (typeof id === 'string') entries.add(await mails.takeBack(id));
	const taken = mails.entries.filter(({ id }) => entries.has(id));
	const waiting = taken.map((entry) => entry.row().about);
	if (waiting.length === 0) showListChanged();
	else if (command !== 'tildeforge.editMail')
		await vscode.commands.executeCommand(command, waiting[0], waiting);
	else for (const about of waiting) await vscode.commands.executeCommand(command, about);
}
