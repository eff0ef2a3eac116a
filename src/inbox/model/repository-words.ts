import { count } from '../../base/text/numbers.ts';
import type { RepositoryHappening } from '../../platform/model/forge-events.ts';
import { type EventWords, oneLine, withActor } from './event-words.ts';

export function repositoryWords(event: RepositoryHappening): EventWords {
	const by = oneLine(event.by);
	const [icon, action, passive] = describe(event);
	const what = withActor(by, action, passive);
	const subject = subjectOf(event);
	const spokenWords = { spoken: what, spokenDetails: [subject] };
	// A push is known by its newest commit, which the end of a narrow row would cut off.
	const isPush = event.kind === 'pushed' && (event.commits ?? []).length > 0;
	return isPush
		? { icon, label: subject, details: what, ...spokenWords }
		: { icon, label: what, details: subject, ...spokenWords };
}

function describe(event: RepositoryHappening): readonly [icon: string, action: string, passive: string] {
	const { kind, commits = [], commitCount = commits.length } = event;
	const { type, name } = nameOfRef(event.ref);
	const [icon, title] =
		type === 'tag' ? ['tag', 'Tag'] : ['git-branch', type === 'branch' ? 'Branch' : 'Ref'];
	switch (kind) {
		case 'pushed': {
			const what = commitCount > 0 ? count(commitCount, 'commit') : '';
			return what === ''
				? ['repo-push', `pushed to ${name}`, `Push to ${name}`]
				: ['repo-push', `pushed ${what} to ${name}`, `${what} pushed to ${name}`];
		}
		case 'forced':
			return ['repo-force-push', `force-pushed ${name}`, `Force push to ${name}`];
		case 'ref-created':
			return [icon, `created ${type} ${name}`, `${title} ${name} created`];
		case 'ref-deleted':
			return ['trash', `deleted ${type} ${name}`, `${title} ${name} deleted`];
		case 'repository':
			return ['repo', 'changed the repository', 'Repository changed'];
	}
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
