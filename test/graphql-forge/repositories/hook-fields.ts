import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { ReferenceUpdate } from '../../../src/sandbox/repositories/push-listener.ts';
import type { RepositoryRecord } from '../../../src/sandbox/repositories/repository-record.ts';
import type { Caller } from '../../../src/sandbox/server/accounts.ts';
import { mergeResolvers } from '../server/common-resolvers.ts';
import type { PageArgs } from '../server/cursors.ts';
import { queryError } from '../server/errors.ts';
import { AreaHooks, type HookConfig } from '../server/hooks/area-hooks.ts';
import { hookFields, payloadFields, subscriptionFields } from '../server/hooks/hook-fields.ts';
import type { Call, Resolvers } from '../server/resolvers.ts';
import { findObject } from './object-fields.ts';

interface PushSource {
	readonly repository: RepositoryRecord;
	readonly updates: readonly ReferenceUpdate[];
}

type UpdateSource = ReferenceUpdate & { readonly repository: RepositoryRecord };

interface CreationArgs {
	readonly config: HookConfig & { readonly repositoryID: number };
}

const isNone = (id: string) => /^0+$/.test(id);

/** The webhooks of repositories, and of what happens to those of an account. */
export function repositoryHookFields(parts: GraphqlParts): Resolvers {
	const { accounts, drift, repositories } = parts;
	const area = new AreaHooks(parts, 'repositories', 'git.sr.ht');
	const findVisible = (id: number, { account }: Caller): RepositoryRecord => {
		const found = repositories.byId(id);
		if (found && (found.visibility !== 'private' || found.owner === account.name)) return found;
		throw queryError('No such repository', 'ERR_NOT_FOUND');
	};
	const targetOf = ({ owner, name }: RepositoryRecord) => ({ owner: `~${owner}`, repository: name });
	const objectAt = (id: string, { repository }: UpdateSource) =>
		isNone(id) ? null : findObject(repositories.bare(repository), id);
	return mergeResolvers(hookFields(parts, area, 'repositoriesUser'), {
		Query: {
			gitWebhooks: (_: unknown, { repositoryID }: PageArgs & { readonly repositoryID: number }, call: Call) =>
				area.page('repository', targetOf(findVisible(repositoryID, call.caller)), call),
			gitWebhook: (_: unknown, { id }: { id: number }, call: Call) =>
				area.find('repository', undefined, id, call),
		},
		GitWebhookSubscription: subscriptionFields(parts),
		RepositoryEvent: payloadFields('repository'),
		GitEvent: {
			...payloadFields('repository'),
			// Only the owner of a repository can push to it.
			pusher: ({ repository }: PushSource) => ({ __typename: 'User', ...accounts.find(repository.owner) }),
			updates: ({ repository, updates }: PushSource) =>
				updates.map((update): UpdateSource => ({ ...update, repository })),
		},
		UpdatedRef: {
			ref: ({ name, old, new: target }: UpdateSource) => {
				if (drift.has('hook-ref-null') && (isNone(old) || isNone(target))) return null;
				return { name, target: isNone(target) ? old : target };
			},
			old: (update: UpdateSource) => objectAt(update.old, update),
			new: (update: UpdateSource) => objectAt(update.new, update),
		},
		Mutation: {
			createGitWebhook: (_: unknown, { config }: CreationArgs, call: Call) => {
				const repository = findVisible(config.repositoryID, call.caller);
				return area.create('repository', targetOf(repository), config, call);
			},
			deleteGitWebhook: (_: unknown, { id }: { id: number }, call: Call) =>
				area.remove('repository', id, call),
		},
	});
}
