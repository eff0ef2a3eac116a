import { withoutComments } from './brackets.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The zones that RFC 5322 knows by name, in hours. */
const zones = new Map([
	...['ut', 'utc', 'gmt', 'z'].map((name) => [name, 0] as const),
	...([
		['est', -5],
		['edt', -4],
		['cst', -6],
		['cdt', -5],
		['mst', -7],
		['mdt', -6],
		['pst', -8],
		['pdt', -7],
	] as const),
]);
const minuteMs = 60_000;

/** The parts of a date that have been read so far. */
interface DateParts {
	day: number | undefined;
	month: number | undefined;
	year: number | undefined;
	/** Hours, minutes and seconds, in milliseconds. */
	timeMs: number | undefined;
	/** The distance to UTC. */
	zoneMs: number | undefined;
}

/**
 * Reads a date of a mail (RFC 5322 and its obsolete forms, and those of `ctime` and ISO 8601), in milliseconds since 1970. The parts
 * may be in any order, so that dates of careless mail programs are readable. Without a known zone, the date is in UTC.
 */
export function readDate(text: string): number | undefined {
	const found: DateParts = {
		day: undefined,
		month: undefined,
		year: undefined,
		timeMs: undefined,
		zoneMs: undefined,
	};
	for (const word of withoutComments(text)
		.slice(0, 200)
		.split(/[\s,]+/)) {
		if (word !== '' && !readWord(word.toLowerCase(), found)) return undefined;
	}
	const { day = NaN, month = NaN, year = NaN, timeMs = NaN, zoneMs = 0 } = found;
	const midnight = new Date(0);
	midnight.setUTCFullYear(year, month, day);
	const date = midnight.getTime() + timeMs - zoneMs;
	// There is no 30 February.
	return Number.isNaN(date) || midnight.getUTCMonth() !== month ? undefined : date;
}

/** Notes what a word says. Returns whether it can be a part of a date. */
function readWord(word: string, found: DateParts): boolean {
	const dateAndTime = /^(\d{4}-\d\d?-\d\d?)t(\d\d:\d\d.*)$/.exec(word);
	if (dateAndTime) return dateAndTime.slice(1).every((part) => readWord(part, found));
	const zoned = /^(\d\d?[:.]\d\d.*?)(z|[-+]\d\d:?\d\d)$/.exec(word);
	if (zoned) return zoned.slice(1).every((part) => readWord(part, found));
	const dayFirst = /^(\d\d?)-([a-z]+)-(\d{2,4})$/.exec(word);
	if (dayFirst) return dayFirst.slice(1).every((part) => readWord(part, found));
	return readTime(word, found) || readZone(word, found) || readNumber(word, found) || readName(word, found);
}

function readTime(word: string, found: DateParts): boolean {
	const [, hour, minute, second = '0', fraction = '0'] =
		/^(\d\d?)[:.](\d\d)(?:[:.](\d\d)(?:[.,](\d{1,9}))?)?$/.exec(word) ?? [];
	if (hour === undefined || found.timeMs !== undefined) return false;
	const hours = Number(hour);
	const minutes = Number(minute);
	const seconds = Number(second);
	// A leap second is the first second of the next minute.
	if (hours > 23 || minutes > 59 || seconds > 60) return false;
	found.timeMs =
		(hours * 60 + minutes) * minuteMs + seconds * 1000 + Math.trunc(Number(`0.${fraction}`) * 1000);
	return true;
}

function readZone(word: string, found: DateParts): boolean {
	// `GMT+0200` means +0200.
	const [, sign, hours, minutes] = /^(?:gmt|utc?)?([-+])(\d\d):?(\d\d)$/.exec(word) ?? [];
	if (sign === undefined || Number(minutes) > 59 || Number(hours) > 24) return false;
	found.zoneMs = (Number(hours) * 60 + Number(minutes)) * minuteMs * (sign === '-' ? -1 : 1);
	return true;
}

function readNumber(word: string, found: DateParts): boolean {
	const [, year, month, date] = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(word) ?? [];
	if (year !== undefined && found.year === undefined) {
		found.year = Number(year);
		found.month = Number(month) - 1;
		return readNumber(String(Number(date)), found);
	}
	if (!/^\d{1,4}$/.test(word)) return false;
	const value = Number(word);
	if (found.day === undefined && word.length <= 2) {
		found.day = value;
		return true;
	}
	if (found.year !== undefined || word.length < 2) return false;
	found.year = fullYear(value, word.length);
	return true;
}

/** Old mails have years of two or three digits. */
function fullYear(value: number, digits: number): number {
	if (digits === 4) return value;
	if (digits === 3) return value + 1900;
	return value + (value < 50 ? 2000 : 1900);
}

/** A month, the day of the week, or a zone. Unknown zones count as UTC, as RFC 5322 wants. */
function readName(word: string, found: DateParts): boolean {
	if (!/^[a-z]+\.?$/.test(word) || word === 'am' || word === 'pm') return false;
	const month = months.indexOf(word.slice(0, 3));
	const hours = zones.get(word);
	if (month !== -1 && found.month === undefined) found.month = month;
	else if (hours !== undefined) found.zoneMs ??= hours * 60 * minuteMs;
	return true;
}
