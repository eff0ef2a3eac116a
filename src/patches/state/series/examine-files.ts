import { createSlices } from '../../../base/slices.ts';
import { contentDigest } from '../../../mail/hunk-display/content-digest.ts';
import { fileWarnings } from '../../../mail/safety/file-warnings.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';

/**
 * Computes the digest and the warnings of each file, which are then remembered. A page needs them for all files whenever it is drawn, and
 * would block the host if it had to compute them for a large series at once.
 */
export async function examineFiles(mails: Iterable<FullMail>, signal?: AbortSignal): Promise<void> {
	const pause = createSlices(signal);
	for (const { patches } of mails) {
		for (const { source, files } of patches) {
			for (const file of files) {
				contentDigest(source, file);
				await pause();
				fileWarnings(source, file);
				await pause();
			}
		}
	}
}
