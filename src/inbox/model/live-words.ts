import { smallest } from '../../base/collections.ts';
import { count } from '../../base/text/numbers.ts';
import { joinWords, longAge } from '../../platform/model/words.ts';
import type { LiveState, ResourceState } from './live-state.ts';

/** The item of the status bar. */
export interface StatusItemWords {
	/** With an icon. */
	readonly text: string;
	readonly tooltip: string;
	/** For screen readers. */
	readonly label: string;
}

/** The row of a tracker, mailing list or repository in *Live Status*. */
export interface StatusRow {
	readonly id: string;
	readonly icon: string;
	readonly label: string;
	readonly description: string;
}

const icons = {
	live: 'broadcast',
	polling: 'sync',
	offline: 'debug-disconnect',
	'signed out': 'account',
} as const satisfies Record<LiveState['kind'], string>;

/** Shows text in the status bar only if something is wrong. */
export function statusItemWords(state: LiveState): StatusItemWords {
	const { kind } = state;
	const headline = `Tildeforge: ${headlineOf(state)}`;
	const reason = reasonOf(state);
	const isWell = kind === 'live' || kind === 'polling';
	return {
		text: isWell ? `$(${icons[kind]})` : `$(${icons[kind]}) ${headline}`,
		tooltip: `${headline}\n\n${reason}`,
		label: `${headline}. ${reason}`,
	};
}

/** `Checking every 30 seconds`. */
export function headlineOf(state: LiveState): string {
	const { kind, resources } = state;
	if (kind === 'offline') return 'Offline';
	if (kind === 'signed out') return 'Signed out';
	if (kind === 'live') return resources.every((one) => one.state === 'live') ? 'Live' : 'Partly live';
	if (isPaused(state)) return 'Checking is paused';
	const intervals = resources.flatMap(({ poll }) => poll?.everyMs ?? []);
	return intervals.length === 0 ? 'Checking regularly' : `Checking every ${duration(smallest(intervals))}`;
}

/** The reasons for the state, in one or a few sentences. */
export function reasonOf(state: LiveState): string {
	const { kind, resources } = state;
	if (kind === 'signed out') return 'Your forge has ended your sign-in. Sign in again to see what happens.';
	if (resources.length === 0) return nothingToCheck;
	if (kind === 'offline') {
		const hosts = [...new Set(resources.map(({ server }) => hostOf(server)))];
		return `${hosts.join(', ')} cannot be reached. ${whenTried(state)}`;
	}
	const others = resources.filter((one) => one.state !== 'live');
	const checked = whenChecked(state);
	const why = mostFrequent(others.flatMap((one) => whyNotLive(one) ?? []));
	const liveCount = resources.length - others.length;
	const words = [
		others.length === 0 ? 'Your forge reports changes as they happen.' : undefined,
		liveCount > 0 && others.length > 0
			? `Your forge reports changes as they happen in ${liveCount} of ${resources.length} ${resourceNouns}. The others are ${checked}.`
			: undefined,
		liveCount === 0 ? `Your forge is ${checked}.` : undefined,
		why,
	];
	return words.filter((one) => one !== undefined).join(' ');
}

/** What the headline means, in one line. The rows of *Live Status* have the reasons. */
export function hintOf(state: LiveState): string {
	const { kind, resources } = state;
	if (resources.length === 0) return reasonOf(state);
	if (kind === 'offline') return `No connection. ${whenTried(state)}`;
	const missing = resources.every(({ poll }) => poll?.failure) && missingUpdates(state);
	if (missing) return missing;
	if (kind === 'polling') return `Your forge is ${whenChecked(state)}.`;
	const others = resources.filter((one) => one.state !== 'live');
	if (others.length === 0) return 'Your forge reports changes as they happen.';
	if (others.every((one) => one.state === 'offline'))
		return `What is not live cannot be reached. ${whenTried(state)}`;
	return `What is not live is ${whenChecked(state)}.`;
}

