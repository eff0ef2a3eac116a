import { checkChains, mail, namesake, sent } from './mails.ts';

const first = sent('a', 'PATCH', ['A', 'One', 'Two', 'Three']);
const firstLine = 'v1 cover=a.0 1=a.1 2=a.2 3=a.3 of 3';

describe('The versions of a series', () => {
	checkChains([
		[
			'are joined past a version that was sent once more with another title',
			[
				...sent('a', 'PATCH', ['Old cover', 'One', 'Two']),
				...sent('b', 'PATCH v2', ['Other cover', 'One', 'Two'], { day: 2 }),
				...sent('c', 'PATCH v2', ['Third cover', 'One', 'Two'], { day: 3 }),
			],
			'Third cover (ana), v1 cover=a.0 1=a.1 2=a.2 of 2, v2 cover=b.0 1=b.1 2=b.2 of 2, v2 again cover=c.0 1=c.1 2=c.2 of 2',
		],
		[
			'have the same title, prefix and sender',
			[mail('a', '[PATCH app] Fix a'), mail('b', '[PATCH app v2] fix  A', { day: 3 })],
			'app: fix A (ana), v1 1=a of 1, v2 1=b of 1',
		],
		[
			'may have patches whose version and prefix only the cover letter has',
			[
				...sent('a', 'PATCH app v2', ['A', 'One', 'Two']),
				mail('b.0', '[PATCH app v3 0/2] A', { day: 3 }),
				mail('b.1', '[PATCH 1/2] One', { day: 3, re: 'b.0' }),
				mail('b.2', '[PATCH 2/2] Two', { day: 3, re: 'b.0' }),
			],
			'app: A (ana), v2 cover=a.0 1=a.1 2=a.2 of 2, v3 cover=b.0 1=b.1 2=b.2 of 2',
		],
		[
			'do not have different prefixes',
			[mail('a', '[PATCH app] Fix a'), mail('b', '[PATCH lib v2] Fix a', { day: 3 })],
			'app: Fix a (ana), v1 1=a of 1',
			'lib: Fix a (ana), v2 1=b of 1',
		],
		[
			'are not from several people with the same idea',
			[mail('a', '[PATCH] Fix typo'), mail('b', '[PATCH] Fix typo', { from: 'bob' })],
			'Fix typo (ana), v1 1=a of 1',
			'Fix typo (bob), v1 1=b of 1',
		],
		[
			'are not from several people, even in one thread',
			[mail('a', '[PATCH] Fix typo'), mail('b', '[PATCH v2] Fix typo', { from: 'bob', re: 'a' })],
			'Fix typo (ana), v1 1=a of 1',
			'Fix typo (bob), v2 1=b of 1',
		],
		[
			'are joined across titles if the later one replies to the earlier one',
			[...first, ...sent('b', 'PATCH v2', ['Better A', 'One'], { re: 'a.0', day: 5 })],
			`Better A (ana), ${firstLine}, v2 cover=b.0 1=b.1 of 1`,
		],
		[
			'are joined across titles if the later one replies to a review of the earlier one',
			[
				...first,
				mail('r', 'Re: [PATCH 2/3] Two', { from: 'bob', re: 'a.2', day: 2 }),
				...sent('b', 'PATCH v2', ['B', 'One', 'Two'], { re: 'r', day: 5 }),
			],
			`B (ana), ${firstLine}, v2 cover=b.0 1=b.1 2=b.2 of 2`,
		],
		[
			'are joined by their references if the mail above is not known',
			[...first, mail('b', '[PATCH v2] Squashed', { re: 'gone', references: ['a.0', 'gone'], day: 5 })],
			`Squashed (ana), ${firstLine}, v2 1=b of 1`,
		],
		[
			'go by the title before the thread',
			[
				...first,
				...sent('b', 'PATCH', ['B', 'Four'], { day: 2 }),
				...sent('c', 'PATCH v2', ['B', 'Five'], { re: 'a.0', day: 5 }),
			],
			`A (ana), ${firstLine}`,
			'B (ana), v1 cover=b.0 1=b.1 of 1, v2 cover=c.0 1=c.1 of 1',
		],
		[
			'do not include a new patch that replies to the series',
			[...first, mail('b', '[PATCH] Something else', { re: 'a.0', day: 2 })],
			`A (ana), ${firstLine}`,
			'Something else (ana), v1 1=b of 1',
		],
		[
			'follow a plain cover letter',
			[
				mail('a', 'A'),
				mail('a.1', '[PATCH 1/2] One', { re: 'a' }),
				mail('a.2', '[PATCH 2/2] Two', { re: 'a' }),
				mail('b.1', '[PATCH v2 1/2] One', { re: 'a', day: 2 }),
				mail('b.2', '[PATCH v2 2/2] Two', { re: 'a', day: 2 }),
			],
			'One (ana), v1 cover=a 1=a.1 2=a.2 of 2, v2 1=b.1 2=b.2 of 2',
		],
		[
			'have the same change-id',
			[
				mail('a', '[PATCH] Fix a', { changeId: '20260101-a-1' }),
				mail('b', '[PATCH lib v2] Mend a', { from: 'bob', day: 800, changeId: '20260101-a-1' }),
			],
			'lib: Mend a (ana), v1 1=a of 1, v2 1=b of 1',
		],
		[
			'share patches',
			[
				mail('a', '[PATCH] One'),
				...sent('b', 'PATCH v2', ['A', 'One', 'Two'], { day: 3 }),
				...sent('c', 'PATCH v3', ['', 'Zero', 'One', 'Two', 'Three'], { day: 9 }),
			],
			'Zero (ana), v1 1=a of 1, v2 cover=b.0 1=b.1 2=b.2 of 2, v3 1=c.1 2=c.2 3=c.3 4=c.4 of 4',
		],
		[
			'have a former title, also of a cover letter',
			[...first, ...sent('b', 'PATCH v2', ['B (was: A)', 'New', 'Newer', 'Newest'], { day: 2 })],
			`B (was: A) (ana), ${firstLine}, v2 cover=b.0 1=b.1 2=b.2 3=b.3 of 3`,
		],
		[
			'have a former title',
			[
				mail('a', '[PATCH] Old'),
				mail('b', '[PATCH v2] New (was: Old)', { day: 2 }),
				mail('c', '[PATCH v3] New', { day: 3 }),
			],
			'New (ana), v1 1=a of 1, v2 1=b of 1, v3 1=c of 1',
		],
		['may begin later than with the first', [mail('b', '[PATCH v3] Fix a')], 'Fix a (ana), v3 1=b of 1'],
		[
			'are sorted by number, even if their dates are wrong',
			[
				mail('a', '[PATCH] Fix a', { day: 9 }),
				mail('b', '[PATCH v2] Fix a', { day: 1 }),
				mail('c', '[PATCH v3] Fix a', { day: undefined }),
			],
			'Fix a (ana), v1 1=a of 1, v2 1=b of 1, v3 1=c of 1',
		],
		[
			'begin with a request for comments',
			[
				mail('a', '[RFC PATCH] Fix a'),
				mail('b', '[RFC PATCH v2] Fix a', { day: 20 }),
				mail('c', '[PATCH] Fix a', { day: 200 }),
				mail('d', '[PATCH v2] Fix a', { day: 220 }),
			],
			'Fix a (ana), rfc-v1 1=a of 1, rfc-v2 1=b of 1, v1 1=c of 1, v2 1=d of 1',
		],
		[
			'may follow a request for comments with another title in its thread',
			[...sent('a', 'RFC PATCH', ['A?', 'One']), ...sent('b', 'PATCH', ['A!', 'Two'], { re: 'a.0', day: 9 })],
			'A! (ana), rfc-v1 cover=a.0 1=a.1 of 1, v1 cover=b.0 1=b.1 of 1',
		],
		[
			'are requests to pull of the same title',
			[
				mail('a', '[GIT PULL] Fixes', { isPull: true }),
				mail('b', '[GIT PULL v2] Fixes', { isPull: true, day: 2 }),
				mail('c', '[PATCH v3] Fixes', { day: 3 }),
			],
			'pull Fixes (ana), v1 cover=a of 0, v2 cover=b of 0',
			'Fixes (ana), v3 1=c of 1',
		],
		[
			'are of the sender that a list writes into the name',
			[
				{ ...mail('a', '[PATCH] Fix'), from: { name: 'Ana via devel', email: 'devel@lists.test' } },
				{
					...mail('b', '[PATCH v2] Fix', { day: 2 }),
					from: { name: 'Bob via devel', email: 'devel@lists.test' },
				},
				{
					...mail('c', '[PATCH v3] Fix', { day: 3 }),
					from: { name: 'Ana via devel', email: 'devel@lists.test' },
				},
			],
			'Fix (Ana via devel), v1 1=a of 1, v3 1=c of 1',
			'Fix (Bob via devel), v2 1=b of 1',
		],
		[
			'may be from another address of the same person in one thread',
			[
				...first,
				...sent('b', 'PATCH v2', ['A', 'One', 'Two', 'Three'], { re: 'a.0', day: 2 }).map((one) => ({
					...one,
					from: { name: 'Ana', email: 'ana@work.test' },
				})),
			],
			`A (ana), ${firstLine}, v2 cover=b.0 1=b.1 2=b.2 3=b.3 of 3`,
		],
	]);
});

