import { bytes, get, many, one, post, put, query, remove } from '../contract/row.ts';
import { CodeQuery, FoundCode } from '../shapes/code-search.ts';
import { User } from '../shapes/people.ts';
import {
	Commit,
	ForgeTree,
	GitReference,
	NewestInRepositories,
	OpenedRepository,
	Repository,
	RepositoryChange,
	RepositoryCreation,
	RepositoryNames,
} from '../shapes/repositories.ts';

const repositories = '/api[/:owner]/repos';
const repository = `${repositories}/:repository` as const;

/**
 * Section 4.2 of the contract, in its order. A `ref` may contain slashes. A full object ID is also a ref, so the contract's
 * routes for a tree by ref and by ID are one row here.
 */
export const repositoryRows = {
	user: get('/api/user[/:owner]', null, one(User)),
	repositories: get(repositories, 'info:read', many(Repository)),
	createRepository: post('/api/repos', 'info:write', RepositoryCreation, one(Repository)),
	repository: get(repository, 'info:read', one(Repository)),
	updateRepository: put('/api/repos/~repository', 'info:write', RepositoryChange, one(Repository)),
	deleteRepository: remove('/api/repos/~repository', 'info:write'),
	references: get(`${repository}/refs`, 'data:read', many(GitReference, 'whole')),
	log: get(`${repository}/log`, 'data:read', many(Commit, 'newest')),
	logFrom: get(`${repository}/log/*ref`, 'data:read', many(Commit, 'newest')),
	tree: get(`${repository}/tree`, 'data:read', one(ForgeTree)),
	treeOf: get(`${repository}/tree/*ref`, 'data:read', one(ForgeTree)),
	treeAt: get(`${repository}/tree/*ref/*path`, 'data:read', one(ForgeTree)),
	blobAt: get(`${repository}/blob/*ref/*path`, 'data:read', bytes),
	blob: get(`${repository}/blob/:id`, 'data:read', bytes),
};

/** What only GraphQL offers. The paths say which parameters the functions take; no request is sent to them. */
export const repositoryExtraRows = {
	openRepository: get(repository, 'data:read', one(OpenedRepository)),
	newestInRepositories: query('/api/repos', 'data:read', RepositoryNames, one(NewestInRepositories)),
	searchCode: query(repository, 'info:read', CodeQuery, one(FoundCode)),
};
