export const groupings = ['none', 'status', 'label', 'assignee'] as const;

/** By what the tickets of a list are grouped. */
export type Grouping = (typeof groupings)[number];
