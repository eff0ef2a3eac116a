import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import { isVisible } from '../../../src/sandbox/repositories/repository-record.ts';
import type { Caller } from '../../../src/sandbox/server/accounts.ts';
import { json, type Reply } from '../../../src/sandbox/server/reply.ts';

const refuse = (status: number, message: string): Reply => json(status, { errors: [{ message }] });

/** Answers `/query/blob/{number of the repository}/{id}` with the whole file. */
export async function blobFile(
	{ repositories }: GraphqlParts,
	path: string,
	caller: Caller,
): Promise<Reply | undefined> {
	const [, number, id = ''] = /^\/query\/blob\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
	if (number === undefined) return undefined;
	const repository = repositories.byId(Number(number));
	if (!repository || !isVisible(repository, caller.account)) return refuse(404, 'Invalid repository ID');
	const object = /^[0-9a-f]+$/.test(id) ? await repositories.bare(repository).object(id) : undefined;
	if (object?.type !== 'blob') return refuse(400, 'Invalid object ID');
	return { status: 200, headers: { 'Content-Type': 'application/octet-stream' }, body: object.content };
}
