/**
 * The content of the brackets in `[PATCH editor v2 1/3] subject`. A single patch is number 1 of 1, a cover letter
 * number 0.
 */
export interface PatchSubject {
	readonly prefix: string;
	readonly version: number;
	readonly number: number;
	readonly total: number;
	/** The text after the brackets. */
	readonly subject: string;
}

/** Words in the brackets that do not name a project. */
const ignoredWords = new Set(['RFC', 'RESEND']);

/** Parses the subject of a patch. The words in its brackets can have any order. Undefined for any other subject. */
export function patchSubject(subject: string): PatchSubject | undefined {
	const found = /^\s*\[([^\]]*)\]\s*(.*)$/s.exec(subject.slice(0, 2000));
	const words = found?.[1]?.split(/[\s,]+/).filter((word) => word !== '') ?? [];
	let isPatch = false;
	let version = 1;
	let number = 1;
	let total = 1;
	const prefix: string[] = [];
	for (const word of words) {
		const patch = /^PATCH(?:v(\d{1,6}))?$|^(?:PATCH\/RFC|RFC\/PATCH)$/i.exec(word);
		const count = /^(\d{1,6})\/(\d{1,6})$/.exec(word);
		const revision = patch?.[1] ?? /^v(\d{1,6})$/i.exec(word)?.[1];
		if (patch) isPatch = true;
		if (revision !== undefined) version = Number(revision);
		else if (count) [number, total] = [Number(count[1]), Number(count[2])];
		else if (!patch && !ignoredWords.has(word.toUpperCase())) prefix.push(word);
	}
	if (!isPatch || total === 0 || number > total) return undefined;
	return { prefix: prefix.join(' '), version, number, total, subject: found?.[2]?.trim() ?? '' };
}

/**
 * Whether a body changes files in the format of `git format-patch` or `diff -u`, or at least has the shape of such a
 * mail.
 */
export const hasPatch = (body: string): boolean =>
	/^diff --git /m.test(body) ||
	/^--- \S[^\n]*\n\+\+\+ \S[^\n]*\n@@ -\d/m.test(body) ||
	/^---\r?\n(?: [^\n]*\n)* \d+ files? changed/m.test(body);

/** Whether a body has the format of `git request-pull`. */
export const isRequestPull = (body: string): boolean =>
	/^The following changes since commit [0-9a-f]{7,64}/m.test(body) &&
	/^are available in the git repository at:/im.test(body);

/** Normalizes a subject. Subjects that differ only in case and white space belong to the same series. */
export const normalizeSubject = (subject: string): string =>
	subject.toLowerCase().replace(/\s+/g, ' ').trim();
