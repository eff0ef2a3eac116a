import * as v from 'valibot';
import { each, firstRows, maybe, open, or, type Read } from '../contract/read.ts';
import { ShortUser } from './people.ts';

const ObjectId = v.string();

const Signer = v.object({ email: or(v.string(), ''), name: or(v.string(), '') });

export const Commit = v.object({
	id: ObjectId,
	short_id: or(v.string(), ''),
	author: or(Signer, { email: '', name: '' }),
	committer: or(Signer, { email: '', name: '' }),
	/** The author's time. */
	timestamp: or(v.string(), ''),
	message: or(v.string(), ''),
	tree: or(ObjectId, ''),
	parents: or(each(ObjectId), []),
	/** Both in base64. */
	signature: maybe(v.object({ signature: v.string(), data: v.string() })),
});
export type Commit = Read<typeof Commit>;

/** An entry without a usable name or ID stays in the list, so that its reader can say that it is left out. */
export const ForgeTreeEntry = v.object({
	name: or(v.string(), ''),
	id: or(ObjectId, ''),
	/** `commit` is a submodule: the commit is in another repository. */
	type: open(['tree', 'blob', 'commit']),
	/** As in git, but a decimal number: 33188 is 0o100644. */
	mode: or(v.number(), 0o100644),
});
export type ForgeTreeEntry = Read<typeof ForgeTreeEntry>;

export const ForgeTree = v.object({
	id: ObjectId,
	short_id: or(v.string(), ''),
	entries: each(ForgeTreeEntry),
	/** False if the forge has lost entries between pages. Only in GraphQL. */
	is_complete: or(v.boolean(), true),
});
export type ForgeTree = Read<typeof ForgeTree>;

/**
 * The target of an annotated tag is the tag object, which works like a commit wherever a ref is expected. The target of `HEAD`, which only
 * GraphQL lists, is the full name of the default branch.
 */
export const GitReference = v.object({ name: v.string(), target: ObjectId });
export type GitReference = Read<typeof GitReference>;

const visibilities = ['public', 'unlisted', 'private'] as const;

export const Repository = v.object({
	id: v.number(),
	created: or(v.string(), ''),
	updated: or(v.string(), ''),
	/** In the contract, but real servers do not send it. */
	subject: maybe(v.string()),
	name: v.string(),
	owner: maybe(ShortUser),
	description: or(v.string(), ''),
	visibility: or(open(visibilities), 'public'),
});
export type Repository = Read<typeof Repository>;

/** A repository with what is read when it is opened. Null for a part that could not be read with the others. */
export const OpenedRepository = v.object({
	repository: Repository,
	references: firstRows(GitReference),
	/** The newest commits of the default branch. */
	log: maybe(each(Commit)),
	/** Whether the forge can search code. */
	has_code_search: maybe(v.boolean()),
});
export type OpenedRepository = Read<typeof OpenedRepository>;

const NewestInRepository = v.object({
	owner: v.string(),
	repository: v.string(),
	updated: v.string(),
	description: Repository.entries.description,
	visibility: Repository.entries.visibility,
	references: firstRows(GitReference),
});
export type NewestInRepository = Read<typeof NewestInRepository>;

/** The details and the first references of several repositories. Leaves out those that are missing or hidden. */
export const NewestInRepositories = v.object({ repositories: each(NewestInRepository) });

export const RepositoryNames = v.strictObject({
	repositories: v.array(v.strictObject({ owner: v.string(), repository: v.string() })),
});

/** What a push did to one reference. `old` is null for a new reference, `new` for a deleted one. */
const PushedReference = v.object({
	name: v.string(),
	annotated_tag: maybe(v.object({ name: or(v.string(), ''), message: or(v.string(), '') })),
	old: maybe(Commit),
	new: maybe(Commit),
});

export const Push = v.object({
	push: or(v.string(), ''),
	pusher: maybe(ShortUser),
	refs: or(each(PushedReference), []),
});
export type Push = Read<typeof Push>;

export const RepositoryCreation = v.strictObject({
	name: v.string(),
	description: v.exactOptional(v.string()),
	visibility: v.exactOptional(v.picklist(visibilities)),
});
export const RepositoryChange = v.strictObject({
	name: v.exactOptional(v.string()),
	description: v.exactOptional(v.string()),
	visibility: v.exactOptional(v.picklist(visibilities)),
});
