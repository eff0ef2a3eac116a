import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { Session } from '../../signin/sessions/session.ts';

/** What an account without repositories can do. */
export const noRepositoriesRows = ({ id }: Pick<Session, 'id'>): readonly Row[] => [
	noticeRow(`none/${id}`, 'info', 'No repositories yet'),
	noticeRow(`none/${id}/pin`, 'pin', 'Pin Repository…', {
		command: { id: 'tildeforge.pinRepository', title: 'Pin Repository…' },
	}),
	noticeRow(`none/${id}/new`, 'add', 'New Repository…', {
		command: { id: 'tildeforge.createRepository', title: 'New Repository…' },
	}),
];
