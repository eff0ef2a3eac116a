import { formatNumber } from '../../base/text/numbers.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';

/** How many rows a group has. */
export const maxShown = 500;

/** Says how many rows of a group are left out. */
export const moreRow = (length: number, groupId: string): readonly Row[] =>
	length > maxShown
		? [noticeRow(`${groupId}/more`, 'ellipsis', `${formatNumber(length - maxShown)} more`)]
		: [];
