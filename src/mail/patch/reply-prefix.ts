/**
 * The prefixes of replies and forwarded mails that mail programs write in their user's language. Shorter ones come after longer ones
 * that begin alike.
 */
const prefixes = [
	// Replies
	're',
	'antwort',
	'antw',
	'aw',
	'sv',
	'vs',
	'res',
	'rif',
	'odp',
	'ynt',
	'vá',
	'bls',
	'atb',
	'απ',
	'σχετ',
	'ответ',
	'отв',
	'回复',
	'回覆',
	'答复',
	'答覆',
	'返信',
	'답장',
	'회신',
	// Forwarded mails
	'fwd',
	'fw',
	'wg',
	'tr',
	'rv',
	'enc',
	'vb',
	'vl',
	'pd',
	'doorst',
	'İlt',
	'ilt',
	'πρθ',
	'пересл',
	'转发',
	'轉寄',
	'轉發',
	'전달',
];

/** With a counter, as in `Re[2]:`, and with the colon of Chinese and Japanese text. */
const pattern = new RegExp(
	`(${prefixes.join('|')})(?:\\[\\d{1,4}\\]|\\(\\d{1,4}\\)|\\^?\\d{1,4})?\\s{0,3}[:：]`,
	'iuy',
);
const onlyRe = /re:/iy;

/** Prefixes that also count in lower case, because no title of a commit usually begins with them. */
const lowerCasePrefixes = new Set(['re', 'aw', 'fwd', 'fw']);

/**
 * Which brackets come before: none, those of a patch, or others such as the name of a list. A commit's title may begin with a word
 * that looks like a prefix: `[PATCH] sv: Update the translation`. After the brackets of a patch only `Re:` is one, as for git.
 */
export type Before = 'nothing' | 'brackets' | 'patch';

/** The end of the reply prefix at `at`; undefined if there is none. */
export function replyPrefixEnd(text: string, at: number, before: Before): number | undefined {
	const wanted = before === 'patch' ? onlyRe : pattern;
	wanted.lastIndex = at;
	const [found, word = ''] = wanted.exec(text) ?? [];
	if (found === undefined) return undefined;
	const isLowerCase = word.toLowerCase() === word && word.toUpperCase() !== word;
	const mayBeLowerCase = before === 'nothing' ? lowerCasePrefixes.has(word) : word === 're';
	if (isLowerCase && !mayBeLowerCase) return undefined;
	return at + found.length;
}
