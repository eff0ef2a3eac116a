const opening = '-----BEGIN PGP SIGNED MESSAGE-----';
const closing = '\n-----BEGIN PGP SIGNATURE-----';
/** A signed text starts before this. Searching a patch of 10 MB to its end would take longer than everything else. */
const farthest = 20_000;
/** The first lines of a text that GnuPG has signed with an option for patches. */
const unescaped = /^-[^\n]*\n(?:[\w-]+: [^\n]*\n)*?NotDashEscaped: /;

/**
 * Removes the `- ` that OpenPGP writes before each line that starts with a hyphen in a text that it signs: `- --- a/x`. The lines of
 * OpenPGP around the text stay.
 */
export function withoutDashEscapes(text: string): string {
	// With a line break before the text, its first line is found as any other.
	const start = `\n${text.slice(0, farthest)}`.indexOf(`\n${opening}`);
	if (start === -1) return text;
	const close = text.indexOf(closing, start);
	const end = close === -1 ? text.length : close;
	const signed = text.slice(start, end);
	if (unescaped.test(signed)) return text;
	return text.slice(0, start) + signed.replace(/^- /gm, '') + text.slice(end);
}
