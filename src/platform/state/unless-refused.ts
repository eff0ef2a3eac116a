import { ForgeError, type ForgeErrorKind } from '../../forge/contract/errors.ts';

/** Kinds of failures that each part would have, too. */
const failuresOfAll: ReadonlySet<ForgeErrorKind> = new Set(['signed-out', 'busy', 'offline']);

/** Undefined if the forge does not answer for all parts at once: one that fails may make the others null. */
export async function unlessRefused<T>(request: Promise<T>): Promise<T | undefined> {
	try {
		return await request;
	} catch (error) {
		if (!(error instanceof ForgeError) || failuresOfAll.has(error.kind)) throw error;
		return undefined;
	}
}
