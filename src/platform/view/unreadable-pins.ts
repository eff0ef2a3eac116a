import { noticeRow, type Row } from './row.ts';

/** A row for pins that could not be read. `itemsName` is the plural noun for what is pinned. */
export const unreadablePinsRow = (account: string, itemsName: string): Row =>
	noticeRow(`unreadable/pins/${account}`, 'warning', `Pinned ${itemsName} could not be read`, {
		description: 'pin them again',
		tooltip: `The file with your pinned ${itemsName} could not be read. It was kept, and the log has its name. Pin the ${itemsName} again. Click to show the log.`,
		command: { id: 'tildeforge.showLog', title: 'Show Log' },
	});
