import type { CommandTable } from '../platform/commands/command-table.ts';
import type { CommandArguments } from '../platform/view/command-arguments.ts';
import type { RepositoryCommands } from './commands/repository-commands.ts';

/** The commands on repositories and their files. */
export const repositoryCommands = {
	'tildeforge.createRepository': (commands) => commands.create(commands.showRow),
	'tildeforge.editRepository': (commands, ...args: CommandArguments) => commands.edit(args),
	'tildeforge.changeRepositoryVisibility': (commands, ...args: CommandArguments) =>
		commands.changeVisibility(args),
	'tildeforge.answerPushes': (commands, ...args: CommandArguments) => commands.answerPushes(args),
	'tildeforge.deleteRepository': (commands, ...args: CommandArguments) => commands.delete(args),
	'tildeforge.pinRepository': (commands) => commands.pin(commands.showRow),
	'tildeforge.unpinRepository': (commands, ...args: CommandArguments) => commands.unpin(args),
	'tildeforge.copyCloneAddress': (commands, ...args: CommandArguments) => commands.copyCloneAddress(args),
	'tildeforge.copyPushCommands': (commands, ...args: CommandArguments) => commands.copyPushCommands(args),
	'tildeforge.cloneRepository': (commands, ...args: CommandArguments) => commands.clone(args),
	'tildeforge.openRepositoryOnWeb': (commands, ...args: CommandArguments) => commands.openOnWeb(args),
	'tildeforge.openRepositoryItemOnWeb': (commands, ...args: CommandArguments) => commands.openOnWeb(args),
	'tildeforge.copyPermalink': (commands, ...args: CommandArguments) => commands.copyPermalink(args),
	'tildeforge.copyRepositoryPath': (commands, ...args: CommandArguments) => commands.copyPath(args),
	'tildeforge.openRepositoryFileToSide': (commands, ...args: CommandArguments) => commands.openToSide(args),
	'tildeforge.openLocalCopy': (commands, ...args: CommandArguments) => commands.openLocalCopy(args),
	'tildeforge.checkOutBranch': (commands, ...args: CommandArguments) => commands.checkOut(args),
	'tildeforge.showSubmodule': (commands, ...args: CommandArguments) => commands.showSubmodule(args),
	'tildeforge.downloadRepositoryFile': (commands, ...args: CommandArguments) => commands.download(args),
	'tildeforge.copyCommitId': (commands, ...args: CommandArguments) => commands.copyCommitId(args),
	'tildeforge.openRepositoryFolder': (commands, ...args: CommandArguments) => commands.openAsFolder(args),
	'tildeforge.openRepositoryItemFolder': (commands, ...args: CommandArguments) => commands.openAsFolder(args),
	'tildeforge.goToRepositoryFile': (commands, ...args: CommandArguments) => commands.goToFile(args),
	'tildeforge.findInRepository': (commands, ...args: CommandArguments) => commands.find(args),
	'tildeforge.searchCode': (commands, ...args: CommandArguments) => commands.searchCode(args),
	'tildeforge.showReadme': (commands, ...args: CommandArguments) => commands.showReadme(args),
	'tildeforge.showFileHistory': (commands, ...args: CommandArguments) => commands.showFileHistory(args),
	'tildeforge.openCommit': (commands, ...args: CommandArguments) => commands.openCommit(args),
	'tildeforge.showRepositoryLog': (commands, ...args: CommandArguments) => commands.showLog(args),
	'tildeforge.searchRepositoryLog': (commands, ...args: CommandArguments) => commands.searchLog(args),
	'tildeforge.compareRevisions': (commands, ...args: CommandArguments) => commands.compare(args),
	'tildeforge.loadMoreCommits': (commands, ...args: CommandArguments) => commands.loadMoreCommits(args),
} satisfies CommandTable<RepositoryCommands>;
