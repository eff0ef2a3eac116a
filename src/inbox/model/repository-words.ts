import { count } from '../../base/text/numbers.ts';
import { oneLine } from '../../base/text/truncate.ts';
import type { RepositoryHappening } from '../../platform/model/forge-events.ts';
import { capitalize, joinWords } from '../../platform/model/words.ts';
import { type EventWords, withActor } from './event-words.ts';

/** The words for a change of a branch or tag or, with the older ones, for all changes of one push. */
export function repositoryWords(
	newest: RepositoryHappening,
	older: readonly RepositoryHappening[] = [],
): EventWords {
	const events = [...older.toReversed(), newest];
	const pushed = events.find(({ kind, commits = [] }) => kind === 'pushed' && commits.length > 0);
	const lead = pushed ?? events[0] ?? newest;
	const changes = [...Map.groupBy(events, ({ kind, ref }) => `${kind} ${nameOfRef(ref).type}`).values()];
	const described = changes.map(describe);
	const what = withActor(
		oneLine(lead.by),
		joinWords(described.map(({ action }) => action)),
		described.map(({ passive }) => passive).join(', '),
	);
	const title = subjectOf(lead);
	return { icon: describe([lead]).icon, label: what, details: title, spoken: what, title };
}

interface Described {
	readonly icon: string;
	readonly action: string;
	readonly passive: string;
}

const plurals = { branch: 'branches', tag: 'tags', ref: 'refs' } as const;
const maxNames = 3;

/** The events have the same kind, and are about the same type of reference. */
function describe(events: readonly RepositoryHappening[]): Described {
	const [{ kind = 'repository', ref = '', commits = [], commitCount = commits.length } = {}] = events;
	const isOne = events.length === 1;
	const { type } = nameOfRef(ref);
	const names = namesOfRefs(events);
	const what = `${isOne ? type : plurals[type]} ${names}`;
	const icon = type === 'tag' ? 'tag' : 'git-branch';
	switch (kind) {
		case 'pushed': {
			// Of many commits, only the newest are known.
			const known = commits.length === commitCount ? commits : [];
			const authors = [...new Set(known.map(({ author }) => author))].filter(Boolean);
			const number = isOne && commitCount > 0 ? count(commitCount, 'commit') : '';
			return number === ''
				? { icon: 'repo-push', action: `pushed to ${names}`, passive: `Push to ${names}` }
				: {
						icon: 'repo-push',
						action: `pushed ${number} to ${names}`,
						// Who has pushed is not known, but who has written it.
						passive: `${number}${authors.length === 1 ? ` by ${oneLine(authors.join())}` : ''} pushed to ${names}`,
					};
		}
		case 'force-pushed':
			return { icon: 'repo-force-push', action: `force-pushed ${names}`, passive: `Force push to ${names}` };
		case 'ref-created':
			return { icon, action: `created ${what}`, passive: `${capitalize(what)} created` };
		case 'ref-deleted':
			return { icon: 'trash', action: `deleted ${what}`, passive: `${capitalize(what)} deleted` };
		case 'repository':
			return { icon: 'repo', action: 'changed the repository', passive: 'Repository changed' };
	}
}

/** The short names of the branches and tags that events are about. */
export function namesOfRefs(events: readonly RepositoryHappening[]): string {
	const names = events.map(({ ref }) => nameOfRef(ref).name);
	return joinWords(
		names.length <= maxNames
			? names
			: [...names.slice(0, maxNames - 1), `${names.length - maxNames + 1} more`],
	);
}

function nameOfRef(ref: string): { readonly type: 'branch' | 'tag' | 'ref'; readonly name: string } {
	const [, folder, name = ''] = /^refs\/(heads|tags)\/(.+)$/s.exec(ref) ?? [];
	if (folder === undefined) return { type: 'ref', name: oneLine(ref) };
	return { type: folder === 'tags' ? 'tag' : 'branch', name: oneLine(name) };
}

/** The message of a tag, or the subject of the newest commit. Without one, the title that the event has. */
function subjectOf({ tag, commits = [], title }: RepositoryHappening): string {
	const [text = ''] = (tag ?? commits[0]?.message ?? '').trim().split('\n');
	return oneLine(text, 200) || oneLine(title, 200);
}
