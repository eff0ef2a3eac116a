import type { Ancestors } from './ancestors.ts';
import type { Batch } from './batch.ts';
import type { NumberedPatch, Version } from './chain.ts';
import { titleKey } from './mails/identity.ts';
import type { SeriesMail } from './mails/series-mail.ts';

const holds = <M extends SeriesMail>({ cover, patches }: Batch<M>, mail: M): boolean =>
	cover === mail || patches.get(mail.subject.number ?? 1) === mail;

/** Whether no patch of a batch replies to another mail of the batch, as the patches of a whole series do. */
const isScattered = <M extends SeriesMail>(batch: Batch<M>, ancestors: Ancestors<M>): boolean =>
	[...batch.patches.values()].every((mail) => {
		const above = ancestors.nonReplyAbove(mail);
		return above !== undefined && !holds(batch, above);
	});

/** The number of the patch in an earlier version that a patch without a number replaces. */
function numberReplaced<M extends SeriesMail>(
	patch: M,
	base: Version<M>,
	ancestors: Ancestors<M>,
): number | undefined {
	const title = titleKey(patch.subject.title);
	const named = base.patches.find(({ mail }) => titleKey(mail.subject.title) === title);
	const above = ancestors.nonReplyAbove(patch);
	const repliedTo = base.patches.find(({ mail }) => mail === above);
	return (named ?? repliedTo)?.number;
}

/**
 * The patches of a batch that replaces only some patches of an earlier version: it was sent as a reply to that version, has no cover
 * letter and starts with a later number, or its patches reply to the single patches that they replace. Undefined if the batch is a whole
 * version, perhaps with missing patches.
 */
export function findReplacements<M extends SeriesMail>(
	batch: Batch<M>,
	base: Version<M> | undefined,
	ancestors: Ancestors<M>,
): readonly NumberedPatch<M>[] | undefined {
	const { cover, lead, patches, of } = batch;
	if (cover || !lead || base?.of === undefined || base.of < 2) return undefined;
	if (lead.subject.of === undefined) {
		const number = numberReplaced(lead, base, ancestors);
		return number === undefined ? undefined : [{ number, mail: lead, isInherited: false }];
	}
	const isWhole = of !== base.of || patches.size >= base.of;
	if (isWhole || ((lead.subject.number ?? 1) === 1 && !isScattered(batch, ancestors))) return undefined;
	return Array.from(patches, ([number, mail]) => ({ number, mail, isInherited: false }));
}
