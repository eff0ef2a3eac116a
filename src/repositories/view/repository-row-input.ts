import type { Repository } from '../../forge/shapes/repositories.ts';
import type { Row } from '../../platform/view/row.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';
import type { TreeInput } from './entry-rows.ts';

export interface RepositoryRowInput {
	readonly repositoryCache: RepositoryCache;
	/** The name of the account, with the tilde. */
	readonly me: string;
	readonly isPinned: boolean;
	/** Whether the forge shows users who push what a webhook answers. */
	readonly canAnswerPushes: boolean;
	/** Whether to offer a search of code by the forge. */
	readonly canSearchCode: () => boolean;
	/** Whether the user has chosen that pushes are answered. */
	readonly answersPushes: () => boolean;
	/** The name of the forge. */
	readonly instance: string;
	readonly submodules: TreeInput['submodules'];
	/** The address of the forge's repositories. */
	readonly baseAddress: string;
	/** What the forge says about the repository; undefined before it has answered. */
	readonly details: () => Repository | undefined;
	/** Rows for a failure to read the repository. */
	readonly failures: () => readonly Row[];
	/** Called when the user looks at the rows below. */
	readonly didOpen: () => void;
	/** Called when the user looks at commits. `targets` has the branches that lead to them. */
	readonly didSee: (commits: readonly string[], targets: Readonly<Record<string, string>>) => void;
}
