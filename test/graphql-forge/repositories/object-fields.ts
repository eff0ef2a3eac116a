import { type GitObject, parseCommit, parseTree, shortId } from '../../../src/forge/shapes/git-objects.ts';
import type { ForgeTreeEntry } from '../../../src/forge/shapes/repositories.ts';
import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { BareRepository } from '../../../src/sandbox/repositories/bare.ts';
import { parseTag } from '../../../src/sandbox/repositories/parse-tag.ts';
import { type PageArgs, pageByName } from '../server/cursors.ts';
import { queryError } from '../server/errors.ts';
import { properties, type Resolvers } from '../server/resolvers.ts';

/** An object with its repository. */
export interface ObjectSource {
	readonly __typename: string;
	readonly bare: BareRepository;
	readonly object: GitObject;
}

/** An entry of a tree with its repository. */
export interface EntrySource extends Omit<ForgeTreeEntry, 'type'> {
	readonly bare: BareRepository;
}

/** The number of bytes at the beginning of a file that decide whether it is text. */
const examinedBytes = 512;

function typeName({ type, content }: GitObject): string {
	if (type === 'blob') return content.subarray(0, examinedBytes).includes(0) ? 'BinaryBlob' : 'TextBlob';
	return { commit: 'Commit', tree: 'Tree', tag: 'Tag' }[type] ?? '';
}

export const objectSource = (bare: BareRepository, object: GitObject): ObjectSource => ({
	__typename: typeName(object),
	bare,
	object,
});

/** Only a full id names an object. */
export async function findObject(bare: BareRepository, id: string): Promise<ObjectSource> {
	const object = /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(id) ? await bare.object(id) : undefined;
	if (!object) throw queryError('object not found', 'ERR_NOT_FOUND');
	return objectSource(bare, object);
}

export const entriesOf = ({ bare, object }: ObjectSource): readonly EntrySource[] =>
	parseTree(object).map(({ name, id, mode }) => ({ name, id, mode, bare }));

/** The author and a time. Servers write the offset of UTC as `Z`. */
const signatureOf = ({ author, timestamp }: ReturnType<typeof parseCommit>) => ({
	...author,
	time: timestamp.replace(/\+00:00$/, 'Z'),
});

/** A commit whose author is the one who has committed it. */
const byCommitter = (object: GitObject): GitObject => {
	const text = object.content.toString('latin1').replace(/^author .*\ncommitter /m, 'author ');
	return { ...object, content: Buffer.from(text, 'latin1') };
};

const common: Resolvers[string] = {
	type: ({ object }: ObjectSource) => object.type.toUpperCase(),
	id: ({ object }: ObjectSource) => object.id,
	shortId: ({ object }: ObjectSource) => shortId(object.id),
};

const blobFields: Resolvers[string] = {
	...common,
	size: ({ object }: ObjectSource) => object.content.length,
};

/** The fields of git objects. */
export const objectFields = ({ drift }: GraphqlParts): Resolvers => ({
	Commit: {
		...common,
		author: ({ object }: ObjectSource) => signatureOf(parseCommit(object)),
		committer: ({ object }: ObjectSource) => signatureOf(parseCommit(byCommitter(object))),
		message: ({ object }: ObjectSource) => parseCommit(object).message,
		tree: ({ bare, object }: ObjectSource) => findObject(bare, parseCommit(object).tree),
		parents: ({ bare, object }: ObjectSource) =>
			parseCommit(object).parents.map((id) => findObject(bare, id)),
	},
	Signature: properties('name', 'email', 'time'),
	Tree: {
		...common,
		entries: (tree: ObjectSource, args: PageArgs) =>
			pageByName(entriesOf(tree), args, drift.has('trees-lose-two')),
	},
	TreeEntry: {
		...properties('id', 'name', 'mode'),
		object: ({ bare, id }: EntrySource) => findObject(bare, id),
	},
	Tag: {
		...common,
		target: ({ bare, object }: ObjectSource) => findObject(bare, parseTag(object).object),
	},
	TextBlob: blobFields,
	BinaryBlob: blobFields,
});
