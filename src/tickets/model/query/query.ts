import { resolutions, ticketStatuses } from '../../../forge/shapes/trackers.ts';
import type { Order, ParsedQuery, QueryLanguage, Term } from '../../../platform/model/query/language.ts';
import { parseQuery } from '../../../platform/model/query/parse-query.ts';
import { queryHelp } from '../../../platform/model/query/query-help.ts';
import {
	enumWord,
	shorten,
	suggestValue,
	unknownUser,
	unknownValue,
	userProposals,
	wordProposals,
} from '../../../platform/model/query/values.ts';
import { quoted } from '../../../platform/model/query/write.ts';
import { toSearchForm } from '../../../platform/model/search-form.ts';

/** Keys that filter tickets. A ticket does not contain its comments, so no key searches them. */
export type FilterKey = 'status' | 'resolution' | 'label' | 'assigned' | 'submitter' | 'no';
export const sortFields = ['updated', 'created', 'id', 'title'] as const;
export type SortField = (typeof sortFields)[number];
export type TicketOrder = Order<SortField>;

export interface TicketQuery {
	readonly terms: readonly Term<FilterKey>[];
	readonly order: readonly TicketOrder[];
}

/** The default order: the ticket that was updated last comes first. */
export const usualOrder: TicketOrder = { by: 'updated', isReversed: false };

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

/** Words after `status:` that stand for several statuses. */
const statusGroups = ['open', 'closed', 'any'] as const;
/** The values of `no:`. */
const absences = ['label', 'assignee'] as const;

const details = {
	open: 'not resolved',
	closed: 'resolved',
	any: 'open and closed',
	reported: 'new, not confirmed yet',
	confirmed: 'confirmed',
	in_progress: 'being worked on',
	pending: 'waiting for something',
	resolved: 'done, with a resolution',
	unresolved: 'not resolved',
	wont_fix: "won't be fixed",
	by_design: 'works as intended',
	not_our_bug: 'caused by other software',
};

/** How tickets are searched and filtered. */
export const ticketLanguage: QueryLanguage<FilterKey, SortField, FieldValues> = {
	nouns: 'tickets',
	filters: {
		status: {
			detail: 'open, closed, any, or a status (repeat to find any of several)',
			example: 'status:open',
			proposals: ({ statuses = [] }) =>
				wordProposals([...statusGroups, ...statuses.map(enumWord), ...ticketStatuses], details),
			normalize: enumWord,
			problem: (value, { statuses = [] }) =>
				unknownValue('status', value, [...statusGroups, ...ticketStatuses, ...statuses.map(enumWord)]),
		},
		resolution: {
			detail: 'a resolution (repeat to find any of several)',
			example: 'resolution:fixed',
			proposals: ({ resolutions: used = [] }) =>
				wordProposals([...used.map(enumWord), ...resolutions], details),
			normalize: enumWord,
			problem: (value, { resolutions: used = [] }) =>
				unknownValue('resolution', value, [...resolutions, 'closed', ...used.map(enumWord)]),
		},
		label: {
			detail: 'has this label (repeat to require several)',
			example: 'label:bug or label:"needs info"',
			proposals: ({ labels = [] }) =>
				[...new Set(labels)].map((label) => ({ text: quoted(label), detail: 'label' })),
			problem: (value, { labels, hasAllLabels = true }) => {
				if (!labels || !hasAllLabels) return undefined;
				if (labels.some((label) => toSearchForm(label) === toSearchForm(value))) return undefined;
				return `Unknown label "${shorten(value)}".${suggestValue('label', value, labels)}`;
			},
		},
		assigned: {
			detail: 'is assigned to this user',
			example: 'assigned:me or assigned:~ana',
			proposals: ({ assignees = [], people = [] }) => userProposals([...assignees, ...people]),
			problem: (value, { people }) => unknownUser('assigned', value, people),
		},
		submitter: {
			detail: 'was submitted by this user',
			example: 'submitter:me or submitter:~ana',
			proposals: ({ submitters = [], people = [] }) => userProposals([...submitters, ...people]),
			problem: (value, { people }) => unknownUser('submitter', value, people),
		},
		no: {
			detail: 'has no labels, or is not assigned',
			example: 'no:label or no:assignee',
			proposals: () => absences.map((what) => ({ text: what, detail: `tickets without ${what}` })),
			normalize: (value) =>
				value
					.toLowerCase()
					.replace(/s$/, '')
					.replace(/^assigned$/, 'assignee'),
			problem: (value) => unknownValue('no', value, absences, 'Only no:label and no:assignee are supported.'),
			dropsUnknown: true,
		},
	},
	otherNames: {
		is: 'status',
		state: 'status',
		author: 'submitter',
		from: 'submitter',
		assignee: 'assigned',
		tag: 'label',
		order: 'sort',
	},
	sortFields: {
		updated: 'by last update',
		created: 'by creation date',
		id: 'by number',
		title: 'alphabetically',
	},
	sortDetails: ['newest first, titles from A to Z', 'oldest first, titles from Z to A'],
	sortProblem: (by) =>
		/^comments?$/.test(by)
			? 'Tickets cannot be sorted by comments, because the forge does not provide their number.'
			: undefined,
};

/** Help for a query. A label or person that is only unknown here is no mistake. */
export const ticketHelp = (text: string, known: FieldValues) => {
	const { statuses = [], resolutions: used = [] } = known;
	return queryHelp(ticketLanguage, text, known, { statuses, resolutions: used });
};

/** Parses a query for tickets. */
export const parseTicketQuery = (text: string, known: FieldValues = {}): ParsedQuery<FilterKey, SortField> =>
	parseQuery(ticketLanguage, text, known);
