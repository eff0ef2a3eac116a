import type { hubRows } from '../../rows/hub.ts';
import type { Operations } from '../connect-graphql.ts';
import { ownerQuery } from '../document.ts';

interface Resource {
	readonly name: string;
	readonly owner: { readonly canonicalName: string };
}

interface Resources<R = Resource> {
	readonly results: readonly R[];
}

interface Project {
	readonly name: string;
	readonly lists: Resources;
	readonly sources: Resources<Resource & { readonly repoType: string }>;
	readonly trackers: Resources;
}

const resource = 'name owner { canonicalName }';

/** Only the first page, which has the projects that changed last. */
const projectsQuery = ownerQuery<{ readonly projects: { readonly results: readonly Project[] } }>(
	'',
	`projects { results {
		name
		lists: mailingLists { results { ${resource} } }
		sources { results { ${resource} repoType } }
		trackers { results { ${resource} } }
	} }`,
);

const itemOf = ({ name, owner }: Resource) => ({ owner: owner.canonicalName, name });

export const hubOperations: Operations<typeof hubRows> = {
	projects: {
		scopes: ['PROFILE:RO', 'PROJECTS:RO', 'LISTS:RO', 'SOURCES:RO', 'TRACKERS:RO'],
		documents: [projectsQuery.ofOwner],
		run: (call, params) =>
			call.askOwner(projectsQuery, params, {}, ({ projects }) => ({
				projects: projects.results.map(({ name, lists, sources, trackers }) => ({
					name,
					lists: lists.results.map(itemOf),
					repositories: sources.results.filter(({ repoType }) => repoType === 'GIT').map(itemOf),
					trackers: trackers.results.map(itemOf),
				})),
			})),
	},
};
