import { type FullMail, parseFullMail } from '../../src/patches/model/series/mails/full-mail.ts';
import type { SeriesReading } from '../../src/patches/model/series-reading.ts';
import { fileDiff } from '../../src/patches/page/parts/file-diff.ts';
import { fileSyntaxTokens } from '../../src/patches/page/parts/file-syntax-tokens.ts';
import { type SeriesContent, seriesContent } from '../../src/patches/page/parts/series-content.ts';
import type { ShownComment } from '../../src/patches/page/protocol/comment-protocol.ts';
import type { DiffTokens, PatchsetSnapshot, ShownDiff } from '../../src/patches/page/protocol/protocol.ts';
import { seriesSnapshot } from '../../src/patches/page/snapshot.ts';
import { inputBase } from '../kit/pages/input-base.ts';
import { readingOf } from '../kit/pages/readings.ts';
import { patchMail } from './mail-data.ts';

const patchCount = 5;
const hunksPerFile = 2;

/** A hunk of C code. Of six lines, two are replaced and one is added. */
function hunk(file: number, from: number, lineCount: number): readonly string[] {
	const lines = Array.from({ length: lineCount }, (_, nth) => {
		const name = `value_${from + nth}`;
		return [
			` \tint ${name} = compute(${file}, ${from + nth});`,
			`-\tif (${name} < limit) return -1;`,
			`+\tif (${name} <= limit_of(buffer)) return -EINVAL;`,
			` \t/* The buffer of ${name} is kept until the file is closed. */`,
			`+\tlog_value("${name} of %s", buffer->name, ${name});`,
			` \tfor (size_t i = 0; i < ${name}; i++) total += buffer->lines[i].length;`,
		][nth % 6] as string;
	});
	const count = (sign: string) =>
		lines.filter((line) => line.startsWith(' ') || line.startsWith(sign)).length;
	return [`@@ -${from},${count('-')} +${from},${count('+')} @@ int function_${from}(void)`, ...lines];
}

/** The diff of a file. */
function diffOfFile(file: number, lineCount: number): string {
	const path = `src/part-${file % 20}/file-${file}.c`;
	const lines = Array.from({ length: hunksPerFile }, (_, nth) =>
		hunk(file, 10 + nth * 1000, lineCount / hunksPerFile),
	);
	const head = [
		`diff --git a/${path} b/${path}`,
		'index 1111111..2222222 100644',
		`--- a/${path}`,
		`+++ b/${path}`,
	];
	return `${[...head, ...lines.flat()].join('\n')}\n`;
}

export interface LargeSeries {
	/** The diff of each file, as git writes it. */
	readonly diffs: readonly string[];
	readonly snapshot: PatchsetSnapshot;
	/** The answers to the requests of the page. */
	readonly diffOf: (file: string) => ShownDiff;
	readonly tonesOf: (file: string) => Promise<DiffTokens>;
	readonly reading: SeriesReading;
	readonly content: SeriesContent;
	/** What the page shows to a user who has written comments. */
	readonly snapshotWith: (comments: readonly ShownComment[]) => PatchsetSnapshot;
}

const links = { instances: [], home: undefined, tracker: undefined, people: new Map() };
const reading = { ignoresWhitespace: false, links, isUnseen: () => false, now: 0, zone: 'UTC' };

/** A series with so many files and lines, and replies to it, as the host reads it from its mails. */
export function largeSeries(
	fileCount: number,
	lineCount: number,
	replies: readonly FullMail[] = [],
): LargeSeries {
	const diffs = Array.from({ length: fileCount }, (_, nth) => diffOfFile(nth, lineCount / fileCount));
	const filesPerPatch = Math.ceil(fileCount / patchCount);
	const mails = Array.from({ length: patchCount + 1 }, (_, nth) => {
		const subject = `[PATCH editor ${nth}/${patchCount}] ${nth === 0 ? 'Log all values' : `Part ${nth}`}`;
		const diff = diffs.slice((nth - 1) * filesPerPatch, nth * filesPerPatch).join('');
		const parent = nth === 0 ? null : 1;
		const listed = { id: nth + 1, created: '2026-11-03T09:20:30Z', parent, thread: parent, sender: null };
		const answered = nth === 0 ? undefined : 'patch-0';
		return parseFullMail(listed, patchMail(subject, `patch-${nth}`, nth === 0 ? '' : diff, answered));
	});
	const known = readingOf([...mails, ...replies]);
	const content = seriesContent(known);
	const snapshotWith = (comments: readonly ShownComment[]) =>
		seriesSnapshot({
			...inputBase,
			...{ links, people: links.people, known: { reading: known, content }, comments },
			options: { ...inputBase.options, wrapsLines: true },
		});
	const fileOf = (key: string) => {
		const file = content.files.get(key);
		if (!file) throw new Error(`No file ${key}`);
		return file;
	};
	return {
		...{ diffs, reading: known, content, snapshotWith, snapshot: snapshotWith([]) },
		diffOf: (key) => fileDiff(fileOf(key), { ...reading, paths: content.paths, mails: known.mails }),
		tonesOf: (key) => fileSyntaxTokens(fileOf(key), false),
	};
}
