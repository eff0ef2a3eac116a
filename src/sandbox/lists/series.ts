import type { PatchsetStatus } from '../../forge/shapes/lists.ts';
import type { Quirk } from '../server/drift.ts';
import type { Archive } from './archive.ts';
import { parseMail } from './mail.ts';
import { normalizeSubject } from './patch-subject.ts';
import type { ListsState, Mail, Patchset } from './state.ts';

const finalStatuses: readonly PatchsetStatus[] = ['approved', 'rejected', 'applied'];

const keyOf = ({ list, from, part }: Mail) =>
	JSON.stringify([list, from, part?.prefix, part?.version, part?.total]);

/** Builds patchsets from patches that arrive in any order. */
export class Series {
	readonly #state: ListsState;
	readonly #archive: Archive;
	readonly #drift: ReadonlySet<Quirk>;
	/** Patches and cover letters without a patchset yet, by a key that the mails of a series share. */
	readonly #waiting = new Map<string, Mail[]>();

	constructor(state: ListsState, archive: Archive, drift: ReadonlySet<Quirk>) {
		this.#state = state;
		this.#archive = archive;
		this.#drift = drift;
		for (const mail of state.mails) this.#wait(mail);
	}

	/** Adds a mail that is already in a thread. Returns the patchset that it completes. */
	file(mail: Mail): Patchset | undefined {
		if (!mail.part) return undefined;
		if (this.#drift.has('follow-up-is-no-patchset') && this.#isFollowUp(mail)) return undefined;
		this.#wait(mail);
		const anchor = this.#anchor(mail);
		const group = (this.#waiting.get(keyOf(mail)) ?? []).filter((one) => this.#anchor(one) === anchor);
		if (mail.part.number === 0 && this.#addLateCover(mail)) return undefined;
		// If a patch was sent again, the later one counts.
		const numbered = new Map(group.map((one) => [one.part?.number ?? 0, one]));
		const cover = numbered.get(0);
		numbered.delete(0);
		if (numbered.size < mail.part.total) return undefined;
		const patches = [...numbered.values()].sort((a, b) => (a.part?.number ?? 0) - (b.part?.number ?? 0));
		const patchset = this.#complete(mail, patches, cover);
		this.#supersede(patchset, mail.created);
		return patchset;
	}

	/** The patchset that a reply is about: that of the nearest mail above it, else the latest in its thread. */
	patchsetOf(mail: Mail): Patchset | undefined {
		let above: Mail | undefined = mail;
		while (above && above.patchset === null) {
			above = above.parent === null ? undefined : this.#archive.mail(above.parent);
		}
		if (above && above.patchset !== null) return this.#archive.patchset(above.patchset);
		return this.#state.patchsets.findLast((patchset) => this.#threadOf(patchset) === mail.thread);
	}

	/** Whether the thread of a mail already contains an earlier version of its patchset. */
	#isFollowUp({ thread, part, from }: Mail): boolean {
		return this.#state.patchsets.some(
			(patchset) =>
				this.#threadOf(patchset) === thread &&
				patchset.from === from &&
				patchset.prefix === part?.prefix &&
				patchset.version < part.version,
		);
	}

	#wait(mail: Mail): void {
		if (!mail.part || mail.patchset !== null) return;
		const key = keyOf(mail);
		this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), mail]);
	}

	#stopWaiting(mails: readonly Mail[]): void {
		for (const mail of mails) {
			const key = keyOf(mail);
			const left = this.#waiting.get(key)?.filter((one) => one !== mail) ?? [];
			if (left.length > 0) this.#waiting.set(key, left);
			else this.#waiting.delete(key);
		}
	}

	/** Identifies the thread of a series: the first mail of the thread, or the missing mail that it replies to. */
	#anchor(mail: Mail): string {
		const root = this.#archive.mail(mail.thread);
		return root.references[0] ?? root.messageId;
	}

	#threadOf(patchset: Patchset): number {
		const [first = 0] = patchset.patches;
		return this.#archive.mail(first).thread;
	}

	#complete(last: Mail, patches: readonly Mail[], cover: Mail | undefined): Patchset {
		const head = cover ?? patches[0] ?? last;
		const { header } = parseMail(head.envelope);
		const patchset: Patchset = {
			id: this.#state.next.patchset++,
			list: last.list,
			created: last.created,
			updated: last.created,
			subject: head.part?.subject ?? '',
			prefix: head.part?.prefix ?? '',
			version: head.part?.version ?? 1,
			status: 'proposed',
			submitter: header('From'),
			from: last.from,
			replyTo: header('Reply-To') || null,
			messageId: last.messageId,
			cover: cover?.id ?? null,
			patches: patches.map(({ id }) => id),
			supersededBy: null,
		};
		const mails = cover ? [cover, ...patches] : patches;
		for (const mail of mails) mail.patchset = patchset.id;
		this.#stopWaiting(mails);
		this.#state.patchsets.push(patchset);
		return patchset;
	}

	/** Adds a cover letter that arrived after its patches. The patchset takes over its subject. */
	#addLateCover(mail: Mail): boolean {
		const anchor = this.#anchor(mail);
		const key = keyOf(mail);
		const patchset = this.#state.patchsets.findLast(({ list, cover, patches: [first = 0] }) => {
			if (list !== mail.list || cover !== null) return false;
			const patch = this.#archive.mail(first);
			return keyOf(patch) === key && this.#anchor(patch) === anchor;
		});
		if (!patchset) return false;
		patchset.cover = mail.id;
		patchset.subject = mail.part?.subject ?? '';
		patchset.updated = mail.created;
		mail.patchset = patchset.id;
		this.#stopWaiting([mail]);
		this.#supersede(patchset, mail.created);
		return true;
	}

	/** A new version supersedes earlier ones. A version that arrives late is superseded by its successor. */
	#supersede(patchset: Patchset, at: string): void {
		if (this.#drift.has('superseding-unreliable')) return;
		for (const older of this.#predecessors(patchset)) supersede(older, patchset, at);
		const [newer] = this.#related(patchset)
			.filter((one) => one.version > patchset.version && this.#predecessors(one).includes(patchset))
			.sort((a, b) => a.version - b.version);
		if (newer) supersede(patchset, newer, at);
	}

	/** Earlier versions with the same subject or, if there are none, those in the same thread. */
	#predecessors(patchset: Patchset): readonly Patchset[] {
		const older = this.#related(patchset).filter(({ version }) => version < patchset.version);
		const subject = normalizeSubject(patchset.subject);
		const named = older.filter((one) => normalizeSubject(one.subject) === subject);
		return named.length > 0 ? named : older;
	}

	/** Candidates for other versions: from the same sender, with the same subject or in the same thread. */
	#related(patchset: Patchset): readonly Patchset[] {
		const subject = normalizeSubject(patchset.subject);
		const thread = this.#threadOf(patchset);
		return this.#state.patchsets.filter(
			(one) =>
				one.list === patchset.list &&
				one.from === patchset.from &&
				one.prefix === patchset.prefix &&
				one.version !== patchset.version &&
				(normalizeSubject(one.subject) === subject || this.#threadOf(one) === thread),
		);
	}
}

function supersede(older: Patchset, newer: Patchset, at: string): void {
	if (older.supersededBy !== null || finalStatuses.includes(older.status)) return;
	older.status = 'superseded';
	older.supersededBy = newer.id;
	older.updated = at;
}
