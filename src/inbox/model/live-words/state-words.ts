import { smallest } from '../../../base/collections.ts';
import type { LiveState } from '../live-state.ts';
import { duration, serverName, whyNotLive } from './resource-words.ts';

/** The item of the status bar. */
export interface StatusItemWords {
	/** With an icon. */
	readonly text: string;
	readonly tooltip: string;
	/** For screen readers. */
	readonly label: string;
}

const icons = {
	live: 'broadcast',
	polling: 'sync',
	offline: 'debug-disconnect',
	'signed out': 'account',
} as const satisfies Record<LiveState['kind'], string>;

const nothingToCheck = 'There are no trackers, mailing lists or repositories to check.';
const resourceNouns = 'trackers, mailing lists and repositories';

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
		const hosts = [...new Set(resources.map(({ server }) => serverName(server)))];
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

const whenTried = ({ hasFocus }: LiveState): string =>
	`Tildeforge tries again ${hasFocus ? 'regularly' : 'when this window has the focus'}.`;

const whenChecked = ({ hasFocus }: LiveState): string =>
	hasFocus
		? 'checked regularly while this window has the focus'
		: 'not checked until this window has the focus';

const isPaused = ({ hasFocus, resources }: LiveState): boolean => !hasFocus && resources.length > 0;

function mostFrequent(words: readonly string[]): string | undefined {
	const counts = new Map<string, number>();
	for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1);
	return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
