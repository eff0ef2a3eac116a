/** A setting of git. A setting without a value, such as `[core] bare`, means true. */
export interface Setting {
	/** In lower case, as git ignores its case: `remote`, `url`. */
	readonly section: string;
	readonly subsection: string | undefined;
	/** In lower case. */
	readonly name: string;
	readonly value: string | undefined;
}

/** Parses the output of `git config --list --null`. */
export function parseConfig(output: string): readonly Setting[] {
	return output.split('\0').flatMap((entry) => {
		const lineBreak = entry.indexOf('\n');
		const key = lineBreak === -1 ? entry : entry.slice(0, lineBreak);
		// A subsection can contain dots. Sections and names cannot.
		const [, section, , subsection, name] = /^([^.]+)(\.(.*))?\.([^.]+)$/s.exec(key) ?? [];
		if (section === undefined || name === undefined) return [];
		return [{ section, subsection, name, value: lineBreak === -1 ? undefined : entry.slice(lineBreak + 1) }];
	});
}
