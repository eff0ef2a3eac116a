import { noticeRow, type Row } from '../../platform/view/row.ts';

const showLog = { id: 'tildeforge.showLog', title: 'Show Log' };

/** A row for the drafts whose files could not be read; no row if there are none. */
export function unreadableDraftsRow(count: number): readonly Row[] {
	if (count === 0) return [];
	const what = count === 1 ? 'A draft could not be read' : `${count} drafts could not be read`;
	return [
		noticeRow('unreadable/drafts', 'warning', what, {
			description: 'kept on disk',
			tooltip: `${what}. Nothing was removed. The log has the names of the files: click to show it. Remove the files to remove this row.`,
			command: showLog,
		}),
	];
}
