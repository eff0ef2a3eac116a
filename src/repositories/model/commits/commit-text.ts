import { largest } from '../../../base/collections.ts';
import { visible } from '../../../base/text/invisible-characters.ts';
import type { Commit } from '../../../forge/shapes/repositories.ts';
import { withLineFeeds } from '../../../platform/model/line-breaks.ts';
import { exactDate } from '../../../platform/model/words.ts';
import { describeSignature, type SignatureState } from './signature.ts';

/** The name of the file that shows a commit's message. */
export const commitTextName = 'Commit Message';

/**
 * What is known about a commit and, below it, the message. The first empty line separates the two, as in a mail.
 * Reasons: docs/decisions/commit-messages.md.
 */
export function commitText(commit: Commit, signature: SignatureState): string {
	const { id, parents, author, committer, timestamp, message } = commit;
	const isOther = committer.email !== author.email || committer.name !== author.name;
	const facts: readonly (readonly [name: string, value: string])[] = [
		['Commit', id],
		...parents.map((parent): readonly [string, string] => ['Parent', parent]),
		['Author', personText(author)],
		['Date', exactDate(timestamp)],
		['Committer', isOther ? personText(committer) : ''],
		['Signature', describeSignature(signature)],
	];
	const shown = facts.filter(([, value]) => value !== '');
	const width = largest(shown.map(([name]) => name.length)) + 2;
	const lines = shown.map(([name, value]) => `${`${name}:`.padEnd(width)}${oneLine(value)}`);
	const body = withLineFeeds(message.trim());
	// VS Code shows no text that contains a NUL.
	return `${lines.join('\n')}\n\n${body.replaceAll('\0', visible('\0'))}\n`;
}

const personText = ({ name, email }: Commit['author']): string =>
	[name, email && `<${email}>`].filter(Boolean).join(' ');

/** A name must not look like another line of the text. */
const oneLine = (text: string): string => visible(text).replaceAll(/\s+/g, ' ');
