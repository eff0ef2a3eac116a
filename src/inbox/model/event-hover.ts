import { count } from '../../base/text/numbers.ts';
import type { ForgeEvent, RepositoryHappening } from '../../platform/model/forge-events.ts';
import { escapeMarkdown } from '../../platform/model/markdown/hover.ts';
import { exactDate, longAge } from '../../platform/model/words.ts';
import { wordsOf } from './describe-event.ts';
import { nameOfPlace } from './places.ts';

const maxCommits = 10;

/** The hover of an event's row, in Markdown: what has happened, to what, where and when. A push has its commits. */
export function eventHover(
	event: ForgeEvent,
	{ me, now }: { readonly me: string; readonly now: number },
): string {
	const { spoken, spokenDetails } = wordsOf(event, me);
	const push = 'ref' in event ? event : undefined;
	const hasCommits = (push?.commits ?? []).length > 0;
	const where = [nameOfPlace(event.place), longAge(event.at, now), exactDate(event.at)];
	return [
		`**${escapeMarkdown(spoken)}**`,
		// The list of commits already has the subject of the newest one.
		hasCommits && push?.tag === undefined ? '' : escapeMarkdown(spokenDetails.filter(Boolean).join(', ')),
		escapeMarkdown(where.filter(Boolean).join(' · ')),
		push?.tag === undefined ? '' : 'Annotated tag',
		push ? commitLines(push) : '',
	]
		.filter(Boolean)
		.join('\n\n');
}

function commitLines({ commits = [], commitCount = commits.length }: RepositoryHappening): string {
	const shown = commits.slice(0, maxCommits);
	const lines = shown.map(({ id, message, author }) =>
		escapeMarkdown([id.slice(0, 7), message.split('\n', 1)[0], author].filter(Boolean).join(' · ')),
	);
	const rest = commitCount - shown.length;
	return [...lines, ...(rest > 0 ? [`and ${count(rest, 'more commit')}`] : [])].join('<br>');
}
