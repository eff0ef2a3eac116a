import { truncate } from '../../base/text/truncate.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';
import { escapeMarkdown } from '../../platform/model/markdown/hover.ts';
import { exactDate, longAge, shortAge } from '../../platform/model/words.ts';
import { agingRow, noticeRow, type Row } from '../../platform/view/row.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';

/** Git does not limit the length of a line. */
const maxSubjectLength = 300;
const maxNameLength = 100;

/** The rows of a log, in the server's order. If there are earlier commits, the last row loads them. `parentId` keeps ids unique, because a commit may be in several logs. */
export function commitRows(
	target: Extract<RepositoryTarget, { kind: 'log' }>,
	commits: readonly Commit[],
	hasMore: boolean,
	parentId: string,
): readonly Row[] {
	const { key } = target;
	const rows = commits.map((commit) => agingRow((at) => commitRow(key, commit, at, parentId)));
	if (!hasMore) return rows;
	const command = { id: 'tildeforge.loadMoreCommits', title: 'Load More', arguments: [target] };
	const more = noticeRow(`more/${parentId}`, 'ellipsis', 'Load More', {
		tooltip: 'Click to show earlier commits.',
		spokenLabel: 'Load More, earlier commits',
		command,
		about: target,
	});
	return [...rows, more];
}

function commitRow(key: RepositoryKey, commit: Commit, now: number, parentId: string): Row {
	const { id, timestamp } = commit;
	const about: RepositoryTarget = { kind: 'commit', key, commit: id };
	const subject = subjectOf(commit);
	const isMerge = commit.parents.length > 1;
	const name = authorOf(commit);
	return {
		id: `${parentId} commit ${id}`,
		label: subject,
		description: [shortId(id), name, shortAge(timestamp, now)].filter(Boolean).join(' · '),
		icon: isMerge ? 'git-merge' : 'git-commit',
		tooltip: { markdown: () => hoverOf(commit, now) },
		tooltipInputs: [id],
		spokenLabel: [
			subject,
			`${isMerge ? 'merge commit' : 'commit'} ${shortId(id)}`,
			`by ${name}`,
			longAge(timestamp, now),
		]
			.filter(Boolean)
			.join(', '),
		context: 'commit',
		command: {
			id: 'tildeforge.openCommit',
			title: 'Show Changes',
			arguments: [{ ...about, isClicked: true }],
		},
		about,
	};
}

/** The first line of the message, shortened, with invisible characters replaced. */
export const subjectOf = ({ message, id }: Commit): string =>
	truncate(message.trim().split('\n', 1)[0]?.trim() ?? '', maxSubjectLength) || shortId(id);

export const authorOf = ({ author: { name, email } }: Commit): string =>
	truncate(name || email || 'unknown author', maxNameLength);

const maxLines = 20;
const maxCharacters = 2000;

function hoverOf(commit: Commit, now: number): string {
	const { id, author, committer, timestamp, message, parents, signature } = commit;
	const person = ({ name, email }: Commit['author']) =>
		truncate(`${name}${email === '' ? '' : ` <${email}>`}`, maxNameLength);
	const hasOtherCommitter = committer.email !== '' && committer.email !== author.email;
	const whole = message.trim();
	const lines = truncate(whole, maxCharacters).split('\n');
	const shown = lines
		.slice(1, maxLines)
		.map(escapeMarkdown)
		.join('<br>')
		.replace(/^(?:<br>)+/, '');
	return [
		`**${escapeMarkdown(subjectOf(commit))}**`,
		escapeMarkdown(
			[person(author), longAge(timestamp, now), exactDate(timestamp)].filter(Boolean).join(' · '),
		),
		hasOtherCommitter ? escapeMarkdown(`committed by ${person(committer)}`) : '',
		shown,
		lines.length > maxLines ? '…' : '',
		[
			escapeMarkdown(id),
			signature && 'signed',
			parents.length > 1 && `merges ${escapeMarkdown(parents.map(shortId).join(' and '))}`,
		]
			.filter(Boolean)
			.join(' · '),
	]
		.filter(Boolean)
		.join('\n\n');
}
