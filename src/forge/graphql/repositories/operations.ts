import type { repositoryRows } from '../../rows/repositories.ts';
import type { Operations } from '../connect-graphql.ts';
import { bothForms } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type RepositoryParams, repositoryResource } from '../named-resource.ts';
import * as documents from './documents.ts';
import { readBlob } from './read-blob.ts';
import { readReferences } from './read-references.ts';
import { readTreeAt, readTreeOf } from './read-tree.ts';
import { commitOf, repositoryOf } from './values.ts';

const { user, repositories, oneRepository, references, log } = documents;
const { treeOfRevision, treeOfObject, treeAtPath, blobAtPath } = documents;
const { createRepository, updateRepository, deleteRepository } = documents;

const readRepositories = ['REPOSITORIES:RO', 'PROFILE:RO'];
const readObjects = ['REPOSITORIES:RO', 'OBJECTS:RO'];
const changeRepositories = ['REPOSITORIES:RW', 'PROFILE:RO'];

/** The newest commits of a revision, or of the default branch. */
async function readLog(call: GraphqlCall, params: RepositoryParams, from?: string) {
	const page = await repositoryResource.ask(call, params, log, { from }, (repository) => repository.log);
	return { ...page, results: page.results.map(commitOf) };
}

/** The rows of repositories, in their order. */
export const repositoryOperations: Operations<typeof repositoryRows> = {
	user: {
		scopes: ['PROFILE:RO'],
		documents: bothForms(user),
		run: (call, params) => call.askOwner(user, params, {}, (owner) => owner),
	},
	repositories: {
		scopes: readRepositories,
		documents: bothForms(repositories),
		run: async (call, params) => {
			const variables = { cursor: call.cursor };
			const page = await call.askOwner(repositories, params, variables, (owner) => owner.repositories);
			repositoryResource.learn(call, page.results);
			return { ...page, results: page.results.map(repositoryOf) };
		},
	},
	createRepository: {
		scopes: changeRepositories,
		documents: [createRepository],
		run: async (call, _params, { name, description, visibility = 'public' }) => {
			const variables = { name, description, visibility: visibility.toUpperCase() };
			return repositoryOf(await call.ask(createRepository, variables, ({ created }) => created));
		},
	},
	repository: {
		scopes: readRepositories,
		documents: bothForms(oneRepository),
		run: async (call, params) =>
			repositoryOf(await repositoryResource.ask(call, params, oneRepository, {}, (repository) => repository)),
	},
	updateRepository: {
		scopes: changeRepositories,
		documents: [updateRepository, ...bothForms(repositoryResource.numberQuery)],
		run: (call, params, { visibility, ...change }) => {
			const input = { ...change, ...(visibility !== undefined && { visibility: visibility.toUpperCase() }) };
			return repositoryResource.change(call, params, async (id) =>
				repositoryOf(await call.ask(updateRepository, { id, input }, ({ updated }) => updated)),
			);
		},
	},
	deleteRepository: {
		scopes: changeRepositories,
		documents: [deleteRepository, ...bothForms(repositoryResource.numberQuery)],
		run: (call, params) =>
			repositoryResource.change(call, params, (id) =>
				call.ask(deleteRepository, { id }, ({ deleted }) => deleted),
			),
	},
	references: { scopes: readObjects, documents: bothForms(references), run: readReferences },
	log: { scopes: readObjects, documents: bothForms(log), run: (call, params) => readLog(call, params) },
	logFrom: {
		scopes: readObjects,
		documents: bothForms(log),
		run: (call, params) => readLog(call, params, String(params.ref)),
	},
	tree: {
		scopes: readObjects,
		documents: bothForms(treeOfRevision),
		run: (call, params) => readTreeOf(call, params, 'HEAD'),
	},
	treeOf: {
		scopes: readObjects,
		documents: [...bothForms(treeOfRevision), ...bothForms(treeOfObject)],
		run: (call, params) => readTreeOf(call, params, String(params.ref)),
	},
	treeAt: {
		scopes: readObjects,
		documents: bothForms(treeAtPath),
		run: (call, params) => readTreeAt(call, params, String(params.ref), String(params.path)),
	},
	blobAt: {
		scopes: readObjects,
		documents: bothForms(blobAtPath),
		run: async (call, params) => {
			const variables = { revision: String(params.ref), path: String(params.path) };
			const { id } = await repositoryResource.ask(
				call,
				params,
				blobAtPath,
				variables,
				(repository) => repository.path,
			);
			return readBlob(call, params, id);
		},
	},
	blob: {
		scopes: readObjects,
		documents: bothForms(repositoryResource.numberQuery),
		run: (call, params) => readBlob(call, params, String(params.id)),
	},
};
