import type {
	ComparisonRow,
	MailText,
	PatchsetSnapshot,
	ShownDiff,
	ShownFile,
	ShownLine,
	ShownMail,
	ShownPatch,
	ShownTrailer,
} from '../../../src/patches/page/protocol/protocol.ts';
import type { Person } from '../../../src/platform/model/words.ts';
import type { Piece } from '../../../src/platform/page/snapshot-parts.ts';
import { user, when } from '../../kit/pages/sample.ts';

const carol: Person = {
	kind: 'email',
	name: 'Carol Nowak',
	address: 'carol@example.org',
	from: 'by email',
};
const bob = user('~bob');

const textBlock = (text: string, line = 0) => ({ kind: 'text', level: 0, line, pieces: [text] }) as const;
const mailText = (text: string): MailText => ({ blocks: [textBlock(text)], attachments: [] });

export const file = (key: string, more: Partial<ShownFile> = {}): ShownFile => ({
	key,
	version: 'a',
	folder: 'src/',
	name: `${key}.c`,
	oldPath: '',
	marks: [],
	additions: 3,
	deletions: 1,
	warnings: [],
	withoutDiff: '',
	unread: [],
	draftCount: 0,
	replies: [],
	replyCount: 0,
	remarkCount: 0,
	isViewed: false,
	lineCount: 6,
	...more,
});

export const patch = (
	key: string,
	files: readonly ShownFile[],
	more: Partial<ShownPatch> = {},
): ShownPatch => ({
	key,
	number: `${key}/3`,
	title: `Patch ${key}`,
	mail: 100 + Number(key),
	author: null,
	trailers: [],
	answeredMessage: [],
	message: [`What patch ${key} does.`],
	messageLine: 0,
	answeredNotes: [],
	notes: [],
	notesLine: 0,
	diffstatReplies: [],
	files,
	summary: `${files.length} files, 3 lines added, 1 removed`,
	warnings: [],
	unread: [],
	...more,
});

/** A line of a diff from its text with its sign, and its numbers. */
export const line = (
	text: string,
	old: number | null,
	current: number | null,
	more: Partial<ShownLine> = {},
): ShownLine => ({
	sign: (text[0] ?? ' ') as ShownLine['sign'],
	old,
	new: current,
	text: text.slice(1),
	words: [],
	invisible: [],
	more: 0,
	...more,
});

/** The diff of the drawn page: a replaced word, and a thread of two replies below it. */
const undoDiff: ShownDiff = {
	hunks: [
		{
			header: '@@ -118,6 +118,9 @@ static int undo_write(struct buffer *b)',
			lineCount: 9,
			lines: [
				line(' {', 118, 118),
				line(' \tstruct undo_node *n;', 119, 119),
				line('-\tFILE *f = fopen(path, "w");', 120, null, { words: [23, 26] }),
				line('+\tFILE *f = fopen(path, "wbx");', null, 120, { words: [23, 28] }),
				line(' \tif (!f)', 121, 121),
				line(' \t\treturn -errno;', 122, 122),
				line('-\tfwrite(&b->undo.count, sizeof b->undo.count, 1, f);', 123, null, { words: [24, 44] }),
				line('+\tput_le32(f, UNDO_MAGIC);', null, 123, { words: [4, 9] }),
				line('+\tput_le32(f, b->undo.count);', null, 124, { words: [4, 9] }),
			],
		},
		{
			header: '@@ -174,4 +176,5 @@ struct undo_tree *undo_read(const char *path)',
			lineCount: 4,
			lines: [
				line(' \tif (fread(head, 1, sizeof head, f) != sizeof head)', 174, 176),
				line(' \t\tgoto bad;', 175, 177),
				line('+\tif (memcmp(head + 8, hash, 32))', null, 178),
				line('\\ No newline at end of file', null, null),
			],
		},
	],
	threads: [
		{
			...{ key: 't1', hunk: 0, first: 2, last: 3 },
			replies: [
				{
					...{ mail: 202, by: carol, time: when('yesterday, 19:40'), subject: 'Re: [PATCH editor v3 1/3]' },
					blocks: [textBlock('"x" fails when a stale file is left behind by a crash. Is that meant?')],
					isUnseen: false,
				},
				{
					...{ mail: 203, by: bob, time: when('today, 07:15'), subject: '' },
					blocks: [textBlock('Yes: better no history than a wrong one. The caller unlinks it first.')],
					isUnseen: true,
				},
			],
		},
	],
};

