import fc from 'fast-check';

/** The content of a file in a made-up repository. */
interface Stored {
	readonly mode: '100644' | '100755' | '120000' | '160000';
	readonly content: Buffer;
}

type Tree = ReadonlyMap<string, Stored>;

interface Change {
	readonly kind:
		| 'add'
		| 'edit'
		| 'delete'
		| 'rename'
		| 'copy'
		| 'mode'
		| 'link'
		| 'binary'
		| 'module'
		| 'end';
	/** Choose among what there is, modulo its number. */
	readonly which: number;
	readonly name: number;
	readonly lines: readonly string[];
	readonly isCrlf: boolean;
}

interface Commit {
	readonly title: string;
	readonly body: string;
	readonly changes: readonly Change[];
}

const names = [
	...[
		'a.txt',
		'b.txt',
		'src/deep/c.c',
		'src/deep/d.c',
		'with space',
		'two  spaces/in both',
		'trailing ',
		' leading',
	],
	...['ä/ö.txt', '日本.txt', 'tab\there', 'quo"te', 'back\\slash', 'line\nfeed', 'bell\u0007', 'emoji😀'],
	...['b/a.txt', 'a/b.txt', 'x => y', '-dash', '{brace}', 'x b/x', 'dev/null'],
];

/** Lines that look like parts of a patch or a mail. */
const lines = [
	...[
		'',
		' ',
		'\t',
		'-',
		'- ',
		'-- ',
		'--',
		'---',
		'+',
		'++ b/x',
		'-- a/x',
		'+++',
		'\\ No newline',
		'2.39.5',
	],
	...['@@ -1 +1 @@', 'diff --git a/x b/x', 'Index: x', 'GIT binary patch', 'literal 3', '> quoted', '_____'],
	...[
		'From: me',
		'return 1;',
		'}',
		'{',
		'\tindented',
		'tail ',
		'grün',
		'日本',
		'carriage\rreturn',
		'int main(void)',
	],
];

const bodies = [
	...[
		'Text.',
		'',
		'Trailing   ',
		'  indented',
		'Signed-off-by: Pia <pia@example.org>',
		'Subject: not a title',
	],
	...[
		'From: Other Name <other@example.org>',
		'Date: Mon, 1 Jan 2024 00:00:00 +0000',
		'-- >8 --',
		'---',
		'>From here',
	],
	...[
		'Ümläut',
		'--- ',
		'Reviewed-by: Kim <kim@example.org>',
		'\tcode',
		'- item',
		'[PATCH] x',
		'diff -u is good',
	],
];

const titles = [
	'Fix',
	'Ümläut in title',
	'sv: update',
	'[subsystem] x: y',
	'a'.repeat(90),
	'Re: add',
	'tool: "x"',
	'x  y',
];

const change: fc.Arbitrary<Change> = fc.record({
	kind: fc.constantFrom<Change['kind'][]>(
		...(['add', 'add', 'add', 'edit', 'edit', 'edit', 'delete', 'rename', 'copy'] as const),
		...(['mode', 'link', 'binary', 'module', 'end'] as const),
	),
	which: fc.nat(1000),
	name: fc.nat(1000),
	lines: fc.array(fc.constantFrom(...lines), { maxLength: 12 }),
	isCrlf: fc.boolean(),
});

export const commits: fc.Arbitrary<readonly Commit[]> = fc.array(
	fc.record({
		title: fc.constantFrom(...titles),
		body: fc.array(fc.constantFrom(...bodies), { maxLength: 5 }).map((each) => each.join('\n')),
		changes: fc.array(change, { minLength: 1, maxLength: 5 }),
	}),
	{ minLength: 1, maxLength: 10 },
);

function changed(tree: Tree, { kind, which, name, lines, isCrlf }: Change): Tree {
	const next = new Map(tree);
	const path = names[name % names.length] ?? '';
	const [from, stored] = [...tree][which % Math.max(1, tree.size)] ?? [];
	const text = Buffer.from(lines.map((line) => `${line}${isCrlf ? '\r\n' : '\n'}`).join(''));
	const put = (at: string, mode: Stored['mode'], content: Buffer) => {
		// A file and a folder cannot have the same name.
		for (const other of next.keys())
			if (other.startsWith(`${at}/`) || at.startsWith(`${other}/`)) next.delete(other);
		next.set(at, { mode, content });
	};
	if (kind === 'add') put(path, '100644', Buffer.concat([text, text, text]));
	if (kind === 'binary')
		put(path, '100644', Buffer.from([0, ...text, 7, which % 128, ...Array(which % 200).fill(name % 128)]));
	if (kind === 'link') put(from ?? path, '120000', Buffer.from(lines.join('') || 'target'));
	if (kind === 'module') put(path, '160000', Buffer.from(`${which}`.padStart(40, 'c')));
	if (from === undefined || stored === undefined) return next;
	const isFile = stored.mode === '100644' || stored.mode === '100755';
	if (kind === 'delete' || kind === 'rename') next.delete(from);
	if (kind === 'rename' || kind === 'copy') put(path, stored.mode, stored.content);
	if (kind === 'mode' && isFile) put(from, stored.mode === '100644' ? '100755' : '100644', stored.content);
	// Half a character of UTF-8 would be lost on the way.
	if (kind === 'end' && isFile && stored.content.at(-1) === 10)
		put(from, stored.mode, stored.content.subarray(0, -1));
	if (kind === 'edit' && isFile) put(from, stored.mode, edited(stored.content, text, which, name));
	return next;
}

/** Replaces some bytes after a line break by other lines. */
function edited(content: Buffer, text: Buffer, which: number, count: number): Buffer {
	const start = content.indexOf('\n', which % (content.length + 1)) + 1;
	const end = content.indexOf('\n', start + (count % 20));
	return Buffer.concat([
		content.subarray(0, start),
		text,
		end === -1 ? Buffer.alloc(0) : content.subarray(end + 1),
	]);
}

/** The input for `git fast-import`, which makes commits of these changes on the branch `main`. */
export function fastImport(commits: readonly Commit[]): Buffer {
	const parts: (string | Buffer)[] = [];
	const data = (content: Buffer) => parts.push(`data ${content.length}\n`, content, '\n');
	let tree: Tree = new Map();
	for (const [index, { title, body, changes }] of commits.entries()) {
		const next = changes.reduce(changed, tree);
		parts.push(`commit refs/heads/main\n`);
		for (const role of ['author Zoë Q. Public', 'committer Pia'])
			parts.push(
				`${role} <${index % 3 === 0 ? 'zoe' : 'pia'}@example.org> ${1_600_000_000 + index * 5000} +0130\n`,
			);
		data(Buffer.from(body === '' ? `${title}\n` : `${title}\n\n${body}\n`));
		for (const path of tree.keys())
			if (!next.has(path)) parts.push(`D ${JSON.stringify(path).replace('\\u0007', '\\007')}\n`);
		for (const [path, { mode, content }] of next) {
			const name = JSON.stringify(path).replace('\\u0007', '\\007');
			if (mode === '160000') parts.push(`M 160000 ${content.toString()} ${name}\n`);
			else {
				parts.push(`M ${mode} inline ${name}\n`);
				data(content);
			}
		}
		tree = next;
	}
	return Buffer.concat(parts.map((part) => Buffer.from(part)));
}
