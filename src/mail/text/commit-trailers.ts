/** A line `Key: value` in the last paragraph of a commit message. */
export interface Trailer {
	readonly key: string;
	readonly value: string;
}

/** Trailers that git writes itself. A paragraph with one of them may have three other lines for each trailer. */
const gitPrefixes = ['Signed-off-by: ', '(cherry picked from commit '];

/**
 * The trailers of a commit message without its title, as `git interpret-trailers --parse --no-divider` finds them: the lines
 * `Key: value` of the last paragraph, if it consists of them.
 */
export function trailersOf(message: string): readonly Trailer[] {
	const lines = message.split('\n');
	const { start, end } = trailerLines(lines);
	const found: { key: string; value: string[] }[] = [];
	let isContinued = false;
	for (const line of lines.slice(start, end)) {
		const last = found.at(-1);
		if (isContinued && last && startsWithSpace(line)) {
			last.value.push(trim(line));
			continue;
		}
		const colon = separatorOf(line);
		isContinued = colon !== undefined;
		if (colon === undefined) continue;
		found.push({ key: trim(line.slice(0, colon)), value: [trim(line.slice(colon + 1))] });
	}
	return found.map(({ key, value }) => ({ key, value: trim(value.join(' ')) }));
}

/** Which lines of a message without its title are its trailers. `end` is the line after them. */
export function trailerLines(lines: readonly string[]): { readonly start: number; readonly end: number } {
	const end = endOfTrailers(lines);
	return { start: startOfTrailers(lines, end), end };
}

/** The white space that git knows. */
const isSpace = (character: string | undefined): boolean =>
	character === ' ' || character === '\t' || character === '\r' || character === '\n';
export const startsWithSpace = (line: string): boolean => isSpace(line[0]);
const isBlank = (line: string): boolean => trim(line) === '';
const isComment = (line: string): boolean => line.startsWith('#');

export function trim(text: string): string {
	let start = 0;
	let end = text.length;
	while (isSpace(text[start])) start += 1;
	while (isSpace(text[end - 1])) end -= 1;
	return text.slice(start, end);
}

/**
 * Where the colon after the key of a trailer is. A key has letters, digits and hyphens; spaces may follow it. One regular expression for all
 * of this can exceed the stack, because it remembers each character of a line that may have 10 MB.
 */
export function separatorOf(line: string): number | undefined {
	const keyEnd = line.search(/[^a-z\d-]/i);
	if (keyEnd < 1) return undefined;
	const afterSpaces = /[^ \t]/g;
	afterSpaces.lastIndex = keyEnd;
	const found = afterSpaces.exec(line);
	return found?.[0] === ':' ? found.index : undefined;
}

/** The end without empty lines, comments, and the list of conflicts that git wrote into old merges. */
function endOfTrailers(lines: readonly string[]): number {
	/** Where the lines start that are ignored unless another line follows. */
	let ignoredFrom: number | undefined;
	let isInConflicts = false;
	for (const [index, line] of lines.entries()) {
		const isIgnored =
			isComment(line) || line === '' || line === '\r' || (isInConflicts && line.startsWith('\t'));
		if (line.startsWith('Conflicts:')) {
			isInConflicts = true;
			ignoredFrom ??= index;
		} else if (isIgnored) ignoredFrom ??= index;
		else {
			isInConflicts = false;
			ignoredFrom = undefined;
		}
	}
	return ignoredFrom ?? lines.length;
}

/** The first line of the last paragraph, if that consists of trailers; otherwise `end`. */
function startOfTrailers(lines: readonly string[], end: number): number {
	let trailers = 0;
	let others = 0;
	/** Lines that belong to a trailer only if there is one above them. */
	let continuations = 0;
	let isFromGit = false;
	let isEmpty = true;
	const areTrailers = () => (isFromGit ? trailers * 3 >= others : others === 0);
	for (let index = end - 1; index >= 0; index -= 1) {
		const line = lines[index] ?? '';
		if (isComment(line)) {
			others += continuations;
			continuations = 0;
		} else if (isBlank(line)) {
			if (isEmpty) continue;
			others += continuations;
			return areTrailers() ? index + 1 : end;
		} else {
			isEmpty = false;
			const isGitLine = gitPrefixes.some((prefix) => line.startsWith(prefix));
			if (isGitLine || (separatorOf(line) !== undefined && !startsWithSpace(line))) {
				isFromGit ||= isGitLine;
				trailers += 1;
				continuations = 0;
			} else if (startsWithSpace(line)) continuations += 1;
			else {
				others += 1 + continuations;
				continuations = 0;
			}
		}
	}
	others += continuations;
	return areTrailers() ? 0 : end;
}
