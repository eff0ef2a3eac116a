import { visible } from '../../base/text/invisible-characters.ts';
import { count } from '../../base/text/numbers.ts';
import { oneLine, truncate } from '../../base/text/truncate.ts';
import { parseTime } from '../../forge/contract/read.ts';
import type { Participant } from '../../forge/shapes/people.ts';
import { hostOf, isWebAddress, safeAddress } from './addresses.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The units of ages. Each is used for ages of less than `untilMs`. */
const units = [
	{ unit: 'minute', unitMs: minute, untilMs: hour, short: 'm' },
	{ unit: 'hour', unitMs: hour, untilMs: day, short: 'h' },
	{ unit: 'day', unitMs: day, untilMs: 30 * day, short: 'd' },
	{ unit: 'month', unitMs: 30.436875 * day, untilMs: 365 * day, short: 'mo' },
];
const years = { unit: 'year', unitMs: 365.2425 * day, short: 'y' };

/** The elapsed time in whole units; undefined for less than a minute, and for times in the future. */
function elapsed(at: number, now: number): { n: number; unit: string; short: string } | undefined {
	const ms = now - at;
	if (ms < minute) return undefined;
	const { unit, unitMs, short } = units.find(({ untilMs }) => ms < untilMs) ?? years;
	return { n: Math.max(1, Math.floor(ms / unitMs)), unit, short };
}

/** `32m`, `5d`; empty if there is no date. */
export function shortAge(timestamp: string | null | undefined, now: number): string {
	const at = parseTime(timestamp);
	if (at === undefined) return '';
	const age = elapsed(at, now);
	return age ? `${age.n}${age.short}` : 'now';
}

/** `32 minutes ago`; empty if there is no date. */
export function longAge(timestamp: string | null | undefined, now: number): string {
	const at = parseTime(timestamp);
	if (at === undefined) return '';
	const age = elapsed(at, now);
	return age ? `${count(age.n, age.unit)} ago` : 'just now';
}

/** Cached, because creating a format takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(name: string, options: Intl.DateTimeFormatOptions, zone: string | undefined) {
	const key = `${name} ${zone ?? ''}`;
	let cached = formats.get(key);
	if (!cached) {
		cached = new Intl.DateTimeFormat('en-GB', zone === undefined ? options : { ...options, timeZone: zone });
		formats.set(key, cached);
	}
	return cached;
}

const time = { hour: '2-digit', minute: '2-digit' } as const;
const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** `15 Nov 2026, 09:12`, in the user's time zone unless `zone` is given; empty if there is no date. */
export function exactDate(timestamp: string | null | undefined, zone?: string): string {
	const at = parseTime(timestamp);
	return at === undefined ? '' : format('exact', { ...date, ...time }, zone).format(at);
}

/** `08:12`, in the user's time zone unless `zone` is given. */
export const formatClock = (ms: number, zone?: string): string => format('time', time, zone).format(ms);

/** `today 18:03`, `yesterday 18:03`, or the exact date. */
export function nearDate(timestamp: string | null | undefined, now: number, zone?: string): string {
	const at = parseTime(timestamp);
	if (at === undefined) return '';
	const dayOf = (ms: number) => format('day', date, zone).format(ms);
	const clock = () => formatClock(at, zone);
	if (dayOf(at) === dayOf(now)) return `today ${clock()}`;
	// The previous day, even if the clocks changed in between: a day has 23 to 25 hours.
	const yesterday = [23, 24, 25].map((hours) => dayOf(now - hours * hour)).find((one) => one !== dayOf(now));
	if (dayOf(at) === yesterday) return `yesterday ${clock()}`;
	return exactDate(timestamp, zone);
}

/** A point in time, as a page shows it. */
export interface Time {
	/** The timestamp as sent by the server. */
	readonly at: string;
	readonly text: string;
	/** Shown when the pointer rests on the text. */
	readonly tip: string;
}

/** Older times are shown as a date. */
const absoluteDateAfterMs = 30 * day;

export function timeOf(timestamp: string, now: number, zone?: string): Time {
	const at = parseTime(timestamp);
	const [age, exact] = [longAge(timestamp, now), exactDate(timestamp, zone)];
	if (at === undefined || now - at < absoluteDateAfterMs) return { at: timestamp, text: age, tip: exact };
	return { at: timestamp, text: format('day', date, zone).format(at), tip: `${exact} (${age})` };
}

/** `a`, `a and b`, `a, b and c`. */
export const joinWords = (words: readonly string[]): string =>
	words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** A word from the forge's API as it reads in the middle of a sentence: `in progress`. Unknown words are made readable. */
export function wireWord(word: string): string {
	const known: Readonly<Record<string, string>> = { wont_fix: 'won’t fix' };
	if (Object.hasOwn(known, word)) return known[word] ?? '';
	const spaced = word.replace(/[_\s-]+/g, ' ').trim();
	const text = spaced === spaced.toUpperCase() ? spaced.toLowerCase() : spaced;
	return truncate(text, 60) || 'unknown';
}

export const capitalize = (text: string): string =>
	text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** `In progress`, for `in_progress`. */
export const statusName = (status: string): string => capitalize(wireWord(status));

/** `Won’t fix`, for `wont_fix`. */
export const resolutionName = (resolution: string): string => capitalize(wireWord(resolution));

/** A person, as shown to the user. */
export type Person =
	| { readonly kind: 'user'; readonly name: string; readonly initials: string }
	| { readonly kind: 'email'; readonly name: string; readonly address: string; readonly from: 'by email' }
	| {
			readonly kind: 'external';
			readonly name: string;
			/** The site that the person comes from, or what is known about it. */
			readonly from: string;
			readonly url: string | undefined;
	  }
	| { readonly kind: 'unknown'; readonly name: string };

export function person(who: Participant | null | undefined): Person {
	if (!who) return { kind: 'unknown', name: 'unknown user' };
	if (who.type === 'user') {
		const initials = [...who.canonical_name.replace(/^~/, '')].slice(0, 2).join('');
		return { kind: 'user', name: oneLine(who.canonical_name), initials: visible(initials) };
	}
	if (who.type === 'email') {
		const address = oneLine(who.address, 254);
		return { kind: 'email', name: oneLine(who.name ?? '') || address, address, from: 'by email' };
	}
	const [, site = '', name = who.external_id] = /^([^:]+):(.+)$/s.exec(who.external_id) ?? [];
	const url = isWebAddress(who.external_url ?? '') ? safeAddress(who.external_url ?? '') : undefined;
	return {
		kind: 'external',
		name: oneLine(name) || 'unknown user',
		from: url === undefined ? oneLine(site) || 'another site' : hostOf(url),
		url,
	};
}

/** A key that identifies a person, independent of how they are shown. */
export function personKey(who: Participant | null | undefined): string {
	if (!who) return '';
	if (who.type === 'user') return who.canonical_name;
	return who.type === 'email' ? `mailto:${who.address.toLowerCase()}` : `external:${who.external_id}`;
}

/** `Jörg Müller by email`, `octo from git.example.net`: for places that show only text. */
export function personText(who: Person): string {
	if (who.kind === 'email') return `${who.name} ${who.from}`;
	return who.kind === 'external' ? `${who.name} from ${who.from}` : who.name;
}
