import { noticeRow, type Row } from '../../platform/view/row.ts';

/** What an account without trackers can do. */
export const noTrackersRows = (account: string): readonly Row[] => [
	noticeRow(`none/${account}`, 'info', 'No trackers yet'),
	noticeRow(`none/${account}/pin`, 'pin', 'Pin Tracker…', {
		command: { id: 'tildeforge.pinTracker', title: 'Pin Tracker…' },
	}),
	noticeRow(`none/${account}/new`, 'add', 'New Tracker…', {
		command: { id: 'tildeforge.createTracker', title: 'New Tracker…' },
	}),
];
