import { createHash } from 'node:crypto';

/** A file of the large repository. Each folder contains twenty files, and each folder above it twenty folders. */
export interface Source {
	readonly path: string;
	readonly lines: readonly string[];
}

export function source(index: number): Source {
	const folder = Math.floor(index / 20);
	const part = `part${String(Math.floor(folder / 20)).padStart(2, '0')}`;
	const path = `${part}/unit${String(folder % 20).padStart(2, '0')}/file${String(index).padStart(5, '0')}.c`;
	const lines = [
		`/* ${path} */`,
		'#include "mainframe.h"',
		'',
		`static int limit = ${(index * 37) % 1009};`,
		'',
		`int unit_${index}(int n)`,
		'{',
		'	if (n > limit)',
		'		return -1;',
		`	return n * ${1 + (index % 7)};`,
		'}',
	];
	return { path, lines };
}

const blob = (lines: readonly string[]) => {
	const text = `${lines.join('\n')}\n`;
	return createHash('sha1')
		.update(`blob ${Buffer.byteLength(text)}\0${text}`)
		.digest('hex')
		.slice(0, 10);
};

/** The index of the line that contains the limit. */
const limitLine = 3;

/** The body of a patch that changes the limit in a file. It always applies, because nothing else changes that line. */
export function limitPatch(index: number, limit: number): string {
	const { path, lines } = source(index);
	const changed = lines.with(limitLine, `static int limit = ${limit};`);
	const hunk = [
		...lines.slice(0, limitLine).map((line) => ` ${line}`),
		`-${lines[limitLine]}`,
		`+${changed[limitLine]}`,
		...lines.slice(limitLine + 1, limitLine + 4).map((line) => ` ${line}`),
	];
	return [
		'Measured on three machines.',
		'---',
		` ${path} | 2 +-`,
		' 1 file changed, 1 insertion(+), 1 deletion(-)',
		'',
		`diff --git a/${path} b/${path}`,
		`index ${blob(lines)}..${blob(changed)} 100644`,
		`--- a/${path}`,
		`+++ b/${path}`,
		'@@ -1,7 +1,7 @@',
		...hunk,
		'-- ',
		'2.45.2',
		'',
	].join('\n');
}
