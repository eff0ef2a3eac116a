import type { Client } from '../../forge/client/connect.ts';
import type { repositoryExtraRows } from '../../forge/rows/repositories.ts';
import type { OpenedRepository, Repository } from '../../forge/shapes/repositories.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';
import type { ValueCache } from '../../platform/state/cache/value-cache.ts';
import { unlessRefused } from '../../platform/state/unless-refused.ts';
import type { CommitLog } from './commit-log.ts';
import { type References, referencesOf } from './references.ts';

interface RepositoryParts {
	readonly key: RepositoryKey;
	readonly details: ValueCache<Repository> | undefined;
	readonly references: ValueCache<References>;
	readonly history: CommitLog;
}

/**
 * Reads the details, the references and the newest commits of a repository. In GraphQL, this takes one request, and parts that do not come
 * with it are read by themselves. `extras` is undefined in REST.
 */
export async function refreshRepository(
	{ key: { owner, repository }, details, references, history }: RepositoryParts,
	extras: Client<typeof repositoryExtraRows> | undefined,
	signal: AbortSignal,
): Promise<void> {
	if (!extras) {
		await Promise.all([details?.refresh(), references.refresh(), history.refresh()]);
		return;
	}
	let request: Promise<OpenedRepository | undefined> | undefined;
	const open = () => (request ??= unlessRefused(extras.openRepository({ owner, repository }, { signal })));
	const readReferences = async () => {
		const opened = await open();
		return opened && referencesOf(opened);
	};
	await Promise.all([
		details?.refresh(undefined, async () => (await open())?.repository),
		references.refresh(undefined, readReferences),
		history.refresh(async () => (await open())?.log),
	]);
}
