import type { MailSummary } from '../mails/mail-summary.ts';

/** The id of the mail that starts the thread of each mail. Some servers name it only for some mails. */
export function threadRoots(mails: ReadonlyMap<number, MailSummary>): ReadonlyMap<number, number> {
	const found = new Map<number, number>();
	for (const mail of mails.values()) {
		const path: number[] = [];
		let root = mail.id;
		for (let at: MailSummary | undefined = mail; at; ) {
			const known = found.get(at.id);
			root = known ?? at.thread ?? at.id;
			if (known !== undefined) break;
			// Recorded already, so that the loop also ends if the mail is its own ancestor.
			found.set(at.id, root);
			path.push(at.id);
			at = at.thread === null && at.parent !== null ? mails.get(at.parent) : undefined;
		}
		for (const id of path) found.set(id, root);
	}
	return found;
}

/** The id of the mail that starts the thread of one mail. */
export function threadRootOf(mail: MailSummary, mailOf: (id: number) => MailSummary | undefined): number {
	const path = new Set<MailSummary>();
	let at = mail;
	for (let above: MailSummary | undefined = at; above && !path.has(above); ) {
		at = above;
		path.add(at);
		above = at.thread === null && at.parent !== null ? mailOf(at.parent) : undefined;
	}
	return at.thread ?? at.id;
}
