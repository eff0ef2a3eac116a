import type { Source } from './sources.ts';

/** Words of an earlier style that was hard to read, each with the replacement. */
const refused: readonly (readonly [word: RegExp, instead: string])[] = [
	[/\b(some|any|every)body\b/i, 'the user, a user, another user'],
	[/\bnobody\b/i, 'no user, or what is missing'],
	[/\b(who|what)(so)?ever\b(?= (is|was|has|does|wants)\b)/i, 'the caller, the user'],
	[/\banew\b/i, 'again'],
	[/\bany more\b/i, 'no longer'],
	[/\bwhat bec(ame|omes) of\b/i, 'the result of'],
	[/\bis another one\b/i, 'differs, or has changed'],
	[/\bdoors?\b/i, 'a sign-in method, a listener, or what checks permissions'],
	[/\b(wish|foyer|landing|vault|ledger|errand)(e[sd]|s)?\b/i, 'options, a request, a registry or a store'],
	[/\bhappenings?\b/i, 'an event, or the activity of a ticket'],
	[/\b(minded|worded)\b/, 'a verb, such as describeError'],
	[/\b[A-Z]\w*Acts\b/, 'Commands, or operations'],
	[/\btell[A-Z]\w*/, 'show, notify or log'],
];

/** Calls that wait, with the duration as an argument on the same line. */
const waits =
	/(?:AbortSignal\.timeout|\bsleep)\((?<first>[^,()]+)|(?:setTimeout|\.timeout|\.interval)\(.*, (?<last>[\w.#]+)\)|\bcoalesce\([^,()]+, (?<second>[\w.#]+)/;
const isDuration = /^\d|(?:^|[a-z])Ms$|^ms$|\bms\b/;

/** The demo project is written by made-up users. */
const isWrittenByUsers = (path: string): boolean => path.startsWith('src/sandbox/world/');

export function plainWordsProblems({ path, text }: Source): string[] {
	if (isWrittenByUsers(path)) return [];
	const lines = text.split('\n');
	return lines.flatMap((line, index) => {
		const at = `${path}:${index + 1}`;
		const words = refused.flatMap(([word, instead]) => {
			const [found] = word.exec(line) ?? [];
			return found === undefined ? [] : [`${at} says "${found}". Write plainly: ${instead}.`];
		});
		const { first, second, last } = waits.exec(line)?.groups ?? {};
		const time = first ?? second ?? last;
		if (time === undefined || isDuration.test(time.trim()) || /^\s*(\*|\/\/)/.test(line)) return words;
		return [...words, `${at} waits for "${time}". Let the names of durations end in Ms.`];
	});
}