const names = ['U+202E', 'U+2066', 'U+2069', 'U+2066'];

/** An added line. Where its text has `�`, there was an invisible character. */
function invisibleLine(text: string, current: number): ShownLine {
	const [first = '', ...others] = text.split('�');
	let before = first;
	const invisible = others.map((part, nth) => {
		const found = { at: before.length - 1, name: names[nth] ?? '' };
		before += part;
		return found;
	});
	return line(before, null, current, { invisible });
}

const invisibleDiff: ShownDiff = {
	hunks: [
		{
			header: '@@ -66,2 +66,4 @@ static void reload_keeps_history(void)',
			lineCount: 5,
			lines: [
				line(' \tstruct buffer *b = buffer_open("notes.md");', 66, 66),
				invisibleLine('+\t/* only when asked � } �if (getenv("UNDO_TRACE"))� � */', 67),
				line('+\ttrace(b);', null, 68),
				line(`+\tconst char *table = "${'0123456789'.repeat(40)}`, null, 69, { more: 10_485_000 }),
				line(' \tbuffer_close(b);', 67, 70),
			],
		},
	],
	threads: [],
};

/** The diffs of the sample, by the key of the file. */
const diffs: Readonly<Record<string, ShownDiff>> = { undo: undoDiff, test: invisibleDiff };

const smallDiff = (key: string): ShownDiff => ({
	hunks: [
		{
			header: '@@ -1,2 +1,4 @@',
			lineCount: 4,
			lines: [
				line(` first of ${key}`, 1, 1),
				line(`-old of ${key}`, 2, null),
				line(`+new of ${key}`, null, 2),
				line(`+more of ${key}`, null, 3),
			],
		},
	],
	threads: [],
});

export const diffOf = (key: string): ShownDiff => diffs[key] ?? smallDiff(key);

export const mail = (id: number, more: Partial<ShownMail> = {}): ShownMail => ({
	id,
	by: carol,
	time: when('yesterday, 19:40'),
	depth: 1,
	role: 'on 1/3',
	subject: '',
	trailers: [],
	warning: '',
	places: [],
	isUnseen: false,
	lineCount: 2,
	...more,
});

/** The texts of mails by id; others have a short text. */
export function textOfMail(id: number): MailText {
	if (id !== 202) return mailText(`The text of mail ${id}.`);
	const quoted = Array.from({ length: 38 }, (_, nth) => `quoted line ${nth}`).join('\n');
	return {
		blocks: [
			{ kind: 'attribution', level: 0, line: 0, pieces: ['On 19 Nov 2026, Bob Ellis wrote:'] },
			{ kind: 'quote', level: 1, line: 1, pieces: [quoted] },
			textBlock('"x" fails when a stale file is left behind by a crash. Is that meant?', 40),
			{ kind: 'quote', level: 2, line: 42, pieces: ['a quote\nof a quote'] },
			{
				...{ kind: 'diff' as const, level: 0, line: 45 },
				runs: [
					{ kind: 'head', text: '--- a/src/undo.c\n+++ b/src/undo.c' },
					{ kind: 'hunk', text: '@@ -120 +120 @@' },
					{ kind: 'removed', text: '-a' },
					{ kind: 'added', text: '+b' },
				],
				suggestion: { mail: 202, at: 90, places: [{ path: 'src/undo.c', line: '120', text: 'undo.c:120' }] },
			},
			{ kind: 'signature', level: 0, line: 51, pieces: ['-- \nCarol'] },
		],
		attachments: ['trace.log, 12 KB'],
	};
}

const trailer = (
	name: string,
	icon: ShownTrailer['icon'],
	from: Piece,
	patches: string,
	warning = '',
): ShownTrailer => ({ name, icon, from, patches, warning });

