const opening = '-----BEGIN PGP SIGNED MESSAGE-----';
const closing = '\n-----BEGIN PGP SIGNATURE-----';
/** A signed text starts before this. Searching a patch of 10 MB to its end would take longer than everything else. */
const farthest = 20_000;
/** A hyphen that OpenPGP would have escaped. */
const bareHyphen = /\n-(?! )/;
/** The first lines of a text that GnuPG has signed with an option for patches. */
const notDashEscaped = /^-[^\n]*\n(?:[\w-]+: [^\n]*\n)*?NotDashEscaped: /;

/**
 * Removes the `- ` that OpenPGP writes before each line that starts with a hyphen in a text that it signs: `- --- a/x`. The lines of
 * OpenPGP around the text stay. A text with a line that starts with another hyphen was not signed: it only mentions the first line of
 * a signed text, and its lines `- ` are those of a list or a diff. Of several signed texts in a mail, changes only the first.
 */
export function withoutDashEscapes(text: string): string {
	// With a line break before the text, its first line is found like any other line.
	const start = `\n${text.slice(0, farthest)}`.indexOf(`\n${opening}`);
	if (start === -1) return text;
	const close = text.indexOf(closing, start);
	const end = close === -1 ? text.length : close;
	const signed = text.slice(start, end);
	if (notDashEscaped.test(signed)) return text;
	if (bareHyphen.test(close === -1 ? withoutBegunSignature(signed) : signed)) return text;
	return text.slice(0, start) + signed.replace(/^- /gm, '') + text.slice(end);
}

/** A mail that was cut may end within the line that opens the signature. */
function withoutBegunSignature(signed: string): string {
	const lastEnd = /\r?\n$/.exec(signed)?.index ?? signed.length;
	const lastStart = signed.lastIndexOf('\n', lastEnd - 1);
	const isBegun = lastStart !== -1 && closing.startsWith(signed.slice(lastStart, lastEnd));
	return isBegun ? signed.slice(0, lastStart) : signed;
}
