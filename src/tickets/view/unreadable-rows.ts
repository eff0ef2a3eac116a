import { notice, type Row } from '../../platform/view/row.ts';

const showLog = { id: 'tildeforge.showLog', title: 'Show Log' };

/** A row for the drafts whose files could not be read; no row if there are none. */
export function unreadableDraftsRow(count: number): readonly Row[] {
	if (count === 0) return [];
	const what = count === 1 ? 'A draft could not be read' : `${count} drafts could not be read`;
	return [
		notice('unreadable/drafts', 'warning', what, {
			description: 'kept on the disk',
			tooltip: `${what}. Nothing was removed: the log names the files. Click to show it. The row goes when you remove the files.`,
			command: showLog,
		}),
	];
}

export const unreadablePinsRow = (account: string): Row =>
	notice(`unreadable/pins/${account}`, 'warning', 'Pinned trackers could not be read', {
		description: 'pin them again',
		tooltip:
			'The file with the trackers that you pinned could not be read. It was kept, and the log names it. Pin the trackers again. Click to show the log.',
		command: showLog,
	});
