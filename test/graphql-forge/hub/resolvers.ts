import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { Account } from '../../../src/sandbox/server/accounts.ts';
import { type Page, type PageArgs, pageFields, pageOf } from '../server/cursors.ts';
import { type Call, type GraphqlArea, properties } from '../server/resolvers.ts';
import type { ProjectRecord } from './projects.ts';

/** What belongs to a project. */
interface Resource {
	/** The full name, such as `~ana/editor`. */
	readonly name: string;
	readonly repoType?: 'GIT' | 'HG';
}

/** The GraphQL of the hub, which has no other API. */
export function hubArea({ accounts, drift }: GraphqlParts, projects: readonly ProjectRecord[]): GraphqlArea {
	const resource = {
		name: ({ name }: Resource) => name.replace(/^.*\//, ''),
		owner: ({ name }: Resource) => {
			const account = accounts.find(name.replace(/\/.*$/, ''));
			return account ? { __typename: 'User', ...account } : null;
		},
	};
	return {
		hasUsed: ({ name }) => projects.some(({ owner }) => owner === name),
		resolvers: {
			User: {
				projects: ({ name }: Account, args: PageArgs, { caller }: Call) =>
					pageOfAll(
						projects.filter(
							({ owner, isPrivate }) => owner === name && (!isPrivate || caller.account.name === name),
						),
						args,
					),
			},
			Project: {
				...properties('name'),
				mailingLists: ({ lists }: ProjectRecord, args: PageArgs) =>
					pageOfAll(
						lists.map((name): Resource => ({ name })),
						args,
					),
				sources: ({ repositories, mercurial = [] }: ProjectRecord, args: PageArgs) => {
					if (drift.has('hub-source-fails')) throw new Error('A source has no webhook.');
					return pageOfAll<Resource>(
						[
							...repositories.map((name) => ({ name, repoType: 'GIT' as const })),
							...mercurial.map((name) => ({ name, repoType: 'HG' as const })),
						],
						args,
					);
				},
				trackers: ({ trackers }: ProjectRecord, args: PageArgs) =>
					pageOfAll(
						trackers.map((name): Resource => ({ name })),
						args,
					),
			},
			MailingList: resource,
			SourceRepo: { ...resource, ...properties('repoType') },
			Tracker: resource,
			ProjectCursor: pageFields,
			MailingListCursor: pageFields,
			SourceRepoCursor: pageFields,
			TrackerCursor: pageFields,
		},
	};
}

/** A page of rows, the last one first. */
function pageOfAll<T>(rows: readonly T[], args: PageArgs): Page<T> {
	const numbered = rows.map((row, index) => ({ row, id: index + 1 }));
	const { results, cursor } = pageOf(numbered, ({ id }) => id, args);
	return { results: results.map(({ row }) => row), cursor };
}
