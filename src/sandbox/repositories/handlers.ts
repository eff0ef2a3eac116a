import type { repositoryRows } from '../../forge/rows/repositories.ts';
import { type GitObject, parseTree, shortId } from '../../forge/shapes/git-objects.ts';
import { type Caller, user } from '../server/accounts.ts';
import { missing, Refusal } from '../server/refusal.ts';
import type { Bytes, Handlers } from '../server/serve.ts';
import type { BareRepository, Found } from './bare.ts';
import type { HostedRepositories } from './hosted.ts';
import { serializeRepository } from './repository-record.ts';

interface RepositoryRequest {
	readonly params: { readonly owner?: string; readonly repository: string };
	readonly caller: Caller;
}

/** Like git, searches only the beginning for a NUL. */
const isBinary = (content: Uint8Array) => content.subarray(0, 8000).includes(0);

/** The handlers of the repository area. */
export function repositoryHandlers(repositories: HostedRepositories): Handlers<typeof repositoryRows> {
	const { accounts, drift } = repositories;
	const stored = ({ params, caller }: RepositoryRequest) =>
		repositories.find(accounts.subject(params.owner, caller), params.repository, caller.account);
	const bare = (request: RepositoryRequest) => repositories.bare(stored(request));

	const log = async (request: RepositoryRequest & { readonly query: URLSearchParams }, revision: string) => {
		const repository = bare(request);
		const start = request.query.get('start') || null;
		if (!(await repository.commit(revision))) {
			// A repository without any push has an empty history.
			if (revision === 'HEAD' && (await repository.references()).length === 0) return [];
			throw missing();
		}
		const page =
			start !== null && drift.has('log-start-walks-ancestors')
				? await repository.log(start, null)
				: await repository.log(revision, start);
		if (!page) {
			throw drift.has('log-unknown-start-is-500')
				? new Refusal(500, 'Something went wrong.', { html: true })
				: missing();
		}
		const { commits: rows, next, total } = page;
		return drift.has('log-hides-next') ? { rows, next: null, total: -1 } : { rows, next, total };
	};

	const tree = async (repository: BareRepository, path: string) => {
		const found: Found | undefined = await repository.find(path);
		if (found?.kind === 'submodule' && drift.has('submodule-is-500')) {
			throw new Refusal(500, 'Something went wrong.', { html: true });
		}
		if (found?.kind !== 'tree') throw missing();
		const { id } = found.object;
		return { id, short_id: shortId(id), entries: parseTree(found.object), is_complete: true };
	};

	const blob = ({ id, content }: GitObject): Bytes => {
		const binaryType = drift.has('binary-type') ? 'application/x-octet-stream' : 'application/octet-stream';
		return { bytes: content, type: isBinary(content) ? binaryType : 'text/plain; charset=utf-8', etag: id };
	};

	const blobAt = async (repository: BareRepository, path: string) => {
		const found = await repository.find(path);
		if (found?.kind !== 'blob') throw missing();
		return blob(found.object);
	};

	return {
		user: ({ params, caller }) => user(accounts.subject(params.owner, caller)),
		repositories: ({ params, caller }) =>
			repositories
				.of(accounts.subject(params.owner, caller), caller.account)
				.map((one) => serializeRepository(one, drift)),
		createRepository: async ({ body, caller }) =>
			serializeRepository(await repositories.create(caller.account, body), drift),
		repository: (request) => serializeRepository(stored(request), drift),
		updateRepository: async ({ params, body, caller }) =>
			serializeRepository(await repositories.update(caller.account, params.repository, body), drift),
		deleteRepository: async ({ params, caller }) => {
			await repositories.delete(caller.account, params.repository);
			return undefined;
		},
		references: async (request) => {
			const references = await bare(request).references();
			return drift.has('extra-fields')
				? references.map((reference) => ({ ...reference, artifacts: [] }))
				: references;
		},
		log: (request) => log(request, 'HEAD'),
		logFrom: (request) => log(request, request.params.ref),
		tree: (request) => tree(bare(request), 'HEAD'),
		treeOf: (request) => tree(bare(request), request.params.ref),
		// Git finds where the path begins; the route cannot.
		treeAt: (request) => tree(bare(request), `${request.params.ref}/${request.params.path}`),
		blobAt: (request) => blobAt(bare(request), `${request.params.ref}/${request.params.path}`),
		blob: (request) => {
			if (request.params.owner !== undefined && drift.has('blob-by-id-misrouted')) throw missing();
			return blobAt(bare(request), request.params.id);
		},
	};
}