describe('A version that was sent again', () => {
	const again = sent('b', 'RESEND PATCH', ['A', 'One', 'Two', 'Three'], { day: 90 });
	checkChains([
		['may say so', [...first, ...again], `A (ana), ${firstLine}, v1 again cover=b.0 1=b.1 2=b.2 3=b.3 of 3`],
		['may be the only one that is known', again, 'A (ana), v1 again cover=b.0 1=b.1 2=b.2 3=b.3 of 3'],
		[
			'need not say so',
			[...first, ...sent('b', 'PATCH', ['A', 'One', 'Two', 'Three'], { day: 20 })],
			`A (ana), ${firstLine}, v1 again cover=b.0 1=b.1 2=b.2 3=b.3 of 3`,
		],
		[
			'may be a reply to the first time',
			[...first, ...sent('b', 'PATCH', ['A', 'One', 'Two', 'Three'], { re: 'a.0', day: 2 })],
			`A (ana), ${firstLine}, v1 again cover=b.0 1=b.1 2=b.2 3=b.3 of 3`,
		],
		[
			'comes before the next version',
			[
				mail('a', '[PATCH] Fix a'),
				mail('b', '[PATCH v2] Fix a', { day: 2 }),
				mail('c', '[RESEND PATCH] Fix a', { day: 2 }),
			],
			'Fix a (ana), v1 1=a of 1, v1 again 1=c of 1, v2 1=b of 1',
		],
		[
			'has no threads',
			[1, 2].flatMap((day) => [
				mail(`a${day}`, '[PATCH 1/2] One', { day }),
				mail(`b${day}`, '[PATCH 2/2] Two', { day }),
			]),
			'One (ana), v1 1=a1 2=b1 of 2, v1 again 1=a2 2=b2 of 2',
		],
		[
			'is new work after some months',
			[
				mail('a', '[PATCH] Update translations'),
				mail('b', '[PATCH v2] Update translations', { day: 5 }),
				mail('c', '[PATCH] Update translations', { day: 370 }),
				mail('d', '[PATCH v2] Update translations', { day: 380 }),
				mail('e', '[PATCH v3] Update translations', { day: 600 }),
			],
			'Update translations (ana), v1 1=a of 1, v2 1=b of 1',
			'Update translations (ana), v1 1=c of 1, v2 1=d of 1, v3 1=e of 1',
		],
	]);
});

