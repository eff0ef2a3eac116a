import assert from 'node:assert/strict';
import type { Forge } from '../../src/sandbox/forge.ts';

/** A comment on the forge, and the status that was set along with it. */
export interface ForgeComment {
	readonly ticket: number;
	readonly text: string;
	readonly newStatus: string | null;
}

interface EventsAnswer {
	readonly results: readonly {
		readonly comment: { readonly text: string } | null;
		readonly new_status: string | null;
	}[];
	readonly next: string | number | null;
}

/** The comments on tickets of ~ana/editor. */
export async function forgeComments(
	forge: Pick<Forge, 'addresses' | 'users'>,
	tickets: readonly number[],
): Promise<readonly ForgeComment[]> {
	return (await Promise.all(tickets.map((ticket) => commentsOf(forge, ticket)))).flat();
}

async function commentsOf(
	{ addresses, users }: Pick<Forge, 'addresses' | 'users'>,
	ticket: number,
): Promise<readonly ForgeComment[]> {
	const token = users.find(({ name }) => name === '~ana')?.token ?? assert.fail();
	const found: ForgeComment[] = [];
	let start = '';
	while (true) {
		const answer = await fetch(
			`${addresses.trackers}/api/user/~ana/trackers/editor/tickets/${ticket}/events${start}`,
			{ headers: { authorization: `token ${token}` } },
		);
		const { results, next } = (await answer.json()) as EventsAnswer;
		for (const { comment, new_status: newStatus } of results)
			if (comment) found.push({ ticket, text: comment.text, newStatus });
		if (next === null) return found;
		start = `?start=${next}`;
	}
}
