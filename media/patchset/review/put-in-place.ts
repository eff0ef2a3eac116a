import type { CommentPlace } from '../../../src/patches/page/protocol/comment-protocol.ts';
import { lineAbove } from '../diffs/lines.ts';
import { selectedRange } from '../mails/selected-text.ts';
import type { CommentBox } from './comment-box.ts';

/** Puts each comment below what it is about, if that is on the page. Those that are there already are not moved. */
export function putInPlace(boxes: readonly CommentBox[]): void {
	/** The last comment at each place so far. */
	const last = new Map<Element, Element>();
	for (const { root, draft } of boxes) {
		const { at } = draft;
		const target = targetOf(at, root);
		if (!target) continue;
		const before = last.get(target.element);
		last.set(target.element, root);
		if (target.isContainer) {
			if (root.parentElement !== target.element || root.previousElementSibling !== (before ?? null))
				if (before) before.after(root);
				else target.element.prepend(root);
		} else {
			const above = before ?? lastThreadOf(target.element);
			if (root.previousElementSibling !== above) above.after(root);
		}
	}
}

interface Target {
	readonly element: Element;
	/** Whether comments are in the element, and not below it. */
	readonly isContainer: boolean;
}

function targetOf(at: CommentPlace, root: Element): Target | undefined {
	if (at.kind === 'mail' || at.kind === 'text') return containerOfMail(at.mail, root);
	const file = `.file[data-file="${CSS.escape(at.file)}"]`;
	if (at.kind === 'file') return container(`${file} > .file-comments`);
	const lines = document.querySelector(`${file} > .lines > ol`);
	const row = lines && rowOf(lines, at.last);
	if (row) return { element: row, isContainer: false };
	// The line is in a part of the diff that is not shown.
	const end = [...(lines?.children ?? [])].findLast((one) => !one.matches('.own'));
	return end ? { element: end, isContainer: false } : undefined;
}

/**
 * The page may show a mail several times: as a cover letter, below each line that it quotes, and in the discussion. A comment stays where the
 * user has begun it, also when the lines above it are replaced.
 */
function containerOfMail(mailId: number, root: Element): Target | undefined {
	const all = [...document.querySelectorAll(`[data-comments-of="${mailId}"]`)];
	const begun = selectedRange()?.startContainer ?? document.activeElement;
	const line = root.parentElement && lineOf(root);
	const element =
		all.find((one) => one.contains(root)) ??
		all.find((one) => (line === null ? one.parentElement?.contains(begun) : lineOf(one) === line)) ??
		all[0];
	return element && { element, isContainer: true };
}

/** The numbers of the line that an element is below; empty if it is not in a diff. */
function lineOf(element: Element): string {
	const { o, n } = (element.closest<HTMLElement>('.reply') && lineAbove(element))?.dataset ?? {};
	return `${o} ${n}`;
}

function container(selector: string): Target | undefined {
	const element = document.querySelector(selector);
	return element ? { element, isContainer: true } : undefined;
}

/** A removed line and an added one have one number each. If white space is ignored, they are shown as one line. */
function rowOf(lines: Element, { oldLine, newLine }: Extract<CommentPlace, { kind: 'lines' }>['last']) {
	const find = (selector: string) => lines.querySelector(`:scope > .l${selector}`);
	if (newLine === null) return find(`[data-o="${oldLine}"]:not([data-n])`) ?? find(`[data-o="${oldLine}"]`);
	return find(`[data-n="${newLine}"]`);
}

/** The last reply below a line, or the line. */
function lastThreadOf(row: Element): Element {
	let at = row;
	while (at.nextElementSibling?.matches('.thread:not(.own)')) at = at.nextElementSibling;
	return at;
}
