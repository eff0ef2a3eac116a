/** What a ticket can be asked for. Comments are not in a ticket, so nothing asks for them. */
export const filterKeys = ['status', 'resolution', 'label', 'assigned', 'submitter', 'no'] as const;
export type FilterKey = (typeof filterKeys)[number];

/** `sort` as the forge does it: the newest first. `rsort` is the other way round. */
export const sortKeys = ['sort', 'rsort'] as const;
export const sortFields = ['updated', 'created', 'id', 'title'] as const;
export type SortField = (typeof sortFields)[number];

/** What `no:` can be followed by. */
export const absences = ['label', 'assignee'] as const;

/** Words after `status:` that stand for several statuses. */
export const statusGroups = ['open', 'closed', 'any'] as const;

export interface Term {
	/** `text` is a bare word or a phrase. */
	readonly key: FilterKey | 'text';
	readonly value: string;
	readonly negated: boolean;
}

export interface Order {
	readonly by: SortField;
	readonly reversed: boolean;
}

/** How tickets stand where nothing else is asked for: what moved last comes first. */
export const usualOrder: Order = { by: 'updated', reversed: false };

export interface Query {
	readonly terms: readonly Term[];
	/** The first decides, the next where that leaves two alike. Empty where the query does not say. */
	readonly order: readonly Order[];
}

/** Something in a query that makes no sense, by its place in the text, for a person. */
export interface Problem {
	readonly start: number;
	readonly end: number;
	readonly message: string;
}

/**
 * What there is where the query will be asked, as far as that is known. It decides no meaning: only what is called a problem
 * and what is proposed.
 */
export interface Known {
	readonly statuses?: readonly string[];
	readonly resolutions?: readonly string[];
	/** All of them, or nothing: a label that is not among them is called a problem. */
	readonly labels?: readonly string[];
	/** `~ana`, or an address. There are always others. */
	readonly people?: readonly string[];
}

/** How servers write a status or a resolution: people also write `In-Progress` or `"in progress"`. */
export const enumWord = (written: string): string => written.toLowerCase().replace(/[\s-]+/g, '_');
