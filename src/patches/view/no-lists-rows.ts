import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { Session } from '../../signin/session.ts';

export const noListsRows = ({ id, account }: Pick<Session, 'id' | 'account'>): readonly Row[] => [
	noticeRow(`none/${id}`, 'info', `${account} has no mailing lists`),
];
