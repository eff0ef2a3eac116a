/**
 * What VS Code reads by itself in each folder that is open: settings can run programs, and VS Code trusts the folders of a virtual file
 * system without asking.
 */
const editorFiles = /^\.vscode[. ]*$|\.code-workspace[. ]*$/i;
/** A folder on the disk becomes a repository by this name, and its configuration can run programs. git writes it into no tree. */
const gitFolder = /^(?:\.git|git~1)[. ]*$/i;
/** Characters that older file systems of macOS leave out of names. */
const ignoredByMacOs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** Windows takes a backslash for a slash, a colon for a drive or stream, drops dots and spaces at the end, and has devices. */
const misreadOnWindows = /[\\:]|[. ]$|^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i;

/** Whether Windows would read a name of a file as another one, or as one outside of its folder. The user's machine may be another than the forge's. */
export const isMisreadOnWindows = (name: string): boolean => misreadOnWindows.test(name);

/**
 * Whether folders that are opened or copied do not have an entry of this name. Its row in the view opens it by itself.
 * Reasons: docs/decisions/repository-files.md.
 */
export function isHiddenName(name: string): boolean {
	const read = name.replace(ignoredByMacOs, '');
	return (
		editorFiles.test(read) || gitFolder.test(read) || isMisreadOnWindows(read) || isMisreadOnWindows(name)
	);
}
