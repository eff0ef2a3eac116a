import { treeOfCommit } from '../../../src/forge/shapes/git-objects.ts';
import type { GitReference } from '../../../src/forge/shapes/repositories.ts';
import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { BareRepository } from '../../../src/sandbox/repositories/bare.ts';
import type { RepositoryRecord } from '../../../src/sandbox/repositories/repository-record.ts';
import { type Page, type PageArgs, pageByName, pageSize, startOf, writeCursor } from '../server/cursors.ts';
import { queryError } from '../server/errors.ts';
import { type Call, properties, type Resolvers } from '../server/resolvers.ts';
import { enumValue, timestamp } from '../server/words.ts';
import { type EntrySource, entriesOf, findObject, type ObjectSource, objectSource } from './object-fields.ts';

const noReference = () => queryError('reference not found', 'ERR_NOT_FOUND');

/** The fields of repositories and references. */
export function repositoryFields({ accounts, drift, repositories }: GraphqlParts): Resolvers {
	const bareOf = (repository: RepositoryRecord) => repositories.bare(repository);
	return {
		Repository: {
			...properties('id', 'name'),
			created: ({ created }: RepositoryRecord) => timestamp(created),
			updated: ({ updated }: RepositoryRecord) => timestamp(updated),
			owner: ({ owner }: RepositoryRecord) => ({ __typename: 'User', ...accounts.find(owner) }),
			description: ({ description }: RepositoryRecord) => description || null,
			visibility: ({ visibility }: RepositoryRecord) => enumValue(visibility),
			access: ({ owner }: RepositoryRecord, _: unknown, { caller }: Call) =>
				owner === caller.account.name ? 'RW' : 'RO',
			HEAD: (repository: RepositoryRecord) => findReference(bareOf(repository), 'HEAD'),
			references: async (repository: RepositoryRecord, args: PageArgs) => {
				const bare = bareOf(repository);
				const head = { name: 'HEAD', target: await bare.defaultBranch() };
				return pageByName([head, ...(await bare.references())], args, drift.has('refs-lose-two'));
			},
			reference: (repository: RepositoryRecord, { name }: { name: string }) =>
				findReference(bareOf(repository), name),
			log: (repository: RepositoryRecord, args: LogArgs) => readLog(bareOf(repository), args),
			objects: (repository: RepositoryRecord, { ids }: { ids?: readonly string[] | null }) =>
				(ids ?? []).map((id) => findObject(bareOf(repository), id)),
			path: (
				repository: RepositoryRecord,
				{ revspec, path }: { revspec?: string | null; path: string },
			): Promise<EntrySource | null> => findEntry(bareOf(repository), revspec ?? 'HEAD', path),
			revparse_single: (repository: RepositoryRecord, { revspec }: { revspec: string }) =>
				findCommit(bareOf(repository), revspec),
		},
		Reference: properties('name', 'target'),
	};
}

interface LogArgs extends PageArgs {
	readonly from?: string | null;
}

async function readLog(bare: BareRepository, { from, ...args }: LogArgs): Promise<Page<ObjectSource>> {
	const { start } = startOf(args, from ?? 'HEAD');
	const log = await bare.log(String(start), null);
	if (!log) throw noReference();
	const results = log.commits.slice(0, pageSize).map(({ id }) => findObject(bare, id));
	const next = log.commits[pageSize];
	return { results: await Promise.all(results), cursor: next === undefined ? null : writeCursor(next.id) };
}

/** A reference by its full name. That of `HEAD` is the default branch. */
async function findReference(bare: BareRepository, name: string): Promise<GitReference | null> {
	const wanted = name === 'HEAD' ? await bare.defaultBranch() : name;
	return (await bare.references()).find((reference) => reference.name === wanted) ?? null;
}

async function findCommit(bare: BareRepository, revision: string): Promise<ObjectSource> {
	const object = await bare.resolve(revision);
	if (object?.type !== 'commit') throw noReference();
	return objectSource(bare, object);
}

/** A file, folder or submodule of a commit. The root has no entry. */
async function findEntry(bare: BareRepository, revision: string, path: string): Promise<EntrySource | null> {
	const commit = await findCommit(bare, revision);
	let folder = await bare.object(treeOfCommit(commit.object.content));
	const segments = path.split('/').filter((segment) => segment !== '');
	for (const [index, name] of segments.entries()) {
		const entry =
			folder?.type === 'tree' && entriesOf(objectSource(bare, folder)).find((one) => one.name === name);
		if (!entry) return null;
		if (index === segments.length - 1) return entry;
		folder = await bare.object(entry.id);
	}
	return null;
}
