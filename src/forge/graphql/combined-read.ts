import { ForgeError } from '../contract/errors.ts';
import type { GraphqlCall } from './graphql-call.ts';

/** Reads several parts at once, which the caller reads one by one if that fails. */
type CombinedRead<RowParams> = (call: GraphqlCall, params: RowParams) => Promise<unknown>;

/**
 * Reads with one request. If the forge does not accept the document of `read`, the document is not sent again. If there is a `smaller` read,
 * it is used from then on: it asks only for what older versions have.
 */
export const combinedRead =
	<RowParams>(read: CombinedRead<RowParams>, smaller?: CombinedRead<RowParams>): CombinedRead<RowParams> =>
	async (call, params) => {
		const { refusedReads } = call.memory;
		try {
			const refusal = refusedReads.get(read);
			if (refusal) throw refusal;
			return await read(call, params);
		} catch (error) {
			if (!(error instanceof ForgeError) || error.status !== 422) throw error;
			refusedReads.set(read, error);
			if (smaller) return smaller(call, params);
			throw error;
		}
	};
