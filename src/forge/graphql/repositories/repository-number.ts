import { ForgeError } from '../../contract/errors.ts';
import type { GraphqlCall, OwnerParams } from '../graphql-call.ts';
import { repositoryNumber } from './documents.ts';

export interface RepositoryParams extends OwnerParams {
	readonly repository: string | number;
}

export const repositoryVariables = ({ repository }: RepositoryParams) => ({ repository: String(repository) });

const keyOf = ({ owner, repository }: RepositoryParams) =>
	`repository ${String(owner ?? '').replace(/^~/, '')}/${repository}`;

/** Remembers the number of a repository that a read has shown. */
export function learnRepository<T extends { readonly id: number }>(
	call: GraphqlCall,
	params: RepositoryParams,
	repository: T | null,
): T | null {
	if (repository) call.numbers.learn(keyOf(params), repository.id);
	return repository;
}

/** The number that the repository of this name has now. Deleting or renaming uses this number, not a remembered one. */
export const findRepository = (call: GraphqlCall, params: RepositoryParams): Promise<number> =>
	call.askOwner(repositoryNumber, params, repositoryVariables(params), ({ repository }) => repository?.id);

/** Makes a request with the number of a repository, which is looked up if no read has shown it. */
export const useRepository = <T>(
	call: GraphqlCall,
	params: RepositoryParams,
	request: (repository: number) => Promise<T>,
): Promise<T> => call.numbers.use(keyOf(params), () => findRepository(call, params), request);

/** Reads a file of a repository by its id. Files are not in GraphQL, but at addresses that contain the number of the repository. */
export const readBlob = (call: GraphqlCall, params: RepositoryParams, id: string): Promise<Uint8Array> =>
	useRepository(call, params, async (repository) => {
		try {
			return await call.bytes(`/query/blob/${repository}/${encodeURIComponent(id)}`);
		} catch (error) {
			// A server answers so if the repository has no such file. A 400 about the token is not "refused".
			const isNoFile = error instanceof ForgeError && error.kind === 'refused' && error.status === 400;
			if (!isNoFile) throw error;
			throw new ForgeError('missing', "Not found, or you don't have access.", { cause: error });
		}
	});
