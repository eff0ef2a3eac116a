import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf, type WithExtras } from '../../../kit/forge/ticket-accounts.ts';
import { readable, type stage, type TrackerForge } from '../../../kit/forge/tracker-forge.ts';
import { until } from '../../../tools/until.ts';

/** The tickets of a window in which these users are signed in. It ends with the test. */
export async function signedIn(
	forge: TrackerForge & WithExtras,
	{ folder, ending }: Pick<ReturnType<typeof stage>, 'folder' | 'ending'>,
	...names: readonly ('ana' | 'bob')[]
): Promise<Tickets> {
	const { log } = readable();
	const at = await folder();
	const { forges, signIn } = accountsOf(forge, at, log);
	for (const name of names) signIn(name);
	const tickets = await Tickets.open({ forges, folder: at, log });
	ending(async () => {
		tickets.dispose();
		// Otherwise, what is still being written fails when its folder is removed.
		await tickets.texts.settled();
	});
	await until(() => tickets.accounts.length === names.length);
	return tickets;
}
