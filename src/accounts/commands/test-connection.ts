import * as vscode from 'vscode';
import { abortable } from '../../base/abort.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { showProgress } from '../../platform/editor/messages.ts';
import { showReport } from '../../platform/editor/report-page.ts';
import type { Account } from '../../signin/connections/connection.ts';
import {
	formatReport,
	readStatedScopes,
	readTokenOwner,
	tryScopes,
} from '../../signin/connections/connection-check.ts';
import { allServices, type Service, serviceNames } from '../../signin/instances/instance.ts';
import { probe, readVersion } from '../../signin/instances/probe.ts';
import { accountLabel } from '../../signin/sessions/session.ts';
import type { Forges } from '../forges/forges.ts';
import { chooseAccount } from './sign-out.ts';

/** Tests everything that a sign-in depends on, and shows the results. */
export async function testConnection(forges: Forges): Promise<void> {
	const session = await chooseAccount(forges.registry, 'Select a connection to test');
	if (!session) return;
	const account = forges.accounts.find(({ session: { id } }) => id === session.id);
	const { problems } = forges.instances;
	if (!account) {
		const settingsProblems = ['', ...problems].join(' ');
		throw new ForgeError(
			'refused',
			`${session.instance} is no longer in the settings, so the connection cannot be tested. Check the setting tildeforge.instances, or sign out.${settingsProblems}`,
		);
	}
	await showProgress(
		{
			location: vscode.ProgressLocation.Notification,
			title: `Testing the connection for ${accountLabel(session)}`,
			cancellable: true,
		},
		async (_, token) => {
			const controller = new AbortController();
			token.onCancellationRequested(() => controller.abort());
			const { signal } = controller;
			const { instance } = account;
			const tests = allServices.flatMap((service) => {
				const address = instance[service];
				return address === undefined ? [] : [testService(forges, account, service, address, signal)];
			});
			const services = await abortable(Promise.all(tests), signal);
			const report = formatReport({ instance, account: session.account, services });
			const text = [report, ...problems.map((problem) => `Settings: ${problem}`)].join('\n\n');
			await showReport(`Connection to ${instance.name}.txt`, text);
		},
	);
}

/** Tests one service: what is at its address, which account the token belongs to there, and what the token allows. */
async function testService(
	forges: Forges,
	{ instance, session, connection }: Account,
	service: Service,
	address: string,
	signal: AbortSignal,
) {
	const context = forges.requestContext(instance);
	const finding = await probe(context, service, address, signal);
	const onlyThisService = { name: instance.name, [service]: address };
	const [version, who, scopes] = await Promise.all([
		finding.kind === 'good' ? readVersion(context, address, signal) : undefined,
		readTokenOwner(context, onlyThisService, session, forges.renewal, signal).catch(describeFailure),
		service === 'identity' || finding.kind !== 'good'
			? []
			: session.graphql?.includes(service)
				? readStatedScopes(service, session.scopes)
				: tryScopes(connection, service, session.scopes, signal),
	]);
	return { name: serviceNames[service], address, finding, version, who, scopes };
}

function describeFailure(error: unknown): string {
	if (!(error instanceof ForgeError)) return String(error);
	return error.scopes.length > 0 ? 'unknown, because the token is not for this service' : error.message;
}
