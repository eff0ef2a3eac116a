const forms = [
	// `diff -c`
	/\*{15}(?: .{0,200})?\r?\n\*{3} \d/y,
	// biome-ignore lint/suspicious/noControlCharactersInRegex: `git diff --color` writes it
	/\u001b\[[\d;]{0,20}m(?:diff -|--- |@@ )/y,
	// `git diff --submodule=log`
	/Submodule .{1,1000}? [0-9a-f]{7,64}\.{2,3}[0-9a-f]{7,64}/y,
	// `diff -r`
	/Binary files .{1,2000} differ\r?(?:\n|$)/y,
	// `svn diff`
	/Cannot display: file marked as a binary type/y,
];
/** The characters that these forms begin with. */
export const unsupportedFirstCharacters = '*\u001bSBC';

/** Whether a diff in an unsupported form begins at this offset. */
export function isUnsupported(source: string, at: number): boolean {
	if (at >= source.length || !unsupportedFirstCharacters.includes(source.charAt(at))) return false;
	return forms.some((form) => {
		form.lastIndex = at;
		return form.test(source);
	});
}
