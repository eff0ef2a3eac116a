import * as vscode from 'vscode';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { type Revision, revisionName } from '../model/revision.ts';
import type { OpenRepository } from './open-repository.ts';

interface PickReference {
	readonly title: string;
	readonly placeHolder: string;
	/** The branch or tag that comes first. */
	readonly first?: Revision | undefined;
	/** The branch or tag that is left out. */
	readonly without?: Revision | undefined;
}

/** The full names of the branches and tags of a repository. */
export async function referencesOf({ cache }: OpenRepository): Promise<readonly string[]> {
	const { branches, tags } = await cache.load();
	return [
		...branches.map(({ name }) => `refs/heads/${name}`),
		...tags.map(({ name }) => `refs/tags/${name}`),
	];
}

/** Lets the user choose a branch or tag. Undefined if they cancel. The box is shown while the branches and tags are read. */
export async function pickReference(
	open: OpenRepository,
	{ title, placeHolder, first, without }: PickReference,
): Promise<Revision | undefined> {
	const items = referenceItems(open, first, without);
	const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
	return picked && { kind: 'ref', name: picked.name };
}

async function referenceItems(
	open: OpenRepository,
	first: Revision | undefined,
	without: Revision | undefined,
) {
	const { cache } = open;
	const { branches } = await cache.load();
	const defaultName = branches[0]?.isDefault ? `refs/heads/${branches[0].name}` : undefined;
	const isNamed = (revision: Revision | undefined, name: string) =>
		revision?.kind === 'ref' && revision.name === name;
	const names = (await referencesOf(open)).filter((name) => !isNamed(without, name));
	const ordered = [
		...names.filter((name) => isNamed(first, name)),
		...names.filter((name) => !isNamed(first, name)),
	];
	return ordered.map((name) => ({
		label: `$(${name.startsWith('refs/tags/') ? 'tag' : 'git-branch'}) ${escapeIcons(revisionName({ kind: 'ref', name }, cache.referenceNames))}`,
		...(name === defaultName && { description: 'default' }),
		name,
	}));
}
