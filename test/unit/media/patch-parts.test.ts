import assert from 'node:assert/strict';
import { ElementCache } from '../../../media/patchset/diffs/element-cache.ts';
import { mailText } from '../../../media/patchset/diffs/mail-text.ts';
import { fileSection } from '../../../media/patchset/file.ts';
import { discussion } from '../../../media/patchset/mails/discussion.ts';
import { overview } from '../../../media/patchset/overview.ts';
import { diffstat, diffstatReplyRow, diffstatRow, patchHead } from '../../../media/patchset/patch.ts';
import type { ShownPatch } from '../../../src/patches/page/protocol/protocol.ts';
import { user, when } from '../../kit/pages/sample.ts';
import { drawWithoutPage, isDrawn } from './drawn-text.ts';
import { file, mail, patch, series, thread } from './patchset-sample.ts';

const text = { kind: 'text', level: 0, line: 0, pieces: ['Why?'] } as const;
const replies = [
	{ mail: 202, by: user('~bob'), time: when('today'), subject: 'Re: It', blocks: [text], isUnseen: true },
];

describe('A patch on its page', () => {
	drawWithoutPage();
	const drawn = (shown: ShownPatch) => [
		patchHead(shown),
		...diffstat(
			shown,
			shown.files.flatMap((one, nth) => [diffstatRow(one, nth, 100), diffstatReplyRow(shown, one)]),
		),
	];

	it('has its title, trailers, author, message, notes and changed files', () => {
		const [first] = series.patches;
		isDrawn(first && drawn({ ...first, author: user('~dana'), message: ['A tree.'] }))`
			1/3 undo: store the tree beside the swap file
			R 1 Reviewed-by: Carol Nowak T 1 Tested-by: Jörg Müller [Actions for 1/3] [Reply to 1/3 ◂] $(reply) [Show original of 1/3 ◂] $(output) [Copy Message-ID of 1/3 ◂] $(mention) [Copy link to 1/3 ◂] $(link) [Open 1/3 in diff editor ◂] $(diff) [Viewed: 1/3, mixed] Viewed
			Author: da <~dana>
			A tree.
			Notes, not part of the commit
			v3: fixed byte order; UNDO_MAGIC now carries a version.
			[Files changed in undo: store the tree beside the swap file]
			<src/undo.c> | 94 | (94) (19) |
			<src/undo.h> | 7 | (8) (0) |
			2 files, 85 lines added, 16 removed |
		`;
		isDrawn(drawn(patch('1', [file('a')], { summary: '' })))`
			1/3 Patch 1
			[Actions for 1/3] [Reply to 1/3 ◂] $(reply) [Show original of 1/3 ◂] $(output) [Copy Message-ID of 1/3 ◂] $(mention) [Copy link to 1/3 ◂] $(link) [Open 1/3 in diff editor ◂] $(diff)
			What patch 1 does.
			[Files changed in Patch 1]
			<src/a.c> | 4 | (4) (1) |
			|
		`;
		isDrawn(drawn(patch('1', [], { summary: '' })))`
			1/3 Patch 1
			[Actions for 1/3] [Reply to 1/3 ◂] $(reply) [Show original of 1/3 ◂] $(output) [Copy Message-ID of 1/3 ◂] $(mention) [Copy link to 1/3 ◂] $(link)
			What patch 1 does.
		`;
		isDrawn(drawn(patch('1', [], { mail: null, summary: '' })))`
			1/3 Patch 1
			What patch 1 does.
		`;
	});

	it('has the replies below what they quote, and what is wrong with it', () => {
		const answered = [{ line: 0, pieces: ['Quoted.'], replies }];
		const files = [file('a', { additions: 0, deletions: 0 }), file('b', { additions: 1 })];
		const shown = patch('1', files, {
			...{ number: '', author: { kind: 'external', name: 'dana', from: 'git.test', url: undefined } },
			...{ warnings: ['It has no diff.'], unread: [{ kind: 'added', text: '+x' }] },
			...{ answeredMessage: answered, answeredNotes: [{ line: 1, pieces: ['Noted.'], replies: [] }] },
			diffstatReplies: [
				{ file: 'b', replies },
				{ file: '', replies: [] },
			],
		});
		isDrawn(drawn(shown))`
			Patch 1
			[Actions for Patch 1] [Reply to Patch 1 ◂] $(reply) [Show original of Patch 1 ◂] $(output) [Copy Message-ID of Patch 1 ◂] $(mention) [Copy link to Patch 1 ◂] $(link) [Viewed: Patch 1] Viewed
			Author: $(globe) dana $(globe) git.test
			$(warning)
			It has no diff.
			[Diff] +x
			Quoted.
			[New reply by ~bob]
			bo <~bob> today in Re: It [Show in discussion ◂] $(comment)
			Why?
			What patch 1 does.
			Notes, not part of the commit
			Noted.
			[Files changed in Patch 1]
			<src/a.c> | 0 | (0) (0) |
			<src/b.c> | 2 | (1) (1) |
			[New reply by ~bob]
			bo <~bob> today in Re: It [Show in discussion ◂] $(comment)
			Why?
			|
			2 files, 3 lines added, 1 removed |
		`;
	});

	it('has a folded table if its files are very many', () => {
		const files = Array.from({ length: 51 }, (_, nth) => file(`f${nth}`));
		const table = (count: number) => {
			const diffstatReplies = [{ file: 'f0', replies }];
			const shown = patch('1', files.slice(0, count), { summary: `${count} files`, diffstatReplies });
			return diffstat(shown, [diffstatReplyRow(shown, file('f0'))]);
		};
		isDrawn(table(51))`
			51 files
			[Files changed in Patch 1]
			[New reply by ~bob]
			bo <~bob> today in Re: It [Show in discussion ◂] $(comment)
			Why?
		`;
		isDrawn(table(50))`
			[Files changed in Patch 1]
			[New reply by ~bob]
			bo <~bob> today in Re: It [Show in discussion ◂] $(comment)
			Why?
			|
			50 files |
		`;
	});

	it('has files with what is remarkable about them', () => {
		const marks = [
			{ text: 'new', isWarning: false },
			{ text: 'executable', isWarning: true },
		];
		const warnings = [
			{ text: 'It reads differently.', line: '67' },
			{ text: 'It is long.', line: '' },
		];
		const odd = file('odd', { marks, warnings, draftCount: 1, unread: [{ kind: 'head', text: 'Binary' }] });
		isDrawn(fileSection({ ...odd, replies }, false))`
			[src/odd.c]
			[Actions for src/odd.c] [Fold src/odd.c, expanded] $(chevron-right)
			src/ odd.c
			[Copy path src/odd.c] $(copy) new $(shield warn) executable $(comment-draft)1 draft 3 1 [Open src/odd.c in diff editor ◂] $(diff) [Go to file src/odd.c ◂] $(go-to-file) [Viewed: src/odd.c] Viewed
			$(shield)
			It reads differently.
			Go to Line 67
			$(shield)
			It is long.
			[New reply by ~bob]
			bo <~bob> today in Re: It [Show in discussion ◂] $(comment)
			Why?
			[Changes in src/odd.c]
			[Diff] Binary
		`;
		isDrawn(fileSection({ ...odd, replies }, true))`
			[src/odd.c]
			[Actions for src/odd.c] [Unfold src/odd.c] $(chevron-right)
			src/ odd.c
			[Copy path src/odd.c] $(copy) new $(shield warn) executable $(comment-draft)1 draft 3 1 [Open src/odd.c in diff editor ◂] $(diff) [Go to file src/odd.c ◂] $(go-to-file) [Viewed: src/odd.c] Viewed
			[hidden]
			[Changes in src/odd.c, hidden]
			[hidden]
			[Diff] Binary
		`;
		const image = { oldPath: 'doc/a.png', withoutDiff: 'Binary file', replyCount: 2, isViewed: true };
		isDrawn(fileSection(file('image', image), false))`
			[src/image.c]
			[Actions for src/image.c] [Fold src/image.c, expanded] $(chevron-right)
			doc/a.png → src/ image.c
			[Copy path src/image.c] $(copy) $(comment)2 replies 3 1 [Go to file src/image.c ◂] $(go-to-file) [Viewed: src/image.c, checked] $(check)Viewed
			Binary file
		`;
	});
});

