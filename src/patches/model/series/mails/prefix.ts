/** Words in the brackets of a subject that do not name a project and may differ between the mails of a chain. */
const ignoredWords = new Set(['patch', 'rfc', 'resend', 'resent', 'repost', 'git', 'pull', 'wip', 'rebased']);

const wordsOf = (prefix: string): readonly string[] => prefix.split(/[\s,]+/).filter((word) => word !== '');

/** The prefix without words such as RFC. */
export const projectOf = (prefix: string): string =>
	wordsOf(prefix)
		.filter((word) => !ignoredWords.has(word.toLowerCase()))
		.join(' ');

/** Whether the words in brackets contain a word, in any case. */
export const hasWord = (prefix: string, ...words: readonly string[]): boolean =>
	wordsOf(prefix).some((word) => words.includes(word.toLowerCase()));

export const isMarkedAsResend = (prefix: string): boolean => hasWord(prefix, 'resend', 'resent', 'repost');
