import type { Read } from '../../forge/contract/read.ts';
import type { Repository } from '../../forge/shapes/repositories.ts';
import { type Account, shortUser } from '../server/accounts.ts';
import type { Quirk } from '../server/drift.ts';
import { invalid } from '../server/refusal.ts';

export type Visibility = 'public' | 'unlisted' | 'private';

export interface RepositoryName {
	/** The account's name. */
	readonly owner: string;
	name: string;
}

/** What the forge stores about a repository besides its git data. */
export interface RepositoryRecord extends RepositoryName {
	readonly id: number;
	description: string;
	visibility: Visibility;
	readonly created: string;
	updated: string;
}

export const isVisible = ({ visibility, owner }: RepositoryRecord, viewer: Account | undefined): boolean =>
	visibility !== 'private' || viewer?.name === owner;

export interface RepositoriesState {
	next: number;
	repositories: RepositoryRecord[];
}

export const noRepositories = (): RepositoriesState => ({ next: 1, repositories: [] });

/** Refuses an invalid name, including any that could lead out of its owner's folder. */
export function checkName(name: string): void {
	if (!/^[A-Za-z._-][A-Za-z0-9._-]*$/.test(name)) {
		throw invalid('name', 'Name must match [A-Za-z._-][A-Za-z0-9._-]*');
	}
	if (name === '.' || name === '..') throw invalid('name', 'Name cannot be . or ..');
	if (/\.git$/i.test(name)) throw invalid('name', 'Name must not end in .git');
	if (name.length > 200) throw invalid('name', 'Name must have at most 200 characters.');
}

/** Removes fields from an answer. Clients read an absent field as null, so the type of the answer stays the same. */
export function without<T extends object>(whole: T, ...names: readonly (keyof T)[]): T {
	const rest = { ...whole };
	for (const name of names) delete rest[name];
	return rest;
}

function timestamp(iso: string, drift: ReadonlySet<Quirk>): string {
	return drift.has('external-timestamps') ? iso.replace('Z', '000Z') : iso.replace(/\.\d+Z$/, '+00:00');
}

/** Converts a repository to the form of the API. The subject cannot be set: it is the first line of the description. */
export function serializeRepository(
	repository: RepositoryRecord,
	drift: ReadonlySet<Quirk>,
): Read<typeof Repository> {
	const { id, name, owner, description, visibility, created, updated } = repository;
	const whole = {
		id,
		created: timestamp(created, drift),
		updated: timestamp(updated, drift),
		subject: description.split('\n')[0] ?? '',
		name,
		owner: shortUser(owner),
		description,
		visibility,
	};
	return drift.has('no-subject') ? without(whole, 'subject') : whole;
}
