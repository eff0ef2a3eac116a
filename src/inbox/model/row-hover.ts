import { count } from '../../base/text/numbers.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { ForgeEvent, RepositoryHappening } from '../../platform/model/forge-events.ts';
import { escapeMarkdown, hoverText } from '../../platform/model/markdown/hover.ts';
import { exactDate, longAge } from '../../platform/model/words.ts';
import { wordsOf } from './describe-event.ts';
import { rowWords, type Viewer } from './describe-row.ts';
import type { ShownSubject } from './groups.ts';
import { ownLine } from './own-line.ts';
import { nameOfPlace } from './places.ts';
import { namesOfRefs } from './repository-words.ts';

const maxEvents = 5;
/** How many commits of a push are listed, of all its branches together. */
const maxCommits = 10;
const maxBranches = 3;
const maxLines = 10;

/** The hover of a row, in Markdown: what has happened, where and when, with what the last author wrote. */
export function rowHover({ entries: [{ event: newest }, ...entries] }: ShownSubject, viewer: Viewer): string {
	const older = entries.map(({ event }) => event);
	// The events of a push have the same time and author.
	const blocks =
		older.length === 0 || 'ref' in newest
			? eventBlocks(newest, older, viewer)
			: [
					`**${escapeMarkdown(rowWords(newest, older, viewer.me).label)}**`,
					...listBlocks(newest, older, viewer),
				];
	return blocks.filter(Boolean).join('\n\n');
}

function eventBlocks(
	event: ForgeEvent,
	older: readonly ForgeEvent[],
	{ me, now }: Viewer,
): readonly string[] {
	const [headline = '', ...details] = rowWords(event, older, me).spoken;
	const pushes = [event, ...older].filter((one) => 'ref' in one);
	const push = pushes.find(({ commits = [] }) => commits.length > 0) ?? pushes[0];
	const hasCommits = (push?.commits ?? []).length > 0;
	const isAnnotatedTag = push?.tag !== undefined;
	const where = [nameOfPlace(event.place), longAge(event.at, now), exactDate(event.at)];
	return [
		`**${escapeMarkdown(headline)}**`,
		// The list of commits already has the subject of the newest one.
		hasCommits && !isAnnotatedTag ? '' : escapeMarkdown(details.filter(Boolean).join(', ')),
		escapeMarkdown(where.filter(Boolean).join(' · ')),
		isAnnotatedTag ? 'Annotated tag' : '',
		push ? pushLines(pushes) : textOf(event),
	];
}

/** The last events. Only the newest one is followed by its text. */
function listBlocks(
	newest: ForgeEvent,
	older: readonly ForgeEvent[],
	{ me, now }: Viewer,
): readonly string[] {
	const head = (event: ForgeEvent) => {
		// All events have the same title, which is in the headline.
		const { spoken, spokenDetails = [] } = wordsOf(event, me);
		const what = [spoken, ...spokenDetails].filter(Boolean).join(', ');
		return escapeMarkdown([what, longAge(event.at, now)].filter(Boolean).join(' · '));
	};
	const lines = older
		.slice(0, maxEvents - 1)
		.map((event) => [head(event), escapeMarkdown(ownLine(event))].filter(Boolean).join(': '));
	const rest = older.length - lines.length;
	return [
		escapeMarkdown(nameOfPlace(newest.place)),
		`**${head(newest)}**`,
		textOf(newest),
		[...lines, ...(rest > 0 ? [`and ${count(rest, 'earlier update')}`] : [])].join('<br>'),
	];
}

/** What the author of a comment or mail wrote. */
function textOf(event: ForgeEvent): string {
	const { text = '' } = event;
	if ('tracker' in event.place) return hoverText(text);
	const lines = text.split('\n').map(escapeMarkdown);
	const shown = lines.slice(0, maxLines);
	return [...shown, ...(lines.length > shown.length ? ['…'] : [])].join('<br>');
}

/** The commits of a push. If it changed several branches, below the names of the branches; branches with the same commits are together. */
function pushLines(pushes: readonly RepositoryHappening[]): string {
	const withCommits = pushes.filter(({ commits = [] }) => commits.length > 0);
	const groups = [
		...Map.groupBy(withCommits, ({ commits = [] }) => commits.map(({ id }) => id).join()).values(),
	];
	const shown = groups.slice(0, maxBranches);
	const blocks = shown.flatMap((group) => {
		const [push] = group;
		const lines = push ? commitLines(push, Math.floor(maxCommits / shown.length)) : '';
		return groups.length === 1 ? lines : [`**${escapeMarkdown(namesOfRefs(group))}**`, lines];
	});
	const rest = groups.slice(maxBranches).flat().length;
	return [...blocks, ...(rest > 0 ? [`and ${count(rest, 'more branch', 'more branches')}`] : [])].join(
		'<br>',
	);
}

function commitLines(
	{ commits = [], commitCount = commits.length }: RepositoryHappening,
	most: number,
): string {
	const shown = commits.slice(0, most);
	const lines = shown.map(({ id, message, author }) =>
		escapeMarkdown([shortId(id), message.split('\n', 1)[0], author].filter(Boolean).join(' · ')),
	);
	const rest = commitCount - shown.length;
	return [...lines, ...(rest > 0 ? [`and ${count(rest, 'more commit')}`] : [])].join('<br>');
}