/** The series of the drawn page. */
export const series: PatchsetSnapshot = {
	key: 'series ~ana/editor-devel 318',
	kind: 'series',
	me: '~ana',
	list: { name: '~ana/editor-devel', open: 'list:~ana/editor-devel' },
	number: 'patches 318',
	prefix: '[PATCH editor v3 0/3]',
	title: 'Keep undo history across reloads',
	status: { value: 'proposed', text: 'Proposed', icon: 'git-pull-request', tone: 'info', isWaiting: false },
	canSetStatus: true,
	undoable: null,
	versions: [
		{ key: 'v1', name: 'v1', detail: '12 Nov', isShown: false },
		{ key: 'v2', name: 'v2', detail: '15 Nov', isShown: false },
		{ key: 'v3', name: 'v3', detail: '19 Nov, latest', isShown: true },
	],
	submitter: bob,
	time: when('yesterday, 17:02'),
	summary: [
		'3 patches, 6 files · +224 −19 · for ',
		{ link: '~ana/editor#42', open: 'ticket:~ana/editor#42' },
	],
	participants: [carol, user('~dana')],
	notes: [],
	loadingText: null,
	cover: {
		mail: 200,
		answered: [],
		text: mailText(
			'A formatter that runs on save makes the editor reload the file, and the\nreload forgets every undo step. This series keeps the tree in a file of\nits own beside the swap file and makes the reload one more step in it.\n\nChanges since v2:\n - the file is little-endian by definition (Carol)\n - new tool to print an undo file',
		),
	},
	trailers: [
		trailer('Reviewed-by', 'verified', 'Carol Nowak', '1, 2'),
		trailer('Tested-by', 'pass', { link: 'Jörg Müller', open: 'user:~jorg' }, 'all'),
		trailer('Acked-by', 'check', 'Dana Ito', '3', 'sent from another address'),
	],
	remarks: null,
	checks: [],
	withoutStatus: '',
	missingReviews: 'Not reviewed yet: 3/3.',
	patches: [
		patch(
			'1',
			[
				file('undo', { replyCount: 2, additions: 78, deletions: 16, lineCount: 13 }),
				file('header', { name: 'undo.h', isViewed: true, additions: 7, deletions: 0 }),
			],
			{
				title: 'undo: store the tree beside the swap file',
				trailers: [
					{ text: 'R 1', label: 'Reviewed-by: Carol Nowak' },
					{ text: 'T 1', label: 'Tested-by: Jörg Müller' },
				],
				message: [
					'The tree lives in memory only. Write it to .name.undo whenever the buffer\nis written, and read it back when the text on disk has the same hash.\n\nReferences: ',
					{
						link: 'https://todo.example.org/~ana/editor/42',
						open: 'https://todo.example.org/~ana/editor/42',
					},
					'\nSigned-off-by: Bob Ellis <bob@example.org>',
				],
				notes: ['v3: fixed byte order; UNDO_MAGIC now carries a version.'],
				summary: '2 files, 85 lines added, 16 removed',
			},
		),
		patch(
			'2',
			[
				file('buffer', { additions: 15, deletions: 16 }),
				file('test', {
					folder: 'test/',
					name: 'undo_test.c',
					additions: 44,
					deletions: 0,
					lineCount: 5,
					warnings: [
						{
							text: 'Line 67 reads differently from how it runs. It has characters that reverse the order of what follows. They are shown by name.',
							line: '67',
						},
					],
				}),
			],
			{ title: 'buffer: reload without clearing undo', author: user('~dana') },
		),
		patch(
			'3',
			[
				file('doc', { folder: 'doc/', name: 'undo.md', isViewed: true, additions: 52, deletions: 7 }),
				file('tool', {
					folder: 'tools/',
					name: 'undo-dump',
					marks: [
						{ text: 'new', isWarning: false },
						{ text: 'executable', isWarning: true },
					],
					additions: 18,
					deletions: 0,
				}),
				file('image', {
					folder: 'doc/',
					name: 'undo.png',
					oldPath: 'doc/old-undo.png',
					marks: [{ text: 'renamed', isWarning: false }],
					additions: 0,
					deletions: 0,
					withoutDiff: 'Binary file',
					lineCount: 0,
				}),
			],
			{ title: 'doc, tools: describe the undo file' },
		),
	],
	discussion: [
		mail(200, { by: bob, depth: 0, role: 'cover letter', lineCount: 8 }),
		mail(201, { depth: 1, role: 'cover letter', trailers: ['Tested-by'], by: user('~dana') }),
		mail(202, { places: [{ file: 'undo', patch: '', line: '120', text: 'src/undo.c:120' }], lineCount: 12 }),
		mail(203, { by: bob, depth: 2, role: '', isUnseen: true }),
		mail(204, { role: 'on 3/3', warning: 'sent from another address', subject: 'Re: undo-dump' }),
	],
	canCombine: true,
	comparison: null,
	comments: [],
	past: [],
	review: null,
	sending: null,
	replyProblem: '',
	linksVersion: '',
	options: { wrapsLines: false, ignoresWhitespace: false, showsOnePatch: false, showsNetDiff: false },
	unseen: { text: '1 new', label: '1 new since your last visit' },
	owner: null,
	position: { text: '3 of 41', hasPrevious: true, hasNext: true },
	requested: null,
};

