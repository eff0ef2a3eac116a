import { statusName } from '../../platform/model/words.ts';

interface StatusGroup {
	readonly status: string;
	/** The name of the group, if the status has another one. */
	readonly name?: string;
	readonly look: { readonly icon: string; readonly color?: string };
}

/** The statuses in the order of the view. The shapes differ, so that the user does not need to see the colors. */
const known: readonly StatusGroup[] = [
	{ status: 'proposed', look: { icon: 'git-pull-request', color: 'charts.blue' } },
	{
		status: 'needs_revision',
		look: { icon: 'git-pull-request-go-to-changes', color: 'charts.yellow' },
	},
	{ status: 'approved', look: { icon: 'pass', color: 'charts.green' } },
	{ status: 'pull', name: 'Pull requests', look: { icon: 'repo-pull' } },
	{ status: 'unknown', name: 'No status', look: { icon: 'question' } },
	{ status: 'applied', look: { icon: 'git-merge', color: 'charts.purple' } },
	{ status: 'rejected', look: { icon: 'git-pull-request-closed', color: 'charts.red' } },
	{ status: 'superseded', look: { icon: 'git-pull-request-draft' } },
];

/** The group of a status, which may not be known here. */
export const statusGroup = (status: string): StatusGroup =>
	known.find((one) => one.status === status) ?? { status, look: { icon: 'question' } };

export const groupName = (status: string): string => statusGroup(status).name ?? statusName(status);

/** Sorts statuses in the order of the view, unknown ones last. */
export const byStatus = (one: string, other: string): number => rank(one) - rank(other);

function rank(status: string): number {
	const at = known.findIndex((one) => one.status === status);
	return at === -1 ? known.length : at;
}
