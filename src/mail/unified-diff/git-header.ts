import type { ParseWarning } from '../text/parse-warnings.ts';
import { headerText, nextLine } from '../text/source-lines.ts';
import type { FileDiff, FileFacts } from './file-diff.ts';
import { devNull, type FileHeader } from './file-header.ts';
import { missingAfter } from './missing-hunks.ts';
import { unquote } from './name-quoting.ts';
import { type Names, namesOfGitLine, withoutPrefixes } from './names.ts';

/** The lines that follow `diff --git`, by their first words. */
const keys = [
	'old mode',
	'new mode',
	'deleted file mode',
	'new file mode',
	'similarity index',
	'dissimilarity index',
	'rename from',
	'rename to',
	'rename old',
	'rename new',
	'copy from',
	'copy to',
	'index',
	'---',
	'+++',
	'mode',
] as const;
type Key = (typeof keys)[number];
/** The keys by their first character, because most lines start with none of these. */
const keysByFirst = Map.groupBy(
	keys.map((key) => ({ key, start: `${key} ` })),
	({ start }) => start.charAt(0),
);
const keyAt = (source: string, at: number): Key | undefined =>
	keysByFirst.get(source.charAt(at))?.find(({ start }) => source.startsWith(start, at))?.key;
type HeaderFields = ReadonlyMap<Key, string>;

const gitStart = 'diff --git ';
const combinedStart = /diff --(?:cc|combined) /y;

export const isGitHeader = (source: string, at: number): boolean =>
	source.startsWith(gitStart, at) || combinedLength(source, at) > 0;

function combinedLength(source: string, at: number): number {
	if (!source.startsWith('diff --c', at)) return 0;
	combinedStart.lastIndex = at;
	return combinedStart.exec(source)?.[0].length ?? 0;
}

/**
 * Reads the header of a file in the format of git. Undefined if the names are unreadable, and for a line `diff --git` that no other line
 * of a header follows: git takes that for text, too.
 */
export function readGitHeader(
	source: string,
	start: number,
	end: number,
	warnings: Set<ParseWarning>,
): FileHeader | undefined {
	const isCombined = !source.startsWith(gitStart, start);
	let next = nextLine(source, start, end);
	if (next < end && keyAt(source, next) === undefined) {
		warnings.add('file-header');
		return undefined;
	}
	const firstLine = headerText(
		source,
		start + (isCombined ? combinedLength(source, start) : gitStart.length),
		next,
	);
	const fields = new Map<Key, string>();
	while (next < end) {
		const key = keyAt(source, next);
		if (key === undefined) break;
		const following = nextLine(source, next, end);
		fields.set(key, headerText(source, next + key.length + 1, following));
		next = following;
	}
	let names: Names | undefined;
	if (fields.size > 0)
		names = isCombined ? combinedNames(firstLine, warnings) : namesOf(firstLine, fields, warnings);
	if (!names) {
		warnings.add('file-header');
		return undefined;
	}
	return {
		facts: { ...factsOf(fields, names), isCombined },
		missing: missingAfter(firstLine, fields),
		prefixes: { kind: 'git' },
		next,
	};
}

function factsOf(fields: HeaderFields, names: Names): Omit<FileFacts, 'isCombined'> {
	const status = statusOf(fields);
	const [, oldId, newId, mode] =
		/^([0-9a-f]+)\.\.([0-9a-f]+)(?: ([0-7]+))?$/.exec(fields.get('index') ?? '') ?? [];
	const [oldCombined, newCombined] = combinedIds(fields);
	return {
		status,
		old: status === 'A' ? undefined : names.old,
		new: status === 'D' ? undefined : names.new,
		oldMode: fields.get('deleted file mode') ?? fields.get('old mode') ?? mode,
		newMode: fields.get('new file mode') ?? fields.get('new mode') ?? mode,
		oldId: oldId ?? oldCombined,
		newId: newId ?? newCombined,
	};
}

function statusOf(fields: HeaderFields): FileDiff['status'] {
	if (fields.has('deleted file mode') || fields.get('+++') === devNull) return 'D';
	if (fields.has('new file mode') || fields.get('---') === devNull) return 'A';
	if (fields.has('rename from') || fields.has('rename old')) return 'R';
	return fields.has('copy from') ? 'C' : 'M';
}

/** The blob IDs of the first parent and of the result. A repeated group could exceed the stack, because a line may have 10 MB. */
function combinedIds(fields: HeaderFields): readonly (string | undefined)[] {
	return /^([0-9a-f]+),[0-9a-f,]+\.\.([0-9a-f]+)$/.exec(fields.get('index') ?? '')?.slice(1) ?? [];
}

function namesOf(firstLine: string, fields: HeaderFields, warnings: Set<ParseWarning>): Names | undefined {
	const from = fields.get('rename from') || fields.get('rename old') || fields.get('copy from');
	const to = fields.get('rename to') || fields.get('rename new') || fields.get('copy to');
	if (from && to) return { old: unquoted(from, warnings), new: unquoted(to, warnings) };
	const known = { old: nameOn(fields.get('---'), warnings), new: nameOn(fields.get('+++'), warnings) };
	if (known.old !== undefined && known.new !== undefined) return withoutPrefixes(known.old, known.new);
	const line = namesOfGitLine(firstLine, known);
	if (firstLine.includes('"')) for (const name of [line?.first, line?.second]) reportDamage(name, warnings);
	return line && withoutPrefixes(known.old ?? line.first, known.new ?? line.second);
}

/** A combined diff has one name, without a prefix. */
function combinedNames(firstLine: string, warnings: Set<ParseWarning>): Names {
	const name = unquoted(firstLine, warnings);
	return { old: name, new: name };
}

/** The name on a line `---` or `+++`. A tab ends it if it has spaces. */
export function nameOn(text: string | undefined, warnings: Set<ParseWarning>): string | undefined {
	if (text === undefined || text === devNull) return undefined;
	if (text.startsWith('"')) return unquoted(text, warnings);
	const tab = text.indexOf('\t');
	const name = tab === -1 ? text : text.slice(0, tab);
	return name === devNull ? undefined : name;
}

function unquoted(text: string, warnings: Set<ParseWarning>): string {
	if (!text.startsWith('"')) return text;
	const name = unquote(text)?.name;
	reportDamage(name, warnings);
	return name ?? text;
}

function reportDamage(name: string | undefined, warnings: Set<ParseWarning>): void {
	if (name === undefined || name.includes('\ufffd')) warnings.add('name-quoting');
}