describe('The mails on the page of a patchset', () => {
	drawWithoutPage();

	it('have the cover letter and its answers, and the trailers of replies', () => {
		const none = { blocks: [], attachments: [] };
		const cover = { mail: 200, answered: [{ blocks: [text], replies }], text: none };
		isDrawn(overview({ ...series, cover, missingReviews: '' }))`
			Overview
			[Actions for the cover letter] [Reply to the cover letter ◂] $(reply) [Show original of the cover letter ◂] $(output) [Copy Message-ID of the cover letter ◂] $(mention) [Copy link to the cover letter ◂] $(link)
			Why?
			[New reply by ~bob]
			bo <~bob> today in Re: It [Show in discussion ◂] $(comment)
			Why?
			This mail has no text.
			[Trailers in replies]
			Trailer From Patches
			$(verified) Reviewed-by | Carol Nowak | 1, 2 |
			$(pass) Tested-by | <Jörg Müller> | all |
			$(check) Acked-by | Dana Ito $(warning warn) sent from another address | 3 |
		`;
		const [trailer = assert.fail()] = series.trailers;
		isDrawn(overview({ ...series, cover: null, trailers: [trailer], missingReviews: '' }))`
			Overview
			[Trailers in replies]
			Trailer From Patches
			$(verified) Reviewed-by | Carol Nowak | 1, 2 |
		`;
		isDrawn(overview({ ...series, kind: 'pull', cover: null, trailers: [] }))`
			Pull request
			Not reviewed yet: 3/3.
		`;
		isDrawn(overview({ ...series, cover, trailers: [], missingReviews: '' }))`
			Overview
			[Actions for the cover letter] [Reply to the cover letter ◂] $(reply) [Show original of the cover letter ◂] $(output) [Copy Message-ID of the cover letter ◂] $(mention) [Copy link to the cover letter ◂] $(link)
			Why?
			[New reply by ~bob]
			bo <~bob> today in Re: It [Show in discussion ◂] $(comment)
			Why?
			This mail has no text.
		`;
		isDrawn(overview(thread))``;
	});

	it('say by whom they are, which are new, and what is known of their texts', () => {
		const texts = new Map<number, unknown>([
			[200, null],
			[202, { problem: 'The forge is busy.' }],
			[203, { blocks: [text], attachments: ['trace.log'] }],
		]);
		const mails = { textOf: (id: number) => texts.get(id), linksOf: () => '' } as never;
		const all = (shown: typeof series.discussion) =>
			discussion({ ...series, discussion: shown }, mails, new ElementCache(), 4);
		isDrawn(all(series.discussion))`
			Discussion
			5 mails, 1 new
			[Mail by ~bob]
			bo <~bob> yesterday, 19:40 cover letter[Actions for the mail by ~bob] [Reply to the mail by ~bob ◂] $(reply) [Show original of the mail by ~bob ◂] $(output) [Copy Message-ID of the mail by ~bob ◂] $(mention) [Copy link to the mail by ~bob ◂] $(link)
			The text of this mail is not available.
			[Mail by ~dana]
			da <~dana> yesterday, 19:40 cover letter Tested-by[Actions for the mail by ~dana] [Reply to the mail by ~dana ◂] $(reply) [Show original of the mail by ~dana ◂] $(output) [Copy Message-ID of the mail by ~dana ◂] $(mention) [Copy link to the mail by ~dana ◂] $(link)
			[busy]
			[Mail by Carol Nowak]
			$(mail) Carol Nowak $(mail) by email yesterday, 19:40 on 1/3[Actions for the mail by Carol Nowak] [Reply to the mail by Carol Nowak ◂] $(reply) [Show original of the mail by Carol Nowak ◂] $(output) [Copy Message-ID of the mail by Carol Nowak ◂] $(mention) [Copy link to the mail by Carol Nowak ◂] $(link)
			Shown at src/undo.c:120
			$(error) The forge is busy. Try Again
			[New mail by ~bob]
			bo <~bob> yesterday, 19:40 [Actions for the mail by ~bob] [Reply to the mail by ~bob ◂] $(reply) [Show original of the mail by ~bob ◂] $(output) [Copy Message-ID of the mail by ~bob ◂] $(mention) [Copy link to the mail by ~bob ◂] $(link)
			Why?
			[Attachments]
			$(file-media) trace.log
		`;
		isDrawn(all([mail(9, { warning: 'sent from another address', subject: 'Re: It' })]))`
			Discussion
			1 mail
			[Mail by Carol Nowak]
			$(mail) Carol Nowak $(mail) by email yesterday, 19:40 on 1/3 $(warning warn) sent from another address [Actions for the mail by Carol Nowak] [Reply to the mail by Carol Nowak ◂] $(reply) [Show original of the mail by Carol Nowak ◂] $(output) [Copy Message-ID of the mail by Carol Nowak ◂] $(mention) [Copy link to the mail by Carol Nowak ◂] $(link)
			Re: It
			[busy]
		`;
		isDrawn(all([]))``;
	});

	it('have diffs, with the lines that they would change', () => {
		const places = [
			{ path: 'a.c', line: '7', text: 'a.c:7' },
			{ path: '', line: '', text: 'somewhere' },
		];
		const runs = [{ kind: 'added', text: '+x' }] as const;
		const diff = { kind: 'diff', level: 0, line: 0, runs, suggestion: undefined } as const;
		const blocks = [diff, { ...diff, suggestion: { mail: 202, at: 9, places } }];
		isDrawn(mailText({ blocks, attachments: [] }))`
			[Diff] +x
			Suggested at a.c:7 somewhere [Copy diff ◂] $(copy)
			[Diff] +x
		`;
	});

	it('have folded quotes if these are long, and repeated mails', () => {
		const block = (kind: 'quote' | 'original', lines: number) =>
			({ kind, level: 1, line: 0, pieces: [`first${'\n'.repeat(lines - 1)}last\n`] }) as const;
		const blocks = [block('quote', 8), { ...block('quote', 9), level: 7 }, block('original', 2)];
		isDrawn(mailText({ blocks, attachments: [] }))`
			> first
			last
			9 quoted lines
			>>>> first
			last
			Original message, 2 lines
			> first
			last
		`;
	});
});
