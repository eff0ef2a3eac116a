import { randomUUID } from 'node:crypto';
import type { Push } from '../../forge/shapes/repositories.ts';
import { type Account, user } from '../server/accounts.ts';
import type { BareRepository } from './bare.ts';
import { parseTag } from './parse-tag.ts';
import type { ReferenceUpdate } from './push-listener.ts';
import { without } from './repository-record.ts';

const isNone = (id: string) => /^0+$/.test(id);

/** The first branch that a push created or updated. */
export const firstPushedBranch = (updates: readonly ReferenceUpdate[]) =>
	updates.find(({ name, new: to }) => name.startsWith('refs/heads/') && !isNone(to))?.name;

async function pushedReference(bare: BareRepository, update: ReferenceUpdate): Promise<Push['refs'][number]> {
	const commit = async (id: string) => (isNone(id) ? undefined : await bare.commit(id)) ?? null;
	const [from, to] = await Promise.all([commit(update.old), commit(update.new)]);
	const object = isNone(update.new) ? undefined : await bare.object(update.new);
	const tag = object?.type === 'tag' ? parseTag(object) : undefined;
	const annotated_tag = tag ? { name: tag.name, message: tag.message } : null;
	const whole = { name: update.name, annotated_tag, old: from, new: to };
	return tag ? whole : without(whole, 'annotated_tag');
}

/** The body of a push event. */
export async function pushBody(
	bare: BareRepository,
	updates: readonly ReferenceUpdate[],
	pusher: Account | undefined,
): Promise<Push> {
	return {
		push: randomUUID(),
		pusher: pusher ? user(pusher) : null,
		refs: await Promise.all(updates.map((update) => pushedReference(bare, update))),
	};
}

/** Removes control characters from the answers of hooks, because they could move a terminal's cursor or change its title. */
export const makePrintable = (answers: readonly string[]) =>
	answers.map((text) => `${text.replace(/[^\P{Cc}\n\t]/gu, '').trimEnd()}\n`).join('');
