import {
	type PatchsetRequests,
	type PatchsetSnapshot,
	patchsetRequests,
} from '../../../src/patches/page/protocol/protocol.ts';
import { type BrowserPage, openPageOf, type Theme } from './browser-page.ts';
import { pageAnswers } from './page-answers.ts';
import { diffOf, textOfMail } from './patchset-sample.ts';

export type PatchsetPage = BrowserPage<PatchsetSnapshot, PatchsetRequests>;

const kind = {
	script: 'media/patchset.ts',
	name: 'patchset',
	key: 'series ~ana/editor-devel 318',
	table: patchsetRequests,
	handlers: {
		...pageAnswers,
		diff: ({ file }: { readonly file: string }) => diffOf(file),
		tokens: () => ({ hunks: [] }),
		hunk: () => ({ lines: [] }),
		mails: ({ mails }: { readonly mails: readonly number[] }) => ({ texts: mails.map(textOfMail) }),
		version: () => ({ isElsewhere: false }),
		compare: () => null,
		comparedPatch: () => ({
			parts: [
				{
					title: 'Message',
					lines: [
						{ sign: ' ' as const, text: ' Signed-off-by: Bob Ellis <bob@example.org>', words: [] },
						{ sign: '+' as const, text: ' Reviewed-by: Carol Nowak <carol@example.org>', words: [] },
					],
				},
				{
					title: 'src/undo.c, in undo_write',
					lines: [
						{ sign: ' ' as const, text: '+\tFILE *f = fopen(path, "wbx");', words: [] },
						{ sign: '-' as const, text: '+\tfwrite(&magic, sizeof magic, 1, f);', words: [10, 15] },
						{ sign: '+' as const, text: '+\tput_le32(f, UNDO_MAGIC);', words: [14, 24] },
						{ sign: ' ' as const, text: '-\tfor (n = b->undo.first; n; n = n->next)', words: [] },
					],
				},
			],
		}),
		openComparison: () => null,
		viewed: () => null,
		patchViewed: () => null,
		option: () => null,
		otherPlace: () => null,
		openDiff: () => null,
		goToFile: () => null,
		showOriginal: () => null,
		reply: () => null,
		replyToSeries: () => null,
		copyMessageId: () => ({ announcement: 'Message-ID copied.' }),
		copyDiff: () => ({ announcement: 'Diff copied.' }),
		copyLink: () => ({ announcement: 'Copied link' }),
		copyPath: () => ({ announcement: 'Path copied.' }),
		draft: ({ text }: { readonly text: { readonly id: string } }) => ({ id: text.id, saved: '08:12' }),
		suggestionAt: () => ({ text: '```suggestion\nint value;\n```\n' }),
		discard: () => null,
		restoreDraft: () => null,
		editMail: () => null,
		finishReview: () => null,
		closeReview: () => null,
		chooseInReview: () => ({ id: 0, revision: 0 }),
		openReviewMail: () => null,
		runReview: () => null,
		pickStatus: () => null,
		act: () => null,
	},
};

/** Opens the page of a patchset, by default in the dark theme, without state of an earlier page. */
export const openPatchset = (
	snapshot: PatchsetSnapshot,
	theme?: Theme,
	handlers?: PatchsetPage['handlers'],
): Promise<PatchsetPage> => openPageOf<PatchsetSnapshot, PatchsetRequests>(kind, snapshot, theme, handlers);
