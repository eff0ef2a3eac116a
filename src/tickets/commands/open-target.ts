import * as vscode from 'vscode';
import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import type { LinkTarget } from '../../platform/model/references.ts';

/** Opens the page of a series, a mail or a repository by its address. Returns whether VS Code can show the target. */
export function openTarget(target: LinkTarget, address: string): boolean {
	const command =
		target.kind === 'patchset' || target.kind === 'mail'
			? 'tildeforge.openPatchsetByName'
			: 'repository' in target
				? 'tildeforge.openRepositoryUrl'
				: undefined;
	if (command === undefined) return false;
	background(tryAsync(() => vscode.commands.executeCommand(command, address)));
	return true;
}
