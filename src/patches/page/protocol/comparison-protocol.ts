/** A row of the comparison of two versions. The page requests its details with `comparedPatch`. */
export interface ComparisonRow {
	readonly key: string;
	/** `=` unchanged, `!` changed, `<` dropped, `>` added. */
	readonly sign: '=' | '!' | '<' | '>';
	/** The number of the patch in the old version, such as `1/3`; `–` if it is not there. */
	readonly old: string;
	readonly new: string;
	readonly title: string;
	/** `code and message changed`, `unchanged, moved`. */
	readonly outcome: string;
	readonly hasDetails: boolean;
}

/** The differences in one part of a patch: its message, or a file. */
export interface ComparisonPart {
	/** `Message`, `src/undo.c, in undo_write`. */
	readonly title: string;
	readonly lines: readonly {
		/** Whether the line is in both versions, only in the new one, or only in the old one. */
		readonly sign: ' ' | '+' | '-';
		/** The line of the patch, with its own sign. */
		readonly text: string;
		/** The parts of the text that differ, as offsets: start, end, start, end. */
		readonly words: readonly number[];
	}[];
}

export interface ComparedVersionName {
	/** The key of the version in `versions` of the snapshot, or an earlier one: a version gets another key when the forge creates its patchset. */
	readonly key: string;
	/** `v2`; empty until the versions were compared. */
	readonly name: string;
}

export interface ComparisonSnapshot {
	readonly old: ComparedVersionName;
	readonly new: ComparedVersionName;
	/** `1 unchanged, 1 changed, 1 dropped, 1 added`. */
	readonly summary: string;
	readonly rows: readonly ComparisonRow[];
	readonly loadingText: string | null;
	/** Why nothing was compared, or what the rows lack. */
	readonly problem: string;
}
