import { countRequests } from '../kit/forge/request-counts.ts';
import type { Table } from './table.ts';

/** How many requests the extension sends for what the user does, in both dialects. `request-counts.test.ts` expects the same. */
export async function requests(): Promise<Table> {
	const rest = await countRequests(false);
	const graphql = await countRequests(true);
	return {
		about: 'Requests of what the user does',
		columns: ['REST', 'GraphQL'],
		rows: Object.entries(rest).map(([name, count]) => ({
			name,
			values: [count, graphql[name as keyof typeof graphql]],
		})),
		goals: [],
	};
}
