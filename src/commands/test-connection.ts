import * as vscode from 'vscode';
import type { Forges } from '../host/forges.ts';
import { showReport } from '../host/report-page.ts';
import { report, tryScopes } from '../signin/check.ts';
import { identify } from '../signin/identify.ts';
import { areas } from '../signin/instance.ts';
import { probe } from '../signin/probe.ts';
import { accountLabel } from '../signin/session.ts';
import { chooseAccount } from './sign-out.ts';

const names = {
	identity: 'Sign-in',
	lists: 'Mailing lists',
	repositories: 'Repositories',
	trackers: 'Ticket trackers',
};

/** Looks at everything that a sign-in stands on, and shows what was found. */
export async function testConnection(forges: Forges): Promise<void> {
	const session = await chooseAccount(forges, 'Which connection is to be tested?');
	const account = forges.accounts.find((one) => one.session.id === session?.id);
	if (!account) return;
	const { instance, connection } = account;
	const means = forges.means(instance);
	await vscode.window.withProgress(
		{
			location: vscode.ProgressLocation.Notification,
			title: `Testing the connection of ${accountLabel(account.session)}`,
			cancellable: true,
		},
		async (_, token) => {
			const controller = new AbortController();
			token.onCancellationRequested(() => controller.abort());
			const { signal } = controller;
			const services = await Promise.all(
				areas.flatMap((service) => {
					const address = instance[service];
					if (address === undefined) return [];
					return [look(service, address)];
				}),
			);
			signal.throwIfAborted();
			const checked = { instance, account: account.session.account, services };
			await showReport(`Connection to ${instance.name}.txt`, report(checked));

			async function look(service: (typeof areas)[number], address: string) {
				const finding = await probe(means, service, address, signal);
				const who = identify(
					means,
					{ name: instance.name, [service]: address },
					account?.session.token ?? '',
					signal,
				).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
				const scopes =
					service === 'identity' || finding.kind !== 'good'
						? []
						: await tryScopes(connection, service, account?.session.scopes ?? null);
				return { name: names[service], address, finding, who: await who, scopes };
			}
		},
	);
}
