import type { CommentPlace } from '../../../src/patches/page/protocol/comment-protocol.ts';
import { draw } from '../../kit/draw.ts';
import { icon } from '../../kit/page-elements.ts';
import { isNumbered, placeOfRows, selectedRows } from './commented-place.ts';

/** One button for all lines: it is at the line below the mouse. It comments on the selected lines if the line is one of them. */
export function startPlusButton(begin: (at: CommentPlace) => void): void {
	const button = document.createElement('button');
	button.type = 'button';
	button.className = 'plus';
	// The key C does the same.
	button.tabIndex = -1;
	draw(button, [icon('add')]);
	addEventListener('mouseover', ({ target }) => {
		const row = target instanceof Element ? target.closest<HTMLElement>('.l:not(.inner, .remark)') : null;
		if (!row || row === button.parentElement) return;
		button.ariaLabel = isNumbered(row)
			? `Comment on line ${row.dataset.n ?? row.dataset.o}`
			: 'Comment on the file';
		row.prepend(button);
	});
	// The selection stays.
	button.addEventListener('mousedown', (event) => event.preventDefault());
	button.addEventListener('click', () => {
		const row = button.parentElement;
		if (!row) return;
		const rows = selectedRows();
		const at = rows && isBetween(row, rows) ? placeOfRows(...rows) : placeOfRows(row, row);
		if (at) begin(at);
	});
}

function isBetween(row: Element, ends: readonly [Element, Element]): boolean {
	const all = [...(row.parentElement?.children ?? [])];
	const at = all.indexOf(row);
	const [one, other] = [all.indexOf(ends[0]), all.indexOf(ends[1])];
	return at >= Math.min(one, other) && at <= Math.max(one, other);
}
