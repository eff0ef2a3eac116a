/** How much there is of everything. */
export interface Amounts {
	readonly tickets: number;
	readonly patchsets: number;
	/** The mails of the longest series, its cover letter among them. */
	readonly series: number;
	readonly files: number;
}

/** When the first thing happens, in milliseconds. */
export const begun = Date.UTC(2024, 5, 1, 8);
export const minute = 60_000;
/** Of the repository, the tracker and, with `-devel`, the list. */
export const name = 'mainframe';
export const folks = ['ana', 'bob', 'carol', 'dave'] as const;
