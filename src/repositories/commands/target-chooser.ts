import * as vscode from 'vscode';
import { ForgeError } from '../../forge/contract/errors.ts';
import { pickItem } from '../../platform/items/pick-item.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import type { Tree } from '../../platform/view/tree/tree.ts';
import { addressOf } from '../files/repository-files.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';
import type { Repositories } from '../state/repositories.ts';
import { repositoryItems } from '../view/repository-items.ts';
import { fileOf } from './lines-for-link.ts';
import { keyOf } from './open-repository.ts';
import { targetOf } from './repository-command-target.ts';

/** What a command applies to. */
export interface Chosen {
	readonly target: RepositoryTarget;
	/** If the target was chosen in an editor, a tab or the Explorer. */
	readonly file?: vscode.Uri;
}

type SelectionTree = Pick<Tree, 'selectedRows' | 'selectionSource'>;

export const inNoRepository = (file: vscode.Uri): ForgeError =>
	new ForgeError(
		'refused',
		`${vscode.workspace.asRelativePath(file, false)} is in no repository of your forges.`,
	);

/** Finds what commands on repositories apply to. */
export class TargetChooser {
	readonly #repositories: Repositories;
	/** The repositories of the workspace's projects. */
	readonly #project: ProjectItems | undefined;
	/** The Repositories view. */
	readonly #tree: SelectionTree | undefined;

	constructor(
		repositories: Repositories,
		project: ProjectItems | undefined,
		tree: SelectionTree | undefined,
	) {
		this.#repositories = repositories;
		this.#project = project;
		this.#tree = tree;
	}

	/** What a command was called on, else what the user selected last if `isFor` accepts it, else a repository that they choose now. */
	async choose(
		args: CommandArguments,
		title: string,
		isFor: (target: RepositoryTarget) => boolean = () => true,
	): Promise<Chosen | undefined> {
		const named = targetOf(args);
		if (named) return { target: named };
		const file = fileOf(args);
		const target = file && (await this.#targetAt(file));
		if (file && target) return { target, file };
		// The command was called on this file, so it must not apply to something else that the user selected.
		if (file) throw file.scheme === 'file' ? inNoRepository(file) : signedOut('repository');
		const last = areRowsGone(args) ? undefined : await this.#lastChosen(isFor);
		if (last) return last;

		const key = await pickItem(
			repositoryItems,
			{ accounts: this.#repositories.accounts, project: this.#project },
			title,
		);
		return key && { target: { kind: 'repository', key } };
	}

	/** The file of this machine that a command was called on, or that the user has looked at last. */
	async localFile(args: CommandArguments): Promise<vscode.Uri | undefined> {
		if (targetOf(args) || areRowsGone(args)) return undefined;
		const file = fileOf(args);
		if (file) return file.scheme === 'file' ? file : undefined;
		const inFront = vscode.window.activeTextEditor?.document.uri;
		if (inFront?.scheme !== 'file') return undefined;
		const isRowNewer =
			this.#tree?.selectionSource.isSelection &&
			targetOf([(await this.#tree.selectedRows())[0]]) !== undefined;
		return isRowNewer ? undefined : inFront;
	}

	/** The selected row or the file in the editor, whichever the user selected last, if `isFor` accepts it. */
	async #lastChosen(isFor: (target: RepositoryTarget) => boolean): Promise<Chosen | undefined> {
		const file = vscode.window.activeTextEditor?.document.uri;
		const ofRow = targetOf([(await this.#tree?.selectedRows())?.[0]]);
		const selected = ofRow && isFor(ofRow) ? { target: ofRow } : undefined;
		if (selected && this.#tree?.selectionSource.isSelection) return selected;
		const target = file && (await this.#targetAt(file));
		if (file && !target && addressOf(file)) throw signedOut('repository');
		return target && isFor(target) ? { target, file } : selected;
	}

	/** The file or folder at a `Uri`. Undefined if it is not in a repository that an account may see. */
	async #targetAt(uri: vscode.Uri): Promise<RepositoryTarget | undefined> {
		const address = addressOf(uri);
		const key = address && (await keyOf(this.#repositories, address));
		if (!address || !key) return undefined;
		const { revision, path, form } = address;
		if (form === 'message' && revision.kind === 'commit') return { kind: 'commit', key, commit: revision.id };
		return { kind: 'entry', key, revision, path, isFolder: path === '' };
	}
}
