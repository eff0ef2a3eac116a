import { comparison } from '../../../media/patchset/comparison.ts';
import { ElementCache } from '../../../media/patchset/diffs/element-cache.ts';
import { head } from '../../../media/patchset/head.ts';
import { jumpList } from '../../../media/patchset/jump-list.ts';
import { patchesHead } from '../../../media/patchset/patches-head.ts';
import { reviewBar } from '../../../media/patchset/review/review-bar.ts';
import type { PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import { user, when } from '../../kit/pages/sample.ts';
import { drawWithoutPage, isDrawn } from './drawn-text.ts';
import { compared, file, largeSeries, mail, patch, series, thread } from './patchset-sample.ts';

const owner = { account: '~ana', instance: 'forge.test' };
const people = (count: number) => Array.from({ length: count }, (_, nth) => user(`~u${nth}`));

describe('The contents of the page of a patchset', () => {
	drawWithoutPage();
	const jump = (snapshot: PatchsetSnapshot, filter = '', limit = 5) =>
		jumpList(snapshot, new ElementCache(), filter, limit);
	const seen = ['a', 'b', 'c'].map((name, nth) =>
		file(name, { draftCount: nth, replyCount: nth === 2 ? 1 : 0, isViewed: true }),
	);
	/** A pull request whose second patch has all files in one folder, and whose last one has files in none. */
	const request: PatchsetSnapshot = {
		...compared,
		...{ kind: 'pull', cover: null, missingReviews: '', discussion: [mail(1)] },
		patches: [
			...[patch('1', []), patch('2', seen, { number: '' }), patch('3', [file('d'), file('e')])],
			patch(
				'4',
				['f', 'g', 'h'].map((name) => file(name, { folder: '' })),
			),
		],
	};

	it('have its parts and as many files as there is room for, with what is in them', () => {
		isDrawn(jump(series, '', 7))`
			[Contents]
			$(chevron-right) 2 of 7 viewed
			[Find file]
			<Overview>
			<Patches 2 of 7 viewed>
			<1/3 undo: store the tree beside the swap file>
			<src/undo.c $(comment)2 replies>
			<src/undo.h $(check) viewed>
			<2/3 buffer: reload without clearing undo>
			<src/buffer.c >
			<test/undo_test.c $(shield warn) has a warning>
			<3/3 doc, tools: describe the undo file>
			<doc/undo.md $(check) viewed>
			<tools/undo-dump $(shield warn) has a warning>
			<doc/undo.png >
			<Discussion 1 new of 5>
		`;
		isDrawn(jump(request))`
			[Contents]
			$(chevron-right) 3 of 8 viewed
			[Find file]
			<Pull request>
			<Patches 3 of 8 viewed>
			<1/3 Patch 1>
			<Patch 2>
			src/
			<a.c $(check) viewed>
			<b.c $(comment-draft)1 draft $(check) viewed>
			<c.c $(comment)1 reply $(comment-draft)2 drafts $(check) viewed>
			<3/3 Patch 3>
			<src/d.c >
			<4/3 Patch 4>
			<Discussion 1>
			<Compare v2 with v3>
		`;
	});

	it('have only the files that the user looks for, also those for which there was no room yet', () => {
		isDrawn(jump(request, ' B.C '))`
			[Contents]
			$(chevron-right) 3 of 8 viewed
			[Find file]
			<Patches 3 of 8 viewed>
			<Patch 2>
			<src/b.c $(comment-draft)1 draft $(check) viewed>
		`;
		isDrawn(jump(largeSeries(300, 3000), 'part19/file-299.c'))`
			[Contents]
			$(chevron-right) 0 of 300 viewed
			[Find file]
			<Patches 0 of 300 viewed>
			<2/2 Patch 2>
			<src/part19/file-299.c >
		`;
		isDrawn(jump(request, 'none'))`
			[Contents]
			$(chevron-right) 3 of 8 viewed
			[Find file]
			<Patches 3 of 8 viewed>
			No matching files
		`;
	});

	it('have the parts that a discussion has, and no versions that are not known', () => {
		const shown = compared.comparison && { ...compared.comparison, old: { key: 'v0', name: '' } };
		isDrawn(jump({ ...thread, discussion: [], patches: [patch('1', [])] }))`
			[Contents]
			$(chevron-right)
			[Find file]
			<Patches>
			<1/3 Patch 1>
		`;
		const patches = [patch('1', [file('a')])];
		isDrawn(jump({ ...thread, discussion: [], patches, trailers: series.trailers.slice(0, 1) }))`
			[Contents]
			$(chevron-right) 0 of 1 viewed
			[Find file]
			<Overview>
			<Patches 0 of 1 viewed>
			<1/3 Patch 1>
			<src/a.c >
		`;
		isDrawn(jump({ ...thread, comparison: shown }))`
			[Contents]
			$(chevron-right)
			<Discussion 1 new of 5>
			<Compare>
		`;
	});
});

describe('The head of the page of a patchset', () => {
	drawWithoutPage();

	it('has its list, title, versions, status and people', () => {
		isDrawn(head({ ...series, participants: people(8), versions: series.versions.slice(1) }))`
			$(git-pull-request) <~ana/editor-devel> / patches 318 [Copy link to this page] $(copy)
			[1 new since your last visit ◂] 1 new [Position in the list] [Previous patchset ◂] $(arrow-up) 3 of 41 [Next patchset ◂] $(arrow-down) [Go to the end ◂] $(fold-down) [Show keyboard shortcuts ◂] $(question)
			[PATCH editor v3 0/3] Keep undo history across reloads
			bo <~bob> yesterday, 17:02 3 patches, 6 files · +224 −19 · for <~ana/editor#42>
			[Version] v2 15 Nov [pressed] v3 19 Nov, latest
			[Status: Proposed. Change] $(git-pull-request info) Proposed $(chevron-down) Review
			[More actions] $(ellipsis)
			$(diff-multiple) Open in Diff Editor $(diff) Compare Versions
			Participants u0 <~u0> u1 <~u1> u2 <~u2> u3 <~u3> u4 <~u4> u5 <~u5> u6 <~u6> u7 <~u7>
		`;
	});

	it('says whose it is, what was not sent yet, what programs say, and that there are more people', () => {
		const status = series.status && ({ ...series.status, isWaiting: true, tone: 'good' } as const);
		const checks = [
			{ key: '1', icon: 'pass', tone: 'good', state: 'Passed', details: ['x'], time: when('today') },
		] as const;
		const shown: PatchsetSnapshot = {
			...{ ...compared, number: '', prefix: '', canSetStatus: false, status, checks, undoable: 'one', owner },
			...{ unseen: null, time: null, summary: [], participants: people(10) },
			position: { text: '1 of 2', hasPrevious: false, hasNext: true },
		};
		isDrawn(head(shown))`
			$(git-pull-request) <~ana/editor-devel>[Copy link to this page] $(copy) $(account) Account: ~ana (forge.test)
			[Position in the list] [Previous patchset, disabled ◂] $(arrow-up) 1 of 2 [Next patchset ◂] $(arrow-down) [Go to the end ◂] $(fold-down) [Show keyboard shortcuts ◂] $(question)
			Keep undo history across reloads
			bo <~bob>
			[Version] v1 12 Nov v2 15 Nov [pressed] v3 19 Nov, latest
			$(git-pull-request good) Proposed Review
			[More actions] $(ellipsis)
			$(diff-multiple) Open in Diff Editor
			$(clock) Waiting to be sent Undo
			[Checks]
			$(pass good)
			Passed x today
			Participants u0 <~u0> u1 <~u1> u2 <~u2> u3 <~u3> u4 <~u4> u5 <~u5> u6 <~u6> u7 <~u7>
			2 more
			u8 <~u8> u9 <~u9>
		`;
	});

	it('has what there is one of', () => {
		const one = { participants: people(1), patches: [patch('1', [])], summary: ['One.'] };
		isDrawn(head({ ...series, ...one, versions: series.versions.slice(2) }))`
			$(git-pull-request) <~ana/editor-devel> / patches 318 [Copy link to this page] $(copy)
			[1 new since your last visit ◂] 1 new [Position in the list] [Previous patchset ◂] $(arrow-up) 3 of 41 [Next patchset ◂] $(arrow-down) [Go to the end ◂] $(fold-down) [Show keyboard shortcuts ◂] $(question)
			[PATCH editor v3 0/3] Keep undo history across reloads
			bo <~bob> yesterday, 17:02 One.
			[Status: Proposed. Change] $(git-pull-request info) Proposed $(chevron-down) Review
			[More actions] $(ellipsis)
			$(diff-multiple) Open in Diff Editor
			Participants u0 <~u0>
		`;
	});

	it('has no status and no buttons if there are no patches', () => {
		const more = { withoutStatus: 'No status.', submitter: null, participants: [], position: null };
		isDrawn(head({ ...thread, ...more }))`
			$(mail) <~ana/editor-devel>[Copy link to this page] $(copy)
			[1 new since your last visit ◂] 1 new [Go to the end ◂] $(fold-down) [Show keyboard shortcuts ◂] $(question)
			Where should undo files live?
			yesterday, 17:02
			No status.
		`;
	});

	it('has the options of the patches, and steps if one is shown at a time', () => {
		isDrawn(patchesHead(series, '1'))`
			Patches
			2 of 7 viewed [Ways to read the patches] [Previous reply ◂] $(arrow-up) [Next reply ◂] $(arrow-down) [Fold or unfold all files ◂] $(fold) [Wrap lines ◂] $(word-wrap) [Ignore whitespace ◂] $(whitespace) [Show one patch at a time ◂] $(layers) [Show changes of all patches together ◂] $(combine)
		`;
		const options = { ...series.options, wrapsLines: true, showsOnePatch: true };
		isDrawn(patchesHead({ ...series, options, canCombine: false }, '2'))`
			Patches
			2 of 7 viewed [Shown patch] [Previous patch ◂] $(arrow-up) 2 of 3 [Next patch ◂] $(arrow-down) [Ways to read the patches] [Previous reply ◂] $(arrow-up) [Next reply ◂] $(arrow-down) [Fold or unfold all files ◂] $(fold) [Wrap lines, pressed ◂] $(word-wrap) [Ignore whitespace ◂] $(whitespace) [Show one patch at a time, pressed ◂] $(layers)
		`;
	});

	it('says how many comments were not sent, unless there are none', () => {
		const bar = (sendStates: readonly unknown[], more: Partial<PatchsetSnapshot> = {}) =>
			reviewBar({ ...series, comments: sendStates.map((sendState) => ({ sendState })) as never, ...more });
		isDrawn(bar([{}]))``;
		isDrawn(bar([{}, null]))`
			[Your review] $(comment-draft) 1 draft comment [◂] Finish Review
		`;
		isDrawn(bar([null, null], { replyProblem: 'You may not reply.', owner }))`
			[Your review] $(comment-draft) 2 draft comments $(warning warn)You may not reply. [◂] Finish Review as ~ana
		`;
	});
});

describe('The comparison of versions', () => {
	drawWithoutPage();
	const shown = (more: Partial<NonNullable<PatchsetSnapshot['comparison']>>, only = false, open = false) =>
		comparison({ ...compared, comparison: compared.comparison && { ...compared.comparison, ...more } }, {
			showsOnlyChanged: only,
			isOpen: () => open,
		} as never);
	const rows = compared.comparison?.rows ?? [];

	it('has what became of each patch', () => {
		isDrawn(shown({}))`
			Compare
			[Older version] v1 v2 $(chevron-down) with [Newer version] v3 $(chevron-down) 1 unchanged, 1 changed, 1 dropped, 1 added Only Changed $(diff-multiple) Open in Diff Editor [Close comparison ◂] $(close)
			! 1/3 1/3 Changed: undo: store the tree beside the swap file code and message changed $(chevron-right) [Open undo: store the tree beside the swap file in diff editor ◂] $(diff)
			[Difference between v2 1/3 and v3 1/3, hidden]
			= 2/3 2/3 Unchanged: buffer: reload without clearing undo unchanged
			< 3/3 – Dropped: swap: fsync the directory too dropped
			> – 3/3 Added: doc, tools: describe the undo file added
		`;
		isDrawn(shown({ rows: rows.map((row) => ({ ...row, hasDetails: true })) }, true, true))`
			Compare
			[Older version] v1 v2 $(chevron-down) with [Newer version] v3 $(chevron-down) 1 unchanged, 1 changed, 1 dropped, 1 added [pressed] Only Changed $(diff-multiple) Open in Diff Editor [Close comparison ◂] $(close)
			[expanded] ! 1/3 1/3 Changed: undo: store the tree beside the swap file code and message changed $(chevron-right) [Open undo: store the tree beside the swap file in diff editor ◂] $(diff)
			[Difference between v2 1/3 and v3 1/3]
			[expanded] < 3/3 – Dropped: swap: fsync the directory too dropped $(chevron-right) [Open swap: fsync the directory too in diff editor ◂] $(diff)
			[Dropped patch swap: fsync the directory too]
			[expanded] > – 3/3 Added: doc, tools: describe the undo file added $(chevron-right) [Open doc, tools: describe the undo file in diff editor ◂] $(diff)
			[Added patch doc, tools: describe the undo file]
		`;
	});

	it('says why it has no patches', () => {
		isDrawn(shown({ rows: rows.filter(({ sign }) => sign === '=') }, true))`
			Compare
			[Older version] v1 v2 $(chevron-down) with [Newer version] v3 $(chevron-down) 1 unchanged, 1 changed, 1 dropped, 1 added [pressed] Only Changed $(diff-multiple) Open in Diff Editor [Close comparison ◂] $(close)
			No patch differs between these versions.
		`;
		const failed = { rows: [], problem: 'It failed.', loadingText: 'Reading…' };
		isDrawn(shown({ ...failed, new: { key: 'gone', name: 'v9' } }, true))`
			Compare
			[Older version] v1 v2 v3 $(chevron-down) with [Newer version] v3 v9 $(chevron-down) 1 unchanged, 1 changed, 1 dropped, 1 added $(diff-multiple) Open in Diff Editor [Close comparison ◂] $(close)
			$(error) It failed. Try Again
			$(sync) Reading…
		`;
		isDrawn(comparison(series, {} as never))``;
	});
});
