import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import {
	confirm,
	showInformation,
	showInStatusBar,
	showProgress,
	showWarning,
} from '../../platform/editor/messages.ts';
import { missingScopes } from '../../platform/items/account-rows.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import type { Repositories, RepositoryAccount } from '../state/repositories.ts';
import { repositoryItems } from '../view/repository-items.ts';

/** The state of a repository's webhook. */
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

/** Turns answering pushes to one of the user's repositories on or off, and waits until the webhook is registered. */
export async function answerPushes(
	repositories: Repositories,
	hooks: PushHooks,
	key: RepositoryKey,
): Promise<void> {
	const account = repositories.of(key.account);
	if (!account) throw signedOut('repository');
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
		why === undefined
			? 'They no longer see which tickets their commits concern.'
			: `Currently, nothing can be reported. ${why}`;
	const question = `Stop reporting tickets to users who push to ${name}?`;
	if (!(await confirm(question, detail, 'Stop Reporting'))) return;
	await account.answered.set(key.repository, false);
	showInStatusBar(`No longer reporting tickets to users who push to ${name}`);
}

async function beginAnswering(
	account: RepositoryAccount,
	hooks: PushHooks,
	key: RepositoryKey,
): Promise<void> {
	const name = repositoryRef(key);
	if (account.connection.hidesPushAnswers)
		throw new ForgeError('refused', `${account.instance.name} does not show answers to users who push.`);
	const scopes = missingScopes(repositoryItems.scopes, account);
	if (scopes.length > 0) {
		const { name: instance } = account.instance;
		throw new ForgeError(
			'forbidden',
			`Your token is missing the permission to report tickets to users who push to ${name}.`,
			{
				scopes,
				instance,
			},
		);
	}
	if (account.instance.webhookKey === undefined) {
		const why =
			"Without the forge's key, its webhooks cannot be trusted. Add webhookKey to tildeforge.instances.";
		await showObstacle(name, why, '@id:tildeforge.instances');
		return;
	}
	const before = hooks.hookOf(key);
	const obstacleBefore = obstacle(before);
	if (obstacleBefore !== undefined) {
		await showObstacle(name, obstacleBefore, settingFor(before));
		return;
	}
	const question = `Report tickets to users who push to ${name}?`;
	if (!(await confirm(question, describeAnswering(account), 'Report Tickets'))) return;
	await account.answered.set(key.repository, true);
	const hook = await showProgress(
		{ location: vscode.ProgressLocation.Window, title: `Registering a webhook for ${name}…` },
		() => waitForRegistration(hooks, key),
	);
	const why = obstacle(hook);
	if (why !== undefined) {
		await account.answered.set(key.repository, false);
		await showObstacle(name, why, settingFor(hook));
	} else if (hook?.kind === 'registered')
		showInStatusBar(`Now reporting tickets to users who push to ${name}`);
	else {
		const reason = hook?.why === undefined ? '' : ` ${hook.why}`;
		await showInformation(
			`Users who push to ${name} will see tickets once the forge has registered the webhook.${reason}`,
		);
	}
}

const describeAnswering = ({ instance }: RepositoryAccount): string =>
	`When a user pushes, ${instance.name} prints in their terminal which tickets the new commits mention or close, and which patchsets they contain. It leaves out titles of tickets that are not public, and patchsets on mailing lists that are not public. Each push takes up to two seconds longer.

Tildeforge registers a webhook with ${instance.name} and removes it when VS Code closes. To stop, run this command again.`;

/** Why pushes cannot be answered; undefined if nothing prevents it. */
const obstacle = (hook: PushHook | undefined): string | undefined =>
	hook?.kind === 'none' || hook?.kind === 'refused' ? (hook.why ?? '') : undefined;

const settingFor = (hook: PushHook | undefined): string | undefined =>
	hook?.kind === 'none' ? '@ext:tildeforge.tildeforge live' : undefined;

/** `setting` finds the settings that can help, if there are any. */
async function showObstacle(name: string, why: string, setting: string | undefined): Promise<void> {
	const openSettings = 'Open Settings';
	const chosen = await showWarning(
		`Tickets cannot be reported to users who push to ${name}. ${why}`,
		...(setting === undefined ? [] : [openSettings]),
	);
	if (chosen === openSettings) await vscode.commands.executeCommand('workbench.action.openSettings', setting);
}

/** Waits until the webhook answers or cannot. Resolves with its last state if that takes too long. */
async function waitForRegistration(hooks: PushHooks, key: RepositoryKey): Promise<PushHook | undefined> {
	using lifetime = new Lifetime();
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
	// The webhook that does not answer stays registered until the one that answers has replaced it.
	return hook?.kind === 'registered' && !hook.isAnswering ? { kind: 'pending' } : hook;
}
