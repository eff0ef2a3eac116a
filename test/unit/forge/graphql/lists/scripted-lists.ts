import { listOperations } from '../../../../../src/forge/graphql/lists/operations.ts';
import { listRows } from '../../../../../src/forge/rows/lists.ts';
import { scriptedClient } from '../scripted-client.ts';

/** The typed functions of lists, on a server whose answers are given. */
export const scriptedLists = () => scriptedClient(listRows, listOperations);

export const remote = { owner: '~ana', list: 'devel' };

/** An answer about the list `remote`. */
export const inList = (list: object | null) => ({ data: { owner: { list: list && { id: 7, ...list } } } });

/** An answer about the details of the list `remote`. */
export const detailsOf = (list: object) => ({
	data: { details: { list: { id: 7, ...list } }, rights: null },
});

/** A mail in an answer. It starts its thread, unless `root` says otherwise. */
export const mailData = (
	id: number,
	{ root = id, ...fields }: { readonly root?: number; readonly [field: string]: unknown } = {},
) => ({
	...{ id, created: '2026-11-20T07:18:12Z', subject: `Mail ${id}`, message_id: `${id}@mail.test` },
	...{ parent: root === id ? null : { id: root }, thread: { root: { id: root } } },
	sender: { kind: 'User', canonical_name: '~ben', name: 'ben' },
	...{ patch: null, patchset: null },
	list: { id: 7, name: 'devel', owner: { canonical_name: '~ana' } },
	...fields,
});

/** The failure of the sender of the second mail of a list, which removes the whole list. */
export const senderFailure = (...path: readonly (string | number)[]) => [
	{ message: 'internal system error', path },
];