const row = (
	key: string,
	sign: ComparisonRow['sign'],
	old: string,
	current: string,
	title: string,
	outcome: string,
): ComparisonRow => ({ key, sign, old, new: current, title, outcome, hasDetails: sign === '!' });

/** A comparison of v2 with v3. */
export const compared: PatchsetSnapshot = {
	...series,
	comparison: {
		old: { key: 'v2', name: 'v2' },
		new: { key: 'v3', name: 'v3' },
		summary: '1 unchanged, 1 changed, 1 dropped, 1 added',
		rows: [
			row('r1', '!', '1/3', '1/3', 'undo: store the tree beside the swap file', 'code and message changed'),
			row('r2', '=', '2/3', '2/3', 'buffer: reload without clearing undo', 'unchanged'),
			row('r3', '<', '3/3', '–', 'swap: fsync the directory too', 'dropped'),
			row('r4', '>', '–', '3/3', 'doc, tools: describe the undo file', 'added'),
		],
		loadingText: null,
		problem: '',
	},
};

/** A discussion without patches. */
export const thread: PatchsetSnapshot = {
	...series,
	key: 'thread ~ana/editor-devel 400',
	kind: 'thread',
	number: '',
	prefix: '',
	title: 'Where should undo files live?',
	status: null,
	canSetStatus: false,
	versions: [],
	summary: [],
	cover: null,
	trailers: [],
	missingReviews: '',
	patches: [],
};

/** A series of `fileCount` files with `lineCount` lines in all. */
export function largeSeries(fileCount: number, lineCount: number): PatchsetSnapshot {
	const lines = Math.round(lineCount / fileCount);
	const files = Array.from({ length: fileCount }, (_, nth) =>
		file(`large${nth}`, { folder: `src/part${nth % 20}/`, name: `file-${nth}.c`, lineCount: lines + 2 }),
	);
	return {
		...series,
		key: `series large ${fileCount}`,
		patches: [
			patch('1', files.slice(0, fileCount / 2)),
			patch('2', files.slice(fileCount / 2), { number: '2/2' }),
		],
	};
}

/** A diff with so many lines in two hunks, every third of them changed. */
export function largeDiff(key: string, lineCount: number): ShownDiff {
	const hunk = (from: number) => ({
		header: `@@ -${from} +${from} @@ function_${from}`,
		lineCount: lineCount / 2,
		lines: Array.from({ length: lineCount / 2 }, (_, nth) => {
			const at = from + nth;
			const text = `\tint value_${at} = compute(${key}, ${at});`;
			if (nth % 3 === 1) return line(`-${text}`, at, null, { words: [5, 14] });
			return nth % 3 === 2 ? line(`+${text}`, null, at, { words: [5, 14] }) : line(` ${text}`, at, at);
		}),
	});
	return { hunks: [hunk(10), hunk(1000)], threads: [] };
}
