import { count } from '../../base/text/numbers.ts';
import { longAge } from '../../platform/model/words.ts';
import type { LiveState, ResourceState } from './live-state.ts';

/** The item of the status bar. */
export interface StatusItemWords {
	/** With an icon. */
	readonly text: string;
	readonly tooltip: string;
	/** For screen readers. */
	readonly label: string;
}

/** A row of *Live Status*. */
export interface StatusRow {
	readonly id: string;
	readonly icon: string;
	readonly label: string;
	readonly description: string;
	readonly detail: string | undefined;
}

const icons = {
	live: 'broadcast',
	polling: 'sync',
	offline: 'debug-disconnect',
	'signed out': 'account',
} as const satisfies Record<LiveState['kind'], string>;

const kinds = {
	live: 'Live',
	polling: 'Polling',
	offline: 'Offline',
	'signed out': 'Signed out',
} as const satisfies Record<LiveState['kind'], string>;

export function statusItemWords(state: LiveState): StatusItemWords {
	const headline = `Tildeforge: ${headlineOf(state)}`;
	const reason = reasonOf(state);
	return {
		text: `$(${icons[state.kind]}) Tildeforge: ${kinds[state.kind]}`,
		tooltip: `${headline}\n\n${reason}`,
		label: `${headline}. ${reason}`,
	};
}

/** `Live, 2 of 7 polled`. */
export function headlineOf(state: LiveState): string {
	const { kind, resources } = state;
	if (kind === 'polling') return isPaused(state) ? 'Polling paused' : 'Polling';
	const others = kind === 'live' ? resources.filter((one) => one.state !== 'live') : [];
	const [other] = others;
	if (!other) return kinds[kind];
	const common = others.every(({ state }) => state === other.state) ? other.state : 'not live';
	return `Live, ${others.length} of ${resources.length} ${common}`;
}

/** The reasons for the state, in one or a few sentences. */
export function reasonOf(state: LiveState): string {
	const { kind, resources } = state;
	if (kind === 'signed out') return 'Your forge has ended your sign-in. Sign in again to see what happens.';
	if (resources.length === 0) return noItems;
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
			? `Your forge reports changes as they happen in ${liveCount} of ${resources.length} ${items}. The others are ${checked}.`
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
	const lack = resources.every(({ poll }) => poll?.failure) && lackOfUpdates(state);
	if (lack) return lack;
	if (kind === 'polling') return `Your forge is ${whenChecked(state)}.`;
	const others = resources.filter((one) => one.state !== 'live');
	if (others.length === 0) return 'Your forge reports changes as they happen.';
	if (others.every((one) => one.state === 'offline'))
		return `What is not live cannot be reached. ${whenTried(state)}`;
	return `What is not live is ${whenChecked(state)}.`;
}

/** Why the inbox may lack updates; undefined if it has all. */
export function lackOfUpdates(state: LiveState | undefined): string | undefined {
	if (state?.kind === 'offline') return `No connection. ${whenTried(state)}`;
	const failures = state?.resources.flatMap(({ poll }) => poll?.failure?.why ?? []) ?? [];
	const why = mostFrequent(failures);
	return why && `Updates may be missing. ${why}`;
}

const items = 'trackers, mailing lists and repositories';
const noItems = 'There are no trackers, mailing lists or repositories to check.';

export const statusRows = (state: LiveState, now: number): readonly StatusRow[] =>
	state.resources.map((one) => ({
		id: one.id,
		icon: rowIcons[one.state],
		label: one.name,
		description: [
			one.isAccountWide ? '' : kindNames[one.kind],
			stateWords(one),
			answers(one),
			lastDelivery(one, now),
		]
			.filter(Boolean)
			.join(' · '),
		detail: detailOf(one),
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

const answers = ({ hook }: ResourceState): string =>
	hook.kind === 'registered' && hook.isAnswering ? 'answers pushes' : '';

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
		return "Deliveries cannot be verified. Add the forge's webhookKey to tildeforge.instances.";
	}
	if (hook.mayHaveMissed)
		return 'Deliveries may be lost, because this machine had too many connections. None has arrived since.';
	const hasDelivered = hook.deliveredAt !== undefined;
	const refused = hasDelivered ? refusedEvents(hook) : undefined;
	return refused ?? 'Its webhooks have delivered nothing yet.';
}

function refusedEvents(hook: ResourceState['hook']): string | undefined {
	if (hook.kind !== 'registered' || hook.refusedEvents.length === 0) return undefined;
	return `The forge refuses ${hook.refusedEvents.join(', ')}.`;
}

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
