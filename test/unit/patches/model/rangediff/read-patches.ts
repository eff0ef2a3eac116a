import type { FileDiff, Hunk } from '../../../../../src/patches/model/patch/patch.ts';
import type { ComparedPatch } from '../../../../../src/patches/model/rangediff/compared-patch.ts';
import { comparedPatch } from '../../../../../src/patches/model/rangediff/compared-patch.ts';
import { subjectOf } from './patches.ts';

/** Reads what `git format-patch --stdout` writes for the generated series. */
export function readPatches(text: string): readonly ComparedPatch[] {
	return text.split(/^(?=From [0-9a-f]{40} Mon Sep 17)/m).flatMap((mail) => {
		const found = /^Subject: \[PATCH[^\]]*\] ([\s\S]*?)\n\n([\s\S]*?)\n?---\n/m.exec(mail);
		const at = mail.search(/^diff --git /m);
		if (!found) return [];
		const [, title = '', message = ''] = found;
		return [
			comparedPatch({
				source: mail,
				subject: subjectOf(title.replace(/\n /g, ' ')),
				author: { name: 'Ana', email: 'ana@example.org' },
				message,
				files: at === -1 ? [] : readFiles(mail, at),
			}),
		];
	});
}

function readFiles(source: string, begin: number): FileDiff[] {
	const end = source.lastIndexOf('-- \n');
	const starts = [...source.matchAll(/^diff --git /gm)].map(({ index }) => index).filter((at) => at >= begin);
	return starts.map((start, nth) => readFile(source, start, starts[nth + 1] ?? end));
}

function readFile(source: string, start: number, end: number): FileDiff {
	const text = source.slice(start, end);
	const [, old, fresh] = /^diff --git a\/(\S+) b\/(\S+)$/m.exec(text) ?? [];
	const status = /^new file/m.test(text)
		? 'A'
		: /^deleted/m.test(text)
			? 'D'
			: /^rename/m.test(text)
				? 'R'
				: 'M';
	return {
		status,
		old: status === 'A' ? undefined : old,
		new: status === 'D' ? undefined : fresh,
		oldMode: undefined,
		newMode: undefined,
		oldId: undefined,
		newId: undefined,
		similarity: undefined,
		additions: 0,
		deletions: 0,
		binary: undefined,
		hunks: readHunks(text, start),
		start,
		end,
	};
}

function readHunks(text: string, offset: number): Hunk[] {
	const headers = [...text.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)\n/gm)];
	return headers.map((header, nth) => {
		const [all, oldStart, oldCount = '1', newStart, newCount = '1', section = ''] = header;
		return {
			start: offset + header.index,
			bodyStart: offset + header.index + all.length,
			end: offset + (headers[nth + 1]?.index ?? text.length),
			oldStart: Number(oldStart),
			oldCount: Number(oldCount),
			newStart: Number(newStart),
			newCount: Number(newCount),
			section,
		};
	});
}
