import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/errors.ts';
import {
	confirm,
	showInformation,
	showInStatusBar,
	showProgress,
	showWarning,
} from '../../platform/editor/messages.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import { missingScopes } from '../../platform/view/account-rows.ts';
import { repositoriesArea } from '../model/repository-kind.ts';
import type { Repositories, RepositoryAccount } from '../state/repositories.ts';
import { signedOut } from './open-repository.ts';

/** How far the webhook of a repository is. */
interface PushHook {
	/** `none`: the forge cannot reach this machine. */
	readonly kind: 'none' | 'pending' | 'refused' | 'registered';
	readonly why?: string | undefined;
	/** Whether it answers pushes, once it is registered. */
	readonly isAnswering?: boolean | undefined;
}

export interface PushHooks {
	/** Undefined for a repository that is not followed. */
	hookOf(key: RepositoryKey): PushHook | undefined;
	readonly onDidChange: vscode.Event<unknown>;
}

const registrationMs = 15_000;

/** Lets the user decide whether pushes to an own repository are answered, and waits until the forge knows. */
export async function answerPushes(
	repositories: Repositories,
	hooks: PushHooks,
	key: RepositoryKey,
): Promise<void> {
	const account = repositories.of(key.account);
	if (!account) throw signedOut();
	if (account.answered.has(key.repository)) await stopAnswering(account, hooks, key);
	else await beginAnswering(account, hooks, key);
}

async function stopAnswering(
	account: RepositoryAccount,
	hooks: PushHooks,
	key: RepositoryKey,
): Promise<void> {
	const name = repositoryRef(key);
	const why = obstacle(hooks.hookOf(key));
	const detail =
		why === undefined ? 'Users who push no longer see an answer.' : `They are not answered now. ${why}`;
	if (!(await confirm(`Stop answering pushes to ${name}?`, detail, 'Stop Answering'))) return;
	await account.answered.set(key.repository, false);
	showInStatusBar(`Pushes to ${name} are no longer answered`);
}

async function beginAnswering(
	account: RepositoryAccount,
	hooks: PushHooks,
	key: RepositoryKey,
): Promise<void> {
	const name = repositoryRef(key);
	const scopes = missingScopes(repositoriesArea, account);
	if (scopes.length > 0) {
		const { name: instance } = account.instance;
		throw new ForgeError('forbidden', `Your token is missing the permission to answer pushes to ${name}.`, {
			...{ scopes, instance },
		});
	}
	const before = hooks.hookOf(key);
	if (obstacle(before) !== undefined) {
		await explain(name, before);
		return;
	}
	if (!(await confirm(`Answer pushes to ${name}?`, whatHappens(account), 'Answer Pushes'))) return;
	await account.answered.set(key.repository, true);
	const hook = await showProgress(
		{ location: vscode.ProgressLocation.Window, title: `Registering a webhook for ${name}…` },
		() => registered(hooks, key),
	);
	if (obstacle(hook) !== undefined) {
		await account.answered.set(key.repository, false);
		await explain(name, hook);
	} else if (hook?.kind === 'registered') showInStatusBar(`Pushes to ${name} are answered now`);
	else {
		const reason = hook?.why === undefined ? '' : ` ${hook.why}`;
		await showInformation(
			`Pushes to ${name} are answered as soon as the forge has registered the webhook.${reason}`,
		);
	}
}

const whatHappens = ({ instance }: RepositoryAccount): string =>
	`${instance.name} will print on the console of each user who pushes which tickets the new commits name or close, and which patchsets they contain. Titles that not everyone may read are left out. A push waits up to two seconds for this.

Tildeforge registers a webhook with ${instance.name} and removes it when VS Code closes. Choose this command again to stop.`;

/** Why pushes cannot be answered; undefined if nothing prevents it. */
const obstacle = (hook: PushHook | undefined): string | undefined =>
	hook?.kind === 'none' || hook?.kind === 'refused' ? (hook.why ?? '') : undefined;

async function explain(name: string, hook: PushHook | undefined): Promise<void> {
	const openSettings = 'Open Settings';
	const ways = hook?.kind === 'none' ? [openSettings] : [];
	const chosen = await showWarning(`Pushes to ${name} cannot be answered. ${obstacle(hook)}`, ...ways);
	if (chosen === openSettings)
		await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:tildeforge.tildeforge live');
}

/** Waits until the webhook answers or cannot. Resolves with its last state if that takes too long. */
async function registered(hooks: PushHooks, key: RepositoryKey): Promise<PushHook | undefined> {
	const lifetime = new Lifetime();
	try {
		await new Promise<void>((resolve) => {
			const check = () => {
				const hook = hooks.hookOf(key);
				if (hook?.isAnswering || obstacle(hook) !== undefined) resolve();
			};
			lifetime.add(hooks.onDidChange(check));
			lifetime.timeout(resolve, registrationMs);
			check();
		});
		const hook = hooks.hookOf(key);
		return hook?.kind === 'registered' && !hook.isAnswering ? { kind: 'pending' } : hook;
	} finally {
		lifetime.dispose();
	}
}
