import type { PatchsetSnapshot } from '../../src/patches/page/protocol/protocol.ts';
import { pageHtml } from '../../src/platform/page/html.ts';
import { pageScript } from '../tools/page-script.ts';
import { pageStyle } from '../tools/page-style.ts';
import type { Candidate } from './patches-browser.ts';
import type { LargeSeries } from './patches-data.ts';

/** The page of a series that shows a snapshot. Its mails have no texts. */
export async function patchsetPage(
	{ diffOf, tonesOf }: LargeSeries,
	snapshot: PatchsetSnapshot,
	answer: Candidate['answer'] = () => null,
): Promise<Candidate> {
	const body = pageHtml({
		script: await pageScript('media/patchset.ts', { production: true }),
		style: pageStyle('patchset'),
		nonce: 'bm9uY2U',
		title: 'Series',
		page: 'patchset',
		hasLetterKeys: true,
		imageHosts: [],
		key: snapshot.key,
		snapshot,
	});
	return {
		body,
		answer: async (name, asked) => {
			const { file } = asked as { readonly file: string };
			if (name === 'diff') return { ok: diffOf(file) };
			if (name === 'tokens') return { ok: await tonesOf(file) };
			if (name === 'mails') return { problem: 'No text.' };
			return { ok: await answer(name, asked) };
		},
		whole: { selector: '.file', count: snapshot.patches.reduce((sum, { files }) => sum + files.length, 0) },
	};
}
