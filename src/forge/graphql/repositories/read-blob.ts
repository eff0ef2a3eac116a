import { percentEncode } from '../../../base/text/percent-encode.ts';
import { ForgeError } from '../../contract/errors.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type RepositoryParams, repositoryResource } from '../named-resource.ts';

/** Reads a file of a repository by its id. Files are not in GraphQL, but at addresses that contain the number of the repository. */
export const readBlob = (call: GraphqlCall, params: RepositoryParams, id: string): Promise<Uint8Array> =>
	repositoryResource.use(call, params, async (repository) => {
		try {
			return await call.bytes(`/query/blob/${repository}/${percentEncode(id)}`);
		} catch (error) {
			// A server answers so if the repository has no such file. A 400 about the token is not "refused".
			const isNoFile = error instanceof ForgeError && error.kind === 'refused' && error.status === 400;
			if (!isNoFile) throw error;
			throw new ForgeError('missing', "Not found, or you don't have access.", { cause: error });
		}
	});
