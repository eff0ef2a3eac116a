import assert from 'node:assert/strict';
import type { CommentedLines } from '../../src/mail/compose/commented-lines.ts';
import { linesOf } from '../../src/mail/unified-diff/lines.ts';
import { sentMail } from '../kit/pages/readings.ts';
import { type LargeSeries, largeSeries } from './patches-data.ts';

const fileCount = 50;
const lineCount = 10_000;
const firstReply = 100;
/** The lines of each file that have a comment or a reply, by hunk and index. */
const commented = [
	[0, 20],
	[0, 60],
	[1, 20],
	[1, 60],
] as const;

export interface CommentedMail {
	readonly mail: number;
	readonly lines: CommentedLines;
}

/** A series of 50 files with 200 replies to its lines, and the places of 200 comments at the same lines. */
export function reviewedSeries(): {
	readonly series: LargeSeries;
	readonly comments: readonly CommentedMail[];
} {
	const { content } = largeSeries(fileCount, lineCount);
	const comments: CommentedMail[] = [];
	const replies = content.patches.flatMap(({ mailId, files, label, title }, nth) => {
		const mail = mailId ?? assert.fail();
		const text = files.flatMap(({ file, patch: { source } }, index) => {
			return commented.flatMap(([hunk, line]) => {
				const { start, end } = [...linesOf(source, file.hunks[hunk] ?? assert.fail())][line] ?? assert.fail();
				comments.push({
					mail,
					lines: { kind: 'diff', patch: 0, file: index, hunk, first: line, last: line },
				});
				return [`> ${source.slice(start - 1, end)}`, '', 'Is this needed? The old one did the same.', ''];
			});
		});
		const subject = `Re: [PATCH editor ${label}] ${title}`;
		return sentMail({ id: firstReply + nth, subject, re: mail, text: text.join('\n') });
	});
	return { series: largeSeries(fileCount, lineCount, replies), comments };
}
