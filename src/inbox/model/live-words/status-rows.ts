import { longAge } from '../../../platform/model/words.ts';
import type { LiveState, ResourceState } from '../live-state.ts';
import { detailOf, interval } from './resource-words.ts';

/** The row of a tracker, mailing list or repository in *Live Status*. */
export interface StatusRow {
	readonly id: string;
	readonly icon: string;
	readonly label: string;
	readonly description: string;
}

export const statusRows = (state: LiveState, now: number): readonly StatusRow[] =>
	state.resources.map((resource) => ({
		id: resource.id,
		icon: rowIcons[resource.state],
		label: resource.name,
		description: [
			resource.isAccountWide ? '' : kindNames[resource.kind],
			stateWords(resource),
			pushReports(resource),
			lastDelivery(resource, now),
		]
			.filter(Boolean)
			.join(' · '),
	}));

function stateWords({ state, poll }: ResourceState): string {
	if (state !== 'polled') return state;
	return poll ? `checked about every ${interval(poll.everyMs)}` : 'not checked yet';
}

const pushReports = ({ hook }: ResourceState): string =>
	hook.kind === 'registered' && hook.isAnswering ? 'reports tickets to pushers' : '';

function lastDelivery({ hook }: ResourceState, now: number): string {
	if (hook.kind !== 'registered' || hook.deliveredAt === undefined) return '';
	return `last delivery ${longAge(new Date(hook.deliveredAt).toISOString(), now)}`;
}

/** A line of *Live Status* for all resources with the same state, for the same reason. */
interface ReasonRow {
	readonly id: string;
	readonly icon: string;
	readonly label: string;
	/** The names, or how many there are. */
	readonly description: string;
	readonly detail: string | undefined;
}

const maxNames = 3;
const reasonOrder = ['offline', 'paused', 'polled', 'live'] as const;

/** A line for each state and reason. What cannot be reached comes first. */
export function reasonRows(state: LiveState): readonly ReasonRow[] {
	const groups = Map.groupBy(state.resources, (one) => `${one.state} ${detailOf(one) ?? ''}`);
	return [...groups]
		.flatMap(([id, all]) => (all[0] ? [{ id, all, first: all[0] }] : []))
		.toSorted((a, b) => reasonOrder.indexOf(a.first.state) - reasonOrder.indexOf(b.first.state))
		.map(({ id, all, first }) => ({
			id: `reason ${id}`,
			icon: rowIcons[first.state],
			label: reasonLabels[first.state],
			description: namesOf(all, state.resources.length),
			detail: detailOf(first),
		}));
}

/** `~ana/editor, ~ana/site`, `9 of 11`, or `all 11`. */
function namesOf(some: readonly ResourceState[], total: number): string {
	if (some.length <= maxNames) return some.map(({ name }) => name).join(', ');
	return some.length === total ? `all ${total}` : `${some.length} of ${total}`;
}

const reasonLabels = {
	live: 'Live',
	polled: 'Checked regularly',
	paused: 'Paused until this window has the focus',
	offline: 'Offline',
} as const satisfies Record<ResourceState['state'], string>;

const rowIcons = {
	live: 'broadcast',
	polled: 'sync',
	paused: 'debug-pause',
	offline: 'debug-disconnect',
} as const satisfies Record<ResourceState['state'], string>;

const kindNames = {
	ticket: 'ticket',
	tracker: 'tracker',
	list: 'mailing list',
	repository: 'repository',
} as const satisfies Record<ResourceState['kind'], string>;
