/**
 * What can be short, cut or malformed in a mail. `docs/parse-warnings.md` explains each code.
 * The list is closed: a code is added here and there, or not at all.
 */
export const parseWarnings = [
	// The mail
	'header-cut',
	'header-malformed',
	'date-unreadable',
	'from-unreadable',
	'encoding-unknown',
	'encoding-malformed',
	'charset-unknown',
	'parts-too-deep',
	'parts-too-many',
	'lines-too-many',
	'boundary-missing',
	'part-unclosed',
	'mail-cut',
	// The patch
	'subject-numbers',
	'hunk-short',
	'hunk-long',
	'hunk-unchanged',
	'hunk-header',
	'file-header',
	'name-quoting',
	'binary-cut',
	'binary-malformed',
	'combined-diff',
	'diff-unread',
	'diff-too-large',
	'several-patches',
	'line-wrapped',
	// The series
	'patch-missing',
	'patch-duplicate',
	'cover-missing',
	'numbers-missing',
] as const;

export type ParseWarning = (typeof parseWarnings)[number];
