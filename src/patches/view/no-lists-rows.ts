import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { Session } from '../../signin/sessions/session.ts';

/** What an account without mailing lists can do. */
export const noListsRows = ({ id }: Pick<Session, 'id'>): readonly Row[] => [
	noticeRow(`none/${id}`, 'info', 'No mailing lists yet'),
	noticeRow(`none/${id}/pin`, 'pin', 'Pin Mailing List…', {
		command: { id: 'tildeforge.pinList', title: 'Pin Mailing List…' },
	}),
	noticeRow(`none/${id}/new`, 'add', 'New Mailing List…', {
		command: { id: 'tildeforge.createList', title: 'New Mailing List…' },
	}),
];
