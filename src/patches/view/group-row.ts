import { formatNumber } from '../../base/text/numbers.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';

/** How many rows a group has. */
export const maxShown = 500;

/** A row with a row for each member below it. Unless `row` says more, it says how many there are. */
export function groupRow<T>(row: Row, members: readonly T[], rowOf: (member: T) => Row): Row {
	const number = formatNumber(members.length);
	return {
		description: number,
		spokenLabel: `${row.label}, ${number}`,
		...row,
		children: () => [...members.slice(0, maxShown).map(rowOf), ...moreRow(members.length, row.id)],
	};
}

/** Says how many rows of a group are left out. */
export const moreRow = (length: number, groupId: string): readonly Row[] =>
	length > maxShown
		? [noticeRow(`${groupId}/more`, 'ellipsis', `${formatNumber(length - maxShown)} more`)]
		: [];
