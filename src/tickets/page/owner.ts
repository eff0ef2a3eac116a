import type { TicketPageHost } from './host.ts';

/** Somebody at a forge, in the words that people read. */
export interface Owner {
	/** With the tilde. */
	readonly account: string;
	/** The name of the forge. */
	readonly instance: string;
}

type Known = Pick<TicketPageHost['tickets'], 'of' | 'drafts'>;

/** Tells whose a page is, also after they have signed out: then by what was seen before, or by what they have written. */
export function whose(id: string, tickets: Known): () => Owner | undefined {
	let last: Owner | undefined;
	const tell = () => {
		const session = tickets.of(id)?.session;
		if (session) last = { account: session.account, instance: session.instance };
		return last ?? writer(id, tickets.drafts);
	};
	tell();
	return tell;
}

function writer(id: string, drafts: Known['drafts']): Owner | undefined {
	const labels = drafts.all().flatMap(({ account }) => (account.id === id ? [account.label] : []));
	return labels.map(labelled).find((owner) => owner !== undefined);
}

/** A label as `accountLabel` makes it. */
function labelled(label: string): Owner | undefined {
	const [, account, instance] = /^(\S+) \((.+)\)$/.exec(label) ?? [];
	return account === undefined || instance === undefined ? undefined : { account, instance };
}

/** True whoever reads it: somebody else may be signed in to the same forge. */
export const signedOutWords = (owner: Owner | undefined): string =>
	owner
		? `${owner.account} is signed out of ${owner.instance}.`
		: 'The account that this belongs to is signed out.';
