import type { Patch } from '../../src/mail/patch/patch.ts';
import { endsInCrlf } from '../../src/mail/text/source-lines.ts';
import type { FileDiff, Hunk } from '../../src/mail/unified-diff/file-diff.ts';
import { devNull } from '../../src/mail/unified-diff/file-header.ts';
import { quote } from '../../src/mail/unified-diff/name-quoting.ts';

/**
 * Writes the diffs of a patch for `git apply`, from what was parsed: headers from the fields, hunks and binary data from the source.
 * Combined diffs are left out, because they cannot be applied.
 */
export const rebuildDiff = ({ source, files }: Pick<Patch, 'source' | 'files'>): string =>
	files
		.filter(({ isCombined }) => !isCombined)
		.flatMap((file) => (file.status === 'T' ? bothSides(file) : [file]))
		.map((file) => `${headerOf(file)}${contentOf(source, file)}`)
		.join('');

/**
 * The deletion and the addition that a change of the type consists of. One of them is a symbolic link or a submodule, so at most one is
 * binary: the one without a hunk.
 */
function bothSides(file: FileDiff): readonly FileDiff[] {
	const isDeletion = ({ newCount }: Hunk) => newCount === 0;
	const deletions = file.hunks.filter(isDeletion);
	const additions = file.hunks.filter((hunk) => !isDeletion(hunk));
	const binary = { binary: file.binary, blocks: file.blocks };
	const text = { binary: undefined, blocks: [] };
	return [
		{
			...file,
			status: 'D',
			newId: zerosFor(file.oldId),
			hunks: deletions,
			...(deletions.length > 0 ? text : binary),
		},
		{
			...file,
			status: 'A',
			oldId: zerosFor(file.newId),
			hunks: additions,
			...(deletions.length > 0 ? binary : text),
		},
	];
}

const zerosFor = (id: string | undefined): string | undefined => id?.replace(/./g, '0');

function headerOf(file: FileDiff): string {
	const { status, oldMode, newMode, oldId, newId } = file;
	const [oldName, newName] = [file.old ?? file.new ?? '', file.new ?? file.old ?? ''];
	const lines = [`diff --git ${quote(`a/${oldName}`)} ${quote(`b/${newName}`)}`];
	const isChange = status !== 'A' && status !== 'D';
	if (isChange && oldMode !== newMode && oldMode !== undefined && newMode !== undefined) {
		lines.push(`old mode ${oldMode}`, `new mode ${newMode}`);
	}
	if (status === 'A') lines.push(`new file mode ${newMode ?? '100644'}`);
	if (status === 'D') lines.push(`deleted file mode ${oldMode ?? '100644'}`);
	if (status === 'R' || status === 'C') {
		const verb = status === 'R' ? 'rename' : 'copy';
		lines.push(`${verb} from ${quote(oldName)}`, `${verb} to ${quote(newName)}`);
	}
	if (oldId !== undefined && newId !== undefined) {
		const mode = isChange && oldMode !== undefined && oldMode === newMode ? ` ${oldMode}` : '';
		lines.push(`index ${oldId}..${newId}${mode}`);
	}
	if (file.hunks.length > 0) {
		lines.push(`--- ${status === 'A' ? devNull : nameOnLine(`a/${oldName}`)}`);
		lines.push(`+++ ${status === 'D' ? devNull : nameOnLine(`b/${newName}`)}`);
	}
	return `${lines.join('\n')}\n`;
}

/** Git ends a name that has spaces with a tab. */
const nameOnLine = (name: string): string => `${quote(name)}${name.includes(' ') ? '\t' : ''}`;

function contentOf(source: string, { binary, blocks, hunks }: FileDiff): string {
	if (binary === 'none') return 'Binary files differ\n';
	const data = blocks.map(
		({ kind, size, start, end }) => `${kind} ${size}\n${textOf(source, start, end, true)}\n`,
	);
	const parts = binary === 'data' ? ['GIT binary patch\n', ...data] : [];
	for (const hunk of hunks) {
		const { bodyStart, end, oldStart, oldCount, newStart, newCount, section } = hunk;
		const isCrlf = endsInCrlf(source, bodyStart);
		const header = `@@ -${oldStart},${oldCount} +${newStart},${newCount} @@${section === '' ? '' : ` ${section}`}\n`;
		parts.push(header, textOf(source, bodyStart, end, isCrlf));
	}
	return parts.join('');
}

/** Lines of the source, with line feeds as their breaks. A `\r` of a file's content stays. */
function textOf(source: string, start: number, end: number, isCrlf: boolean): string {
	const text = source.slice(start, end);
	return withLastBreak(isCrlf ? text.replaceAll('\r\n', '\n') : text);
}

const withLastBreak = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
