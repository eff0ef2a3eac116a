import { rememberByObject } from '../../../base/remember.ts';
import type { SeriesReading } from '../../../patches/model/series-reading.ts';
import type { DiffDocument, PatchKey } from '../../../patches/model/side-texts/document-address.ts';
import { type ContentPatch, seriesContent } from '../../../patches/page/parts/series-content.ts';
import type { MailKey } from '../../../platform/model/keys.ts';
import { filesOfDocument, patchesOfDocument } from '../../model/document-patches.ts';
import type { RepliesToLines } from '../../model/document-threads.ts';

interface RepliesInSeries extends RepliesToLines {
	/** Whether there are replies to patches that a document shows. */
	readonly isAbout: (document: DiffDocument) => boolean;
}

/** The replies to the lines of the patches of a version. */
export const repliesIn = rememberByObject((reading: SeriesReading): RepliesInSeries => {
	const { patches } = seriesContent(reading);
	const byMail = new Map(patches.map((patch) => [idOf(patch.mailId, patch.nth), patch] as const));
	const find = ({ mail, patch }: PatchKey): ContentPatch | undefined => byMail.get(idOf(mail, patch));
	const replies: RepliesToLines = {
		ofFile: (key) => find(key)?.files[key.file]?.threads ?? [],
		ofPatch: (key) => find(key)?.textThreads ?? [],
	};
	return {
		...replies,
		isAbout: (document) =>
			document.kind === 'message'
				? replies.ofPatch(document.patch).length > 0
				: filesOfDocument(document).some((file) => replies.ofFile(file).length > 0),
	};
});

const idOf = (mailId: number | undefined, patch: number): string => `${mailId}.${patch}`;

/** The mail whose version a document shows. Mails that a version takes from an earlier one are older. */
export const newestMail = (document: DiffDocument): MailKey =>
	patchesOfDocument(document).reduce((newest, patch) => (patch.mail > newest.mail ? patch : newest));
