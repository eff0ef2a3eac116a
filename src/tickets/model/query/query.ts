/** Keys that filter tickets. A ticket does not contain its comments, so no key searches them. */
export const filterKeys = ['status', 'resolution', 'label', 'assigned', 'submitter', 'no'] as const;
export type FilterKey = (typeof filterKeys)[number];

/** `sort` is the forge's order, with the newest first. `rsort` reverses it. */
export const sortKeys = ['sort', 'rsort'] as const;
export const sortFields = ['updated', 'created', 'id', 'title'] as const;
export type SortField = (typeof sortFields)[number];

/** The values of `no:`. */
export const absences = ['label', 'assignee'] as const;

/** Words after `status:` that stand for several statuses. */
export const statusGroups = ['open', 'closed', 'any'] as const;

export interface Term {
	/** `text` is a bare word or a phrase. */
	readonly key: FilterKey | 'text';
	readonly value: string;
	readonly isNegated: boolean;
}

export interface Order {
	readonly by: SortField;
	readonly isReversed: boolean;
}

/** The default order: the ticket that was updated last comes first. */
export const usualOrder: Order = { by: 'updated', isReversed: false };

export interface Query {
	readonly terms: readonly Term[];
	/** The first order decides, and the next one breaks ties. Empty if the query names none. */
	readonly order: readonly Order[];
}

/** A part of a query that is invalid or has an unknown value: its position in the text, and a message for the user. */
export interface Problem {
	readonly start: number;
	readonly end: number;
	readonly message: string;
}

/**
 * The values that exist in the queried trackers, as far as they are known, the most used first. They do not change the meaning of a query, only
 * the problems that are reported and the values that are proposed.
 */
export interface FieldValues {
	readonly statuses?: readonly string[];
	readonly resolutions?: readonly string[];
	/** A label that is not among them is reported as a problem, if all labels are known. */
	readonly labels?: readonly string[];
	/** Whether `labels` has all of them, as it does if this is undefined. */
	readonly hasAllLabels?: boolean;
	/** `~ana`, or an address. The list is never complete. */
	readonly people?: readonly string[];
	/** The `people` who have submitted tickets. */
	readonly submitters?: readonly string[];
	/** The `people` to whom tickets are assigned. */
	readonly assignees?: readonly string[];
}

/** The form in which servers write a status or a resolution: people also write `In-Progress` or `"in progress"`. */
export const enumWord = (written: string): string => written.toLowerCase().replace(/[\s-]+/g, '_');
