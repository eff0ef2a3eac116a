/** A row of the comparison of two versions. Its details are asked for with `comparedPatch`. */
export interface ComparisonRow {
	readonly key: string;
	/** `=` unchanged, `!` changed, `<` dropped, `>` added. */
	readonly sign: '=' | '!' | '<' | '>';
	/** `1/3`; `–` if the version does not have it. */
	readonly old: string;
	readonly new: string;
	readonly title: string;
	/** `code and message changed`, `unchanged, moved`. */
	readonly outcome: string;
	readonly hasDetails: boolean;
}

/** A part of what differs in a patch: its message, or a file. */
export interface ComparisonPart {
	/** `Message`, `src/undo.c, in undo_write`. */
	readonly title: string;
	/** The sign between the versions, then the text as in the patch, with its own sign. */
	readonly lines: readonly {
		readonly sign: ' ' | '+' | '-';
		readonly text: string;
		readonly words: readonly number[];
	}[];
}

export interface ComparedVersionName {
	/** A key from `versions` of the snapshot, or one that a version had before the forge created a patchset for it. */
	readonly key: string;
	/** `v2`; empty until the versions were compared. */
	readonly name: string;
}

export interface ShownComparison {
	readonly old: ComparedVersionName;
	readonly new: ComparedVersionName;
	/** `1 unchanged, 1 changed, 1 dropped, 1 added`. */
	readonly summary: string;
	readonly rows: readonly ComparisonRow[];
	readonly loadingText: string | null;
	/** Why nothing was compared, or what the rows lack. */
	readonly problem: string;
}
