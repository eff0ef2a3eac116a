/** The amounts of data to create. */
export interface Amounts {
	readonly tickets: number;
	readonly patchsets: number;
	/** The number of mails in the longest series, including its cover letter. */
	readonly series: number;
	readonly files: number;
}

/** The time of the first event, in milliseconds. */
export const firstEventMs = Date.UTC(2024, 5, 1, 8);
export const minuteMs = 60_000;
/** The name of the repository, the tracker and, with `-devel`, the list. */
export const name = 'mainframe';
export const members = ['ana', 'bob', 'carol', 'dave'] as const;
