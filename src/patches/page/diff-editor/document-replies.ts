import { rememberByObject } from '../../../base/remember.ts';
import type { MailKey } from '../../../platform/model/keys.ts';
import type { RepliesToLines } from '../../model/document-lines/document-threads.ts';
import type { SeriesReading } from '../../model/series-reading.ts';
import type { DiffDocument, PatchKey } from '../../model/side-texts/document-address.ts';
import { fileOfDocument } from '../../model/side-texts/line-after-patch.ts';
import { type ContentPatch, seriesContent } from '../parts/series-content.ts';

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
		isAbout: (document) => {
			if (document.kind === 'message') return replies.ofPatch(document.patch).length > 0;
			const file = fileOfDocument(document)?.file;
			const changes = document.kind === 'net' ? document.changes : file ? [file] : [];
			return changes.some((change) => replies.ofFile(change).length > 0);
		},
	};
});

const idOf = (mail: number | undefined, patch: number): string => `${mail}.${patch}`;

/** The mail whose version a document shows. Mails that a version takes from an earlier one are older. */
export function newestMail(document: DiffDocument): MailKey {
	if (document.kind === 'message') return document.patch;
	if (document.kind === 'net')
		return document.changes.reduce((newest, change) => (change.mail > newest.mail ? change : newest));
	const { file } = fileOfDocument(document) ?? {};
	if (!file) throw new Error('A document shows no file');
	return file;
}
