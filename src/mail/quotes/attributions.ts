/** How mail programs say in several languages that another person wrote what follows. */
const verbs = [
	'wrote',
	'writes',
	'said',
	'schrieb',
	'schreibt',
	'a écrit',
	'escribió',
	'escreveu',
	'ha scritto',
	'schreef',
	'skrev',
	'napisał',
	'napisała',
	'napisał(a)',
	'pisze',
	'napsal',
	'napsala',
	'napsal(a)',
	'napísal',
	'kirjoitti',
	'írta',
	'a scris',
	'yazdı',
	'şunu yazdı',
	'пишет',
	'писал',
	'писал(а)',
	'написал',
	'написала',
	'написал(а)',
	'пише',
	'έγραψε',
	'さんは書きました',
	'のメール',
	'写道',
	'寫道',
	'님이 작성',
];

/** First words of such lines. The name and the verb may be on the next line. */
const openings =
	/^(?:(?:on|am|le|el|em|il|op|den|w dniu|dne|dňa|pe|în|at|в|fri|mon|tue|wed|thu|sat|sun|mo|di|mi|do|fr|sa|so)[\s,.]|\d{1,4}[-./年]|quoting |excerpts from |\* )/i;
const withoutVerb = /^(?:quoting |excerpts from )/i;

/** No attribution is longer. */
const maxLength = 400;

/** Whether a text, which may be joined from several lines, says that another person wrote what follows. */
export function isAttribution(text: string): boolean {
	const line = text.trim().toLowerCase();
	if (line.length > maxLength || !/[:：]$/.test(line)) return false;
	return withoutVerb.test(line) || verbs.some((verb) => line.includes(verb));
}

/** Whether a line can be the first of an attribution that goes on. */
export const canOpenAttribution = (line: string): boolean =>
	line.length <= maxLength && openings.test(line.trim()) && !/[.!?:：]$/.test(line.trim());
