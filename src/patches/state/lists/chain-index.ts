import type { SeriesMailSummary } from '../../model/series/mails/from-mail-summary.ts';
import type { SeriesPatchset } from '../../model/series/mails/series-mail.ts';
import { relationsOfMail, relationsOfPatchset } from '../../model/series/relations.ts';
import { chainsOf } from '../../model/series/series.ts';
import { RelationIndex } from './relation-index.ts';
import { type ChainSummary, mailsOf } from './series-summary.ts';

/** A mail or a patchset. Two different objects differ in what series are built from. */
type Item = SeriesMailSummary | SeriesPatchset;

const isMail = (item: Item): item is SeriesMailSummary => 'kind' in item;

/** The series of a list. After a change, they are found again only among the mails and patchsets that are related to it. */
export class ChainIndex {
	readonly #related = new RelationIndex<Item>((item) =>
		isMail(item) ? relationsOfMail(item) : relationsOfPatchset(item),
	);
	readonly #chains = new Set<ChainSummary>();
	readonly #byMail = new Map<number, ChainSummary>();
	readonly #byMessageId = new Map<string, ChainSummary>();
	readonly #byPatchset = new Map<number, ChainSummary>();

	/** In no particular order. */
	get chains(): ReadonlySet<ChainSummary> {
		return this.#chains;
	}

	/** The series of each mail that belongs to one, by its Message-ID. */
	get byMessageId(): ReadonlyMap<string, ChainSummary> {
		return this.#byMessageId;
	}

	/** The series of a patchset. */
	ofPatchset(id: number): ChainSummary | undefined {
		return this.#byPatchset.get(id);
	}

	/** Returns the series that are gone or were found again. */
	update(gone: readonly Item[], added: readonly Item[]): ReadonlySet<ChainSummary> {
		const isFirst = this.#related.isEmpty;
		for (const item of gone) this.#related.delete(item);
		for (const item of added) this.#related.add(item);
		const affected = isFirst ? added : [...this.#related.of([...gone, ...added])];
		const dropped = new Set<ChainSummary>();
		for (const item of [...gone, ...affected]) {
			const chain = isMail(item) ? this.#byMail.get(item.id) : this.#byPatchset.get(item.id);
			if (chain) dropped.add(chain);
		}
		for (const chain of dropped) this.#drop(chain);
		const mails = affected.filter(isMail);
		const patchsets = affected.filter((item): item is SeriesPatchset => !isMail(item));
		for (const chain of chainsOf(mails, patchsets)) this.#add(chain);
		return dropped;
	}

	#drop(chain: ChainSummary): void {
		this.#chains.delete(chain);
		for (const version of chain.versions) {
			for (const id of version.patchsets) this.#byPatchset.delete(id);
			for (const { id, messageId } of mailsOf(version)) {
				this.#byMail.delete(id);
				this.#byMessageId.delete(messageId);
			}
		}
	}

	#add(chain: ChainSummary): void {
		this.#chains.add(chain);
		for (const version of chain.versions) {
			for (const id of version.patchsets) this.#byPatchset.set(id, chain);
			for (const { id, messageId } of mailsOf(version)) {
				this.#byMail.set(id, chain);
				this.#byMessageId.set(messageId, chain);
			}
		}
	}
}
