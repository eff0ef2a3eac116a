import { parseMail } from '../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../src/mail/patch/parse-patch.ts';
import { type RangeDiffPatch, toRangeDiffPatch } from '../../../src/mail/range-diff/range-diff-patch.ts';

const author = { name: 'Ana', email: 'ana@example.org' };

/** A patch as a mail has it. */
export const patchOf = (title: string, message: string, diff: string, from = author): RangeDiffPatch => {
	const text = `${message}\n---\n\n${diff}-- \n2.43.0\n`;
	const mail = { ...parseMail(''), subject: `[PATCH] ${title}`, from, text };
	const [patch] = parsePatches(mail).map(toRangeDiffPatch);
	if (!patch) throw new Error('There is no patch.');
	return patch;
};

/** A diff of one file with one hunk. The lines have their `+`, `-` or space. */
export function diffOf(path: string, lines: readonly string[]): string {
	const count = (kinds: string) => lines.filter((line) => kinds.includes(line.charAt(0))).length;
	return [
		`diff --git a/${path} b/${path}`,
		'index 1111111..2222222 100644',
		`--- a/${path}`,
		`+++ b/${path}`,
		`@@ -1,${count(' -')} +1,${count(' +')} @@`,
		...lines,
		'',
	].join('\n');
}

/** A patch whose diff has exactly these lines, for what only depends on them. */
export const patchWithLines = (title: string, lines: readonly string[]): RangeDiffPatch => ({
	author: `${author.name} <${author.email}>`,
	message: [title],
	diff: lines.map((text) => ({ text, path: 'file.c', isHeader: false })),
});
