import { checkChains, mail, namesake, sent } from './mails.ts';

describe('The mails of a version', () => {
	checkChains([
		['are a single patch', [mail('a', '[PATCH] Fix a')], 'Fix a (ana), v1 1=a of 1'],
		[
			'are a cover letter and the patches that reply to it',
			sent('a', 'PATCH app', ['Faster', 'One', 'Two']),
			'app: Faster (ana), v1 cover=a.0 1=a.1 2=a.2 of 2',
		],
		[
			'are patches that reply to the first one',
			sent('a', 'PATCH', ['', 'One', 'Two', 'Three']),
			'One (ana), v1 1=a.1 2=a.2 3=a.3 of 3',
		],
		[
			'are patches that reply to the one before',
			[
				mail('a', '[PATCH 1/3] One'),
				mail('b', '[PATCH 2/3] Two', { re: 'a' }),
				mail('c', '[PATCH 3/3] Three', { re: 'b' }),
			],
			'One (ana), v1 1=a 2=b 3=c of 3',
		],
		[
			'are found without threads',
			[mail('c', '[PATCH 3/3] Three'), mail('a', '[PATCH 1/3] One'), mail('b', '[PATCH 2/3] Two')],
			'One (ana), v1 1=a 2=b 3=c of 3',
		],
		[
			'are not mails of another week without threads',
			[mail('a', '[PATCH 1/2] One'), mail('b', '[PATCH 2/2] Two', { day: 20 })],
			'One (ana), v1 1=a of 2 missing 2 warnings patch-missing',
			'Two (ana), v1 2=b of 2 missing 1 warnings patch-missing',
		],
		[
			'are not mixed with those of other series',
			[...sent('a', 'PATCH', ['A', 'One', 'Two']), ...sent('b', 'PATCH', ['B', 'Three', 'Four'])],
			'A (ana), v1 cover=a.0 1=a.1 2=a.2 of 2',
			'B (ana), v1 cover=b.0 1=b.1 2=b.2 of 2',
		],
		[
			'are not mixed with those of another person',
			[mail('a', '[PATCH 1/2] One'), mail('b', '[PATCH 2/2] Two', { from: 'bob' })],
			'One (ana), v1 1=a of 2 missing 2 warnings patch-missing',
			'Two (bob), v1 2=b of 2 missing 1 warnings patch-missing',
		],
		[
			'may be of several authors if they are in one thread',
			[mail('a', '[PATCH 1/2] One'), mail('b', '[PATCH 2/2] Two', { from: 'bob', re: 'a' })],
			'One (ana), v1 1=a 2=b of 2',
		],
		[
			'may be of several authors if they were never sent',
			[mail(undefined, '[PATCH 1/2] One'), mail(undefined, '[PATCH 2/2] Two', { from: 'bob', day: 400 })],
			'One (ana), v1 1=(One) 2=(Two) of 2',
		],
		[
			'do not include a stranger’s replacement of a patch',
			[
				...sent('a', 'PATCH', ['A', 'One', 'Two']),
				mail('evil', '[PATCH 2/2] Two', { from: 'eve', re: 'a.0', day: 2 }),
			],
			'A (ana), v1 cover=a.0 1=a.1 2=a.2 of 2',
			'Two (eve), v1 2=evil of 2 missing 1 warnings patch-missing',
		],
		[
			'do not include a replacement from another address under the name of the submitter',
			[
				...sent('a', 'PATCH', ['A', 'One', 'Two']),
				namesake(mail('evil', '[PATCH 2/2] Two', { re: 'a.0', day: 2 })),
			],
			'A (ana), v1 cover=a.0 1=a.1 2=a.2 of 2',
			'Two (ana), v1 2=evil of 2 missing 1 warnings patch-missing',
		],
		[
			'count once if they were received twice',
			[...sent('a', 'PATCH', ['A', 'One']), ...sent('a', 'PATCH', ['A', 'One'])],
			'A (ana), v1 cover=a.0 1=a.1 of 1',
		],
		[
			'count separately if a broken program gave them the same id',
			[mail('a', '[PATCH 1/2] One'), mail('a', '[PATCH 2/2] Two')],
			'One (ana), v1 1=a 2=a of 2',
		],
		[
			'include a patch that was sent without the thread',
			[
				...sent('a', 'PATCH', ['A', 'One', 'Two', 'Three']).slice(0, 3),
				mail('late', '[PATCH 3/3] Three', { day: 3 }),
			],
			'A (ana), v1 cover=a.0 1=a.1 2=a.2 3=late of 3',
		],
		[
			'include a patch that was forgotten and sent as a reply to a review',
			[
				...sent('a', 'PATCH', ['A', 'One', 'Two', 'Three']).slice(0, 3),
				mail('review', 'Re: [PATCH 0/3] A', { from: 'bob', re: 'a.0', day: 2 }),
				mail('late', '[PATCH 3/3] Three', { re: 'review', day: 3 }),
			],
			'A (ana), v1 cover=a.0 1=a.1 2=a.2 3=late of 3',
		],
		[
			'do not include a patch that replies to another series',
			[
				...sent('a', 'PATCH', ['A', 'One', 'Two', 'Three']).slice(0, 3),
				...sent('b', 'PATCH', ['B', 'Four', 'Five', 'Six']),
				mail('other', '[PATCH v2 3/3] Six', { re: 'b.3', day: 2 }),
			],
			'A (ana), v1 cover=a.0 1=a.1 2=a.2 of 3 missing 3 warnings patch-missing',
			'B (ana), v1 cover=b.0 1=b.1 2=b.2 3=b.3 of 3, v2 partly cover=b.0 1=(b.1) 2=(b.2) 3=other of 3',
		],
		[
			'that are missing are named',
			sent('a', 'PATCH', ['A', 'One', 'Two', 'Three', 'Four']).filter((_, at) => at !== 2 && at !== 3),
			'A (ana), v1 cover=a.0 1=a.1 4=a.4 of 4 missing 2,3 warnings patch-missing',
		],
		[
			'say that their cover letter is missing',
			sent('a', 'PATCH', ['A', 'One', 'Two']).slice(1),
			'One (ana), v1 1=a.1 2=a.2 of 2 warnings cover-missing',
		],
		[
			'may be a cover letter alone',
			[mail('a', '[PATCH 0/2] A')],
			'A (ana), v1 cover=a of 2 missing 1,2 warnings patch-missing',
		],
		[
			'may have a cover letter whose subject says nothing',
			[
				mail('a', 'Make it faster'),
				mail('b', '[PATCH 1/2] One', { re: 'a' }),
				mail('c', '[PATCH 2/2] Two', { re: 'a' }),
			],
			'Make it faster (ana), v1 cover=a 1=b 2=c of 2',
		],
		[
			'do not take another person’s mail as their cover letter',
			[
				mail('a', 'It is slow', { from: 'bob' }),
				mail('b', '[PATCH 1/2] One', { re: 'a' }),
				mail('c', '[PATCH 2/2] Two', { re: 'a' }),
			],
			'One (ana), v1 1=b 2=c of 2',
		],
		[
			'may have a cover letter with another total',
			[
				mail('a', '[PATCH 0/3] A'),
				mail('b', '[PATCH 1/2] One', { re: 'a' }),
				mail('c', '[PATCH 2/2] Two', { re: 'a' }),
			],
			'A (ana), v1 cover=a 1=b 2=c of 2',
		],
		[
			'include a patch that was sent again, instead of the first one',
			[...sent('a', 'PATCH', ['A', 'One', 'Two']), mail('again', '[PATCH 2/2] Two', { re: 'a.0', day: 2 })],
			'A (ana), v1 cover=a.0 1=a.1 2=again of 2 not a.2 warnings patch-duplicate',
		],
		[
			'include a patch that was sent again as a reply to the first one',
			[...sent('a', 'PATCH', ['A', 'One', 'Two']), mail('again', '[PATCH 1/2] One', { re: 'a.1', day: 2 })],
			'A (ana), v1 cover=a.0 1=again 2=a.2 of 2 not a.1 warnings patch-duplicate',
		],
		[
			'include a patch that was sent again without threads',
			[mail('a', '[PATCH 1/2] One'), mail('b', '[PATCH 2/2] Two'), mail('c', '[PATCH 2/2] Two', { day: 2 })],
			'One (ana), v1 1=a 2=c of 2 not b warnings patch-duplicate',
		],
		[
			'may have a patch beyond the total',
			[...sent('a', 'PATCH', ['A', 'One', 'Two']), mail('more', '[PATCH 3/2] Three', { re: 'a.0' })],
			'A (ana), v1 cover=a.0 1=a.1 2=a.2 3=more of 2',
		],
		[
			'do not list all numbers of an absurd total',
			[mail('a', '[PATCH 1/999999] One')],
			`One (ana), ${`v1 1=a of 999999 missing ${Array.from({ length: 100 }, (_, at) => at + 2)} warnings patch-missing`}`,
		],
		[
			'are a request to pull',
			[mail('a', '[GIT PULL] Fixes for 5.0', { isPull: true })],
			'pull Fixes for 5.0 (ana), v1 cover=a of 0',
		],
		[
			'are a request to pull with its patches',
			[
				mail('a', '[PULL 00/02] Queue', { isPull: true }),
				mail('b', '[PULL 01/02] One', { re: 'a', isPull: true }),
				mail('c', '[PULL 02/02] Two', { re: 'a', isPull: true }),
			],
			'Queue (ana), v1 cover=a 1=b 2=c of 2',
		],
		[
			'are each of several requests to pull',
			[
				mail('a', '[GIT PULL 1/2] Boards', { isPull: true, hasPatches: false }),
				mail('b', '[GIT PULL 2/2] Drivers', { re: 'a', isPull: true, hasPatches: false }),
			],
			'pull Boards (ana), v1 cover=a of 0',
			'pull Drivers (ana), v1 cover=b of 0',
		],
		[
			'are not replies, discussions and mails in a circle',
			[
				mail('a', 'How are you?'),
				mail('b', 'Re: [PATCH] Fix a', { from: 'bob' }),
				mail('c', 'Re: x', { re: 'd' }),
				mail('d', 'Re: x', { re: 'c' }),
				mail('e', 'Re: x', { re: 'e' }),
			],
		],
		[
			'may be in a circle',
			[
				mail('a', '[PATCH 1/2] One', { re: 'b' }),
				mail('b', '[PATCH 2/2] Two', { re: 'a' }),
				mail('c', '[PATCH v2] Three', { re: 'd' }),
				mail('d', 'Re: x', { re: 'c' }),
			],
			'One (ana), v1 1=a 2=b of 2',
			'Three (ana), v2 1=c of 1',
		],
	]);
});