describe('A version of which only some patches were sent', () => {
	checkChains([
		[
			'has the other patches of the version that it replies to',
			[...first, mail('b', '[PATCH v2 2/3] Two', { re: 'a.2', day: 2 })],
			`A (ana), ${firstLine}, v2 partly cover=a.0 1=(a.1) 2=b 3=(a.3) of 3`,
		],
		[
			'has all patches that were sent, each as a reply to the former one',
			[
				...first,
				mail('b', '[PATCH v2 1/3] One', { re: 'a.1', day: 2 }),
				mail('c', '[PATCH v2 3/3] Three', { re: 'a.3', day: 2 }),
			],
			`A (ana), ${firstLine}, v2 partly cover=a.0 1=b 2=(a.2) 3=c of 3`,
		],
		[
			'has all patches that were sent in one go',
			[
				...first,
				mail('b', '[PATCH v2 2/3] Two', { re: 'a.0', day: 2 }),
				mail('c', '[PATCH v2 3/3] Three', { re: 'b', day: 2 }),
			],
			`A (ana), ${firstLine}, v2 partly cover=a.0 1=(a.1) 2=b 3=c of 3`,
		],
		[
			'may follow another one',
			[
				...first,
				mail('b', '[PATCH v2 2/3] Two', { re: 'a.2', day: 2 }),
				mail('c', '[PATCH v3 2/3] Two', { re: 'b', day: 3 }),
				mail('d', '[PATCH v4 3/3] Three', { re: 'a.3', day: 4 }),
			],
			`A (ana), ${firstLine}, v2 partly cover=a.0 1=(a.1) 2=b 3=(a.3) of 3, v3 partly cover=a.0 1=(a.1) 2=c 3=(a.3) of 3, v4 partly cover=a.0 1=(a.1) 2=(c) 3=d of 3`,
		],
		[
			'has patches from another address under the name of the submitter',
			[
				...first,
				namesake(mail('b', '[PATCH v2 2/3] Two', { re: 'a.2', day: 2 })),
				namesake(mail('c', '[PATCH v2 3/3] Three', { re: 'a.3', day: 3 })),
			],
			`A (ana), ${firstLine}, v2 partly cover=a.0 1=(a.1) 2=b 3=c of 3`,
		],
		[
			'does not get patches from such an address later',
			[
				...first,
				mail('b', '[PATCH v2 2/3] Two', { re: 'a.2', day: 2 }),
				namesake(mail('c', '[PATCH v2 3/3] Three', { re: 'a.3', day: 3 })),
			],
			`A (ana), ${firstLine}, v2 partly cover=a.0 1=(a.1) 2=b 3=(a.3) of 3`,
			'Three (ana), v2 3=c of 3 missing 1,2 warnings patch-missing',
		],
		[
			'does not let such an address replace a patch',
			[
				...first,
				mail('b', '[PATCH v2 2/3] Two', { re: 'a.2', day: 2 }),
				namesake(mail('c', '[PATCH v2 2/3] Two', { re: 'b', day: 3 })),
			],
			`A (ana), ${firstLine}, v2 partly cover=a.0 1=(a.1) 2=b 3=(a.3) of 3`,
			'Two (ana), v2 2=c of 3 missing 1,3 warnings patch-missing',
		],
		[
			'does not let such an address replace a patch of a whole one, nor of the versions after that',
			[
				...first,
				...sent('b', 'PATCH v2', ['A', 'One', 'Two', 'Three'], { re: 'a.0', day: 2 }),
				namesake(mail('c', '[PATCH v2 2/3] Two', { re: 'b.0', day: 3 })),
				mail('d', '[PATCH v3 3/3] Three', { re: 'b.3', day: 4 }),
			],
			`A (ana), ${firstLine}, v2 cover=b.0 1=b.1 2=b.2 3=b.3 of 3, v3 partly cover=b.0 1=(b.1) 2=(b.2) 3=d of 3`,
			'Two (ana), v2 2=c of 3 missing 1,3 warnings patch-missing',
		],
		[
			'lets who sent an earlier version replace a patch from such an address',
			[
				...first,
				...sent('b', 'PATCH v2', ['A', 'One', 'Two', 'Three'], { re: 'a.0', day: 2 }).map(namesake),
				namesake(mail('c', '[PATCH v3 2/3] Two', { re: 'b.2', day: 4 })),
				mail('d', '[PATCH v3 2/3] Two', { re: 'b.2', day: 5 }),
			],
			`A (ana), ${firstLine}, v2 cover=b.0 1=b.1 2=b.2 3=b.3 of 3, v3 partly cover=b.0 1=(b.1) 2=d 3=(b.3) of 3 not c warnings patch-duplicate`,
		],
		[
			'has the patch of the submitter after such an address sent one with that number first',
			[
				...first,
				namesake(mail('b', '[PATCH v2 2/3] Two', { re: 'a.2', day: 2 })),
				mail('c', '[PATCH v2 2/3] Two', { re: 'a.2', day: 3 }),
			],
			`A (ana), ${firstLine}, v2 partly cover=a.0 1=(a.1) 2=c 3=(a.3) of 3 not b warnings patch-duplicate`,
		],
		[
			'is followed by a whole one',
			[
				...first,
				mail('b', '[PATCH v2 2/3] Two', { re: 'a.2', day: 2 }),
				...sent('c', 'PATCH v3', ['A', 'One', 'Two', 'Three'], { day: 9 }),
			],
			`A (ana), ${firstLine}, v2 partly cover=a.0 1=(a.1) 2=b 3=(a.3) of 3, v3 cover=c.0 1=c.1 2=c.2 3=c.3 of 3`,
		],
		[
			'may have a patch without a number that replies to the former one',
			[...first, mail('b', '[PATCH v2] Two, better', { re: 'a.2', day: 2 })],
			`A (ana), ${firstLine}, v2 partly cover=a.0 1=(a.1) 2=b 3=(a.3) of 3`,
		],
		[
			'may have patches without numbers that have the former titles',
			[
				...first,
				mail('b', '[PATCH v2] Three', { re: 'a.0', day: 2 }),
				mail('c', '[PATCH v2] Two', { re: 'a.0', day: 2 }),
				mail('d', '[PATCH v2] Two', { re: 'c', day: 3 }),
			],
			`A (ana), ${firstLine}, v2 partly cover=a.0 1=(a.1) 2=d 3=b of 3 not c warnings patch-duplicate`,
		],
		[
			'is a whole one if a patch without a number replies to the cover letter',
			[...first, mail('b', '[PATCH v2] All in one', { re: 'a.0', day: 2 })],
			`All in one (ana), ${firstLine}, v2 1=b of 1`,
		],
		[
			'is a whole one with missing patches if the first patch has others below it',
			[
				...first,
				mail('b', '[PATCH v2 1/3] One', { re: 'a.0', day: 2 }),
				mail('c', '[PATCH v2 2/3] Two', { re: 'b', day: 2 }),
			],
			`One (ana), ${firstLine}, v2 1=b 2=c of 3 missing 3 warnings patch-missing`,
		],
		[
			'is a whole one with missing patches if the total differs',
			[...first, mail('b', '[PATCH v2 2/4] Two', { re: 'a.2', day: 2 })],
			`Two (ana), ${firstLine}, v2 2=b of 4 missing 1,3,4 warnings patch-missing`,
		],
		[
			'is a whole one with missing patches if it replies to nothing',
			[...first, mail('b', '[PATCH v2 2/3] A', { day: 2 })],
			`A (ana), ${firstLine}, v2 2=b of 3 missing 1,3 warnings patch-missing`,
		],
	]);
});
