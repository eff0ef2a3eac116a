import type * as vscode from 'vscode';
import { visible } from '../../../base/text/invisible-characters.ts';
import { count, fileSize, formatNumber } from '../../../base/text/numbers.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import type { FoundInFile, SearchResult } from '../../state/repository-search.ts';

/**
 * An item of *Find in Repository…*. Labels have no text, only icons: VS Code moves the items whose labels match what the user types to
 * the top, and sorts them by label.
 */
export type FindItem = vscode.QuickPickItem &
	(
		| { readonly id: 'line'; readonly found: FoundInFile }
		| { readonly id: 'summary' | 'warning' | 'load' | 'confirm' | 'clone' | 'cancel' | 'stop' }
	);

/** VS Code must not filter what was found. */
const alwaysShow = true;

export const lineItem = (found: FoundInFile): FindItem => ({
	id: 'line',
	found,
	alwaysShow,
	label: '$(file)',
	description: escapeIcons(visible(found.excerpt)),
	detail: escapeIcons(visible(`${found.path}:${found.line + 1}`)),
});

export function summaryItem(result: SearchResult): FindItem {
	const { found, files, searched, missing, tooLarge, cutFiles, isCut } = result;
	const none = missing === 0 ? 'No results' : 'No results yet';
	const lines = found.length === 0 ? none : count(found.length, 'line');
	const about = [
		`Searched ${formatNumber(searched)} of ${count(files, 'file')}`,
		tooLarge > 0 && `${count(tooLarge, 'file is', 'files are')} larger than 1 MB`,
		cutFiles > 0 && `${count(cutFiles, 'file has', 'files have')} more results`,
	];
	return {
		id: 'summary',
		alwaysShow,
		label: '$(info)',
		description: isCut ? `Only the first ${formatNumber(found.length)} lines are shown` : lines,
		detail: about.filter(Boolean).join('; '),
	};
}

export const warningItem = (description: string, detail: string): FindItem => ({
	id: 'warning',
	alwaysShow,
	label: '$(warning)',
	description,
	detail: escapeIcons(detail),
});

export const loadItem = (missing: number): FindItem => ({
	id: 'load',
	alwaysShow,
	label: '$(cloud-download)',
	description: `Load ${count(missing, 'More File', 'More Files')}`,
	detail: `${missing === 1 ? 'It is' : 'They are'} not on this computer yet.`,
});

export function confirmItems({ missing, missingBytes }: SearchResult): readonly FindItem[] {
	const { least, most } = missingBytes;
	return [
		{
			id: 'confirm',
			alwaysShow,
			label: '$(cloud-download)',
			description: `Load All ${count(missing, 'File')}`,
			detail: `${formatNumber(missing)} requests, probably ${fileSize(least)} to ${fileSize(most)} (the forge does not say).`,
		},
		{
			id: 'clone',
			alwaysShow,
			label: '$(repo-clone)',
			description: 'Clone the Repository…',
			detail: 'That is faster, and VS Code then searches all files.',
		},
		{ id: 'cancel', alwaysShow, label: '$(close)', description: 'Cancel' },
	];
}

export const stopItem = (progress: string): FindItem => ({
	id: 'stop',
	alwaysShow,
	label: '$(stop-circle)',
	description: 'Stop Loading',
	detail: progress,
});

/** Whether an item replaces `other`, an item from before the list was updated. The summary has other contents each time. */
export function isSameItem(item: FindItem, other: FindItem | undefined): boolean {
	if (item.id === 'line' && other?.id === 'line')
		return item.found.path === other.found.path && item.found.line === other.found.line;
	return item.id === other?.id && item.id !== 'summary';
}
