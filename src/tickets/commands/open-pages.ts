import { count } from '../../base/text/numbers.ts';

interface OpenPagesHost {
	readonly confirm: (question: string) => PromiseLike<boolean>;
	readonly open: (address: string) => PromiseLike<unknown>;
}

/** More tabs than this are probably not what the user meant. */
const mostWithoutAsking = 10;

/** Opens the pages of tickets. Asks the user first if there are many. */
export async function openPages(
	addresses: readonly string[],
	{ confirm, open }: OpenPagesHost,
): Promise<void> {
	const question = `Open ${count(addresses.length, 'ticket')} in the browser?`;
	if (addresses.length > mostWithoutAsking && !(await confirm(question))) return;
	for (const address of addresses) await open(address);
}