/** Why updates may be missing in the inbox; undefined if it has all. */
export function missingUpdates(state: LiveState | undefined): string | undefined {
	if (state?.kind === 'offline') return `No connection. ${whenTried(state)}`;
	const failures = state?.resources.flatMap(({ poll }) => poll?.failure?.why ?? []) ?? [];
	const why = mostFrequent(failures);
	return why && `Updates may be missing. ${why}`;
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

const reasonLabels = {
	live: 'Live',
	polled: 'Checked regularly',
	paused: 'Paused until this window has the focus',
	offline: 'Offline',
} as const satisfies Record<ResourceState['state'], string>;

/** `~ana/editor, ~ana/site`, `9 of 11`, or `all 11`. */
function namesOf(some: readonly ResourceState[], total: number): string {
	if (some.length <= maxNames) return some.map(({ name }) => name).join(', ');
	return some.length === total ? `all ${total}` : `${some.length} of ${total}`;
}

const resourceNouns = 'trackers, mailing lists and repositories';
const nothingToCheck = 'There are no trackers, mailing lists or repositories to check.';

export const statusRows = (state: LiveState, now: number): readonly StatusRow[] =>
	state.resources.map((one) => ({
		id: one.id,
		icon: rowIcons[one.state],
		label: one.name,
		description: [
			one.isAccountWide ? '' : kindNames[one.kind],
			stateWords(one),
			pushReports(one),
			lastDelivery(one, now),
		]
			.filter(Boolean)
			.join(' · '),
	}));

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

function stateWords({ state, poll }: ResourceState): string {
	if (state !== 'polled') return state;
	return poll ? `checked about every ${duration(poll.everyMs)}` : 'not checked yet';
}

const pushReports = ({ hook }: ResourceState): string =>
	hook.kind === 'registered' && hook.isAnswering ? 'reports tickets to pushers' : '';

function lastDelivery({ hook }: ResourceState, now: number): string {
	if (hook.kind !== 'registered' || hook.deliveredAt === undefined) return '';
	return `last delivery ${longAge(new Date(hook.deliveredAt).toISOString(), now)}`;
}

function detailOf(resource: ResourceState): string | undefined {
	const { hook, poll, state, server } = resource;
	const failure = state === 'offline' ? `${hostOf(server)} cannot be reached.` : poll?.failure?.why;
	// What cannot be read cannot be registered either, and the reason is the same or older.
	const isExplained = failure !== undefined && hook.kind === 'pending';
	const sentences = new Set([
		failure,
		isExplained ? undefined : whyNotLive(resource),
		refusedEvents(resource.hook),
	]);
	return [...sentences].filter(Boolean).join(' ') || undefined;
}

/** Undefined if it is live. */
function whyNotLive({ hook }: ResourceState): string | undefined {
	if (hook.kind === 'pending') return hook.why ?? 'Webhooks are being registered.';
	if (hook.kind !== 'registered') return hook.why;
	if (hook.isLive) return undefined;
	if (!hook.hasKey) {
		return "Webhooks arrive, but without the forge's key they cannot be trusted. Add webhookKey to tildeforge.instances.";
	}
	if (hook.mayHaveMissed) return 'Some deliveries may have been lost. None has arrived since.';
	const hasDelivered = hook.deliveredAt !== undefined;
	const refused = hasDelivered ? refusedEvents(hook) : undefined;
	return refused ?? 'Its webhooks have delivered nothing yet.';
}

function refusedEvents(hook: ResourceState['hook']): string | undefined {
	if (hook.kind !== 'registered' || hook.refusedEvents.length === 0) return undefined;
	const what = new Set(hook.refusedEvents.map((event) => eventNames[event] ?? event));
	return `This forge sends no webhooks for ${joinWords([...what])}.`;
}

/** What webhooks report, by the names of their events. */
const eventNames: Readonly<Record<string, string>> = {
	'email:received': 'mails',
	'list:create': 'new mailing lists',
	'list:update': 'changes of mailing lists',
	'subscription:create': 'subscriptions',
	'subscription:remove': 'ended subscriptions',
	'patchset:received': 'patchsets',
	'post:received': 'posts',
	'repo:create': 'new repositories',
	'repo:update': 'changes of repositories',
	'repo:delete': 'deleted repositories',
	'repo:post-update': 'pushes',
	'tracker:create': 'new trackers',
	'tracker:update': 'changes of trackers',
	'tracker:delete': 'deleted trackers',
	'label:create': 'new labels',
	'label:delete': 'deleted labels',
	'ticket:create': 'new tickets',
	'ticket:update': 'changes of tickets',
	'event:create': 'comments',
};

const whenTried = ({ hasFocus }: LiveState): string =>
	`Tildeforge tries again ${hasFocus ? 'regularly' : 'when this window has the focus'}.`;

const whenChecked = ({ hasFocus }: LiveState): string =>
	hasFocus
		? 'checked regularly while this window has the focus'
		: 'not checked until this window has the focus';

const isPaused = ({ hasFocus, resources }: LiveState): boolean => !hasFocus && resources.length > 0;

/** `30 seconds`, `minute`, `2 minutes`. */
function duration(ms: number): string {
	const seconds = Math.max(5, Math.round(ms / 5000) * 5);
	if (seconds < 60) return count(seconds, 'second');
	const minutes = Math.round(seconds / 60);
	return minutes === 1 ? 'minute' : count(minutes, 'minute');
}

function mostFrequent(words: readonly string[]): string | undefined {
	const counts = new Map<string, number>();
	for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1);
	return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

const hostOf = (server: string): string => URL.parse(server)?.host || server;
