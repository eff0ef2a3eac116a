import { repositoryRef } from '../../platform/model/keys.ts';
import { queryOfPath } from '../model/commits/commit-query.ts';
import type { Revision } from '../model/revision.ts';
import type { Repositories } from '../state/repositories.ts';
import type { OpenRepository } from './open-repository.ts';
import { pickReference } from './pick-reference.ts';
import { searchLog } from './search-log.ts';
import { showCommit } from './show-changes.ts';

/** Shows a log, or the commits in it that changed a file or folder, and opens the commit that the user chooses. */
export async function showLog(
	repositories: Repositories,
	open: OpenRepository,
	revision: Revision,
	path = '',
): Promise<void> {
	const commit = await searchLog(open.cache, revision, path === '' ? {} : { query: queryOfPath(path) });
	if (commit) await showCommit(repositories, open.key, commit.id);
}

/** Asks for the branch or tag whose log is shown. */
export async function pickAndShowLog(
	repositories: Repositories,
	open: OpenRepository,
	first: Revision,
): Promise<void> {
	const revision = await pickReference(open, {
		title: `Show Log of ${repositoryRef(open.key)}`,
		placeHolder: 'Branch or tag',
		first,
	});
	if (revision) await showLog(repositories, open, revision);
}
