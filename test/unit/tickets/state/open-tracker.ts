import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { stage, TrackerForge } from '../../../kit/forge/tracker-forge.ts';
import { signedIn } from '../commands/signed-in.ts';

export const editor = { account: 'ana', owner: '~ana', tracker: 'editor' };

/** Signs ana in to the forge, and opens the cache of her tracker. `isRest`: the forge cannot do what only GraphQL offers. */
export async function openTracker(
	forge: TrackerForge,
	resources: ReturnType<typeof stage>,
	{ isRest = false }: { readonly isRest?: boolean },
) {
	const tickets = await signedIn(isRest ? forge : { ...forge, extrasOf: forge.extras }, resources, 'ana');
	const user = new Lifetime();
	resources.ending(() => user.dispose());
	const trackerCache = tickets.trackerCache(editor, user) ?? assert.fail();
	return { tickets, user, trackerCache };
}
