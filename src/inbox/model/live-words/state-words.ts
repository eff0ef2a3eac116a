import { smallest } from '../../../base/collections.ts';
import type { LiveState } from '../live-state.ts';
import { interval, serverName, whyNotLive } from './resource-words.ts';

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
	// Not that of git's own item, which is beside it.
	polling: 'radio-tower',
	offline: 'debug-disconnect',
	'signed out': 'account',
} as const satisfies Record<LiveState['kind'], string>;

/** The item shows only its icon, unless the forge cannot be reached or has ended the sign-in. */
export function statusItemWords(state: LiveState): StatusItemWords {
	const { kind } = state;
	const { headline, reason } = liveWords(state);
	const named = `Tildeforge: ${headline}`;
	const isWell = kind === 'live' || kind === 'polling';
	return {
		text: isWell ? `$(${icons[kind]})` : `$(${icons[kind]}) ${named}`,
		tooltip: `${named}\n\n${reason}`,
		label: `${named}. ${reason}`,
	};
}

interface LiveWords {
	/** `Checking every 30 seconds`. */
	readonly headline: string;
	/** The reasons for the state, in one or a few sentences. */
	readonly reason: string;
	/** What the headline means, in one line. The rows of *Live Status* have the reasons. */
	readonly hint: string;
}

export function liveWords(state: LiveState): LiveWords {
	const { kind, resources } = state;
	const say = (headline: string, reason: string, hint = reason) => ({ headline, reason, hint });
	if (kind === 'signed out')
		return say('Signed out', 'Your forge has ended your sign-in. Sign in again to see what happens.');
	if (resources.length === 0)
		return say('Checking regularly', 'There are no trackers, mailing lists or repositories to check.');
	const live = resources.filter((resource) => resource.state === 'live');
	const offline = resources.filter((resource) => resource.state === 'offline');
	const checked = resources.filter((resource) => resource.state !== 'live' && resource.state !== 'offline');
	// Webhooks deliver what happens, but only a read shows it.
	const missing = resources.every(({ poll }) => poll?.failure) ? missingUpdates(state) : undefined;
	const isAllLive = live.length === resources.length && !missing;
	const headline = kind === 'polling' ? intervalWords(state) : isAllLive ? 'Live' : 'Partly live';
	const hosts = [...new Set(offline.map(({ server }) => serverName(server)))].join(', ');
	const noneReached = `${hosts} cannot be reached. ${whenTried(state)}`;
	if (kind === 'offline') return say('Offline', noneReached, `No connection. ${whenTried(state)}`);
	if (missing) return say(headline, missing);
	if (isAllLive) return say(headline, 'Your forge reports changes as they happen.');
	const reason = [
		live.length > 0 &&
			`Your forge reports changes as they happen in ${live.length} of ${resources.length} trackers, mailing lists and repositories.`,
		offline.length > 0 && noneReached,
		checked.length > 0 &&
			`${checked.length < resources.length ? 'The others are' : 'Your forge is'} ${whenChecked(state)}.`,
		mostFrequent(checked.flatMap((one) => whyNotLive(one) ?? [])),
	];
	const rest = checked.length > 0 ? `is ${whenChecked(state)}.` : `cannot be reached. ${whenTried(state)}`;
	const hint = `${kind === 'polling' ? 'Your forge' : 'What is not live'} ${rest}`;
	return say(headline, reason.filter(Boolean).join(' '), hint);
}

function intervalWords({ hasFocus, resources }: LiveState): string {
	if (!hasFocus) return 'Checking is paused';
	const intervals = resources.flatMap(({ poll }) => poll?.everyMs ?? []);
	return intervals.length === 0 ? 'Checking regularly' : `Checking every ${interval(smallest(intervals))}`;
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

function mostFrequent(words: readonly string[]): string | undefined {
	const counts = new Map<string, number>();
	for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1);
	return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
