import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Thread, type Threadable, threadsOf } from '../../../../src/mail/message/threads.ts';

interface Given {
	readonly parent?: number;
	readonly messageId?: string;
	readonly inReplyTo?: string;
	readonly references?: readonly string[];
	readonly date?: number;
}

const mail = (
	id: number,
	{ parent, messageId, inReplyTo, references = [], date }: Given = {},
): Threadable => ({
	id,
	parentId: parent,
	messageId: messageId ?? `<${id}>`,
	inReplyTo,
	references,
	date: date ?? id,
});

/** The threads as ids, such as `1(2 3(4))`. Threads can be too deep for recursion; these are not. */
const formatThreads = (threads: readonly Thread<Threadable>[]): string =>
	threads
		.map(({ mail, replies }) =>
			replies.length === 0 ? `${mail.id}` : `${mail.id}(${formatThreads(replies)})`,
		)
		.join(' ');

describe('Threads of mails', () => {
	const cases: Readonly<Record<string, readonly [mails: readonly Threadable[], threads: string]>> = {
		'may be empty': [[], ''],
		'follow the forge': [
			[mail(1), mail(2, { parent: 1 }), mail(3, { parent: 2 }), mail(4, { parent: 1 })],
			'1(2(3) 4)',
		],
		'follow In-Reply-To': [[mail(1), mail(2, { inReplyTo: '<1>' })], '1(2)'],
		'follow the last known reference': [
			[mail(1), mail(2, { inReplyTo: '<1>' }), mail(3, { references: ['<1>', '<2>', '<x>'] })],
			'1(2(3))',
		],
		'follow the last reference': [[mail(1), mail(2), mail(3, { references: ['<1>', '<2>'] })], '1 2(3)'],
		'follow the references if the parent is missing': [
			[mail(1), mail(3, { parent: 2, inReplyTo: '<2>', references: ['<1>', '<2>'] })],
			'1(3)',
		],
		'prefer the forge to In-Reply-To, and that to References': [
			[
				mail(1),
				mail(2),
				mail(3),
				mail(4, { parent: 1, inReplyTo: '<2>', references: ['<3>'] }),
				mail(5, { inReplyTo: '<2>', references: ['<3>'] }),
			],
			'1(4) 2(5) 3',
		],
		'start with mails whose parents are missing': [
			[mail(2, { parent: 1 }), mail(3, { inReplyTo: '<1>', references: ['<0>'] })],
			'2 3',
		],
		'are in the order of dates': [
			[
				mail(1, { date: 9 }),
				mail(2, { date: 5 }),
				mail(3, { parent: 1, date: 8 }),
				mail(4, { parent: 1, date: 7 }),
				mail(5, { parent: 1, date: 8 }),
			],
			'2 1(4 3 5)',
		],
		'end with mails without a date': [[{ ...mail(1), date: undefined }, mail(2)], '2 1'],
		'have the replies to equal Message-IDs below the oldest': [
			[
				mail(2, { messageId: '<a>', date: 1 }),
				mail(1, { messageId: '<a>', date: 2 }),
				mail(3, { inReplyTo: '<a>' }),
			],
			'2(3) 1',
		],
		'have each mail once': [[mail(1), mail(2, { parent: 1 }), mail(2, { parent: 1 }), mail(1)], '1(2)'],
		'may have mails without a message id': [
			[{ ...mail(1), messageId: undefined }, mail(2, { parent: 1 })],
			'1(2)',
		],
		'start with the oldest mail of a loop': [
			[mail(1, { parent: 3 }), mail(2, { parent: 1 }), mail(3, { parent: 2 }), mail(4, { parent: 3 })],
			'1(2(3(4)))',
		],
		'start with the oldest mail of a loop, also if an older one answers to it': [
			[mail(1, { parent: 4 }), mail(2, { parent: 4 }), mail(3, { parent: 2 }), mail(4, { parent: 3 })],
			'2(3(4(1)))',
		],
		'start with mails that answer themselves': [
			[mail(1, { parent: 1, inReplyTo: '<1>', references: ['<1>'] })],
			'1',
		],
		'follow the references of mails that answer themselves': [
			[mail(1), mail(2, { parent: 2, inReplyTo: '<2>', references: ['<1>', '<2>'] })],
			'1(2)',
		],
	};
	for (const [what, [mails, threads]] of Object.entries(cases)) {
		it(what, () => assert.equal(formatThreads(threadsOf(mails)), threads));
	}

	const anyMail = fc.record({
		id: fc.nat(20),
		parentId: fc.option(fc.nat(20), { nil: undefined }),
		messageId: fc.option(fc.nat(20).map(String), { nil: undefined }),
		inReplyTo: fc.option(fc.nat(20).map(String), { nil: undefined }),
		references: fc.array(fc.nat(20).map(String), { maxLength: 3 }),
		date: fc.option(fc.nat(10), { nil: undefined }),
	});
	const mailsWithIds = fc.uniqueArray(anyMail, { selector: ({ id }) => id, maxLength: 20 });

	it('contain each mail, whatever the mails say', () => {
		fc.assert(
			fc.property(mailsWithIds, (mails) => {
				const left = [...threadsOf(mails)];
				const met: number[] = [];
				for (let thread = left.pop(); thread; thread = left.pop()) {
					met.push(thread.mail.id);
					left.push(...thread.replies);
				}
				assert.deepEqual(met.toSorted(), mails.map(({ id }) => id).toSorted());
			}),
		);
	});

	it('do not depend on the order of the mails', () => {
		const shuffled = mailsWithIds.chain((mails) =>
			fc.tuple(fc.constant(mails), fc.shuffledSubarray(mails, { minLength: mails.length })),
		);
		fc.assert(
			fc.property(shuffled, ([mails, others]) =>
				assert.equal(formatThreads(threadsOf(mails)), formatThreads(threadsOf(others))),
			),
		);
	});

	it('may be as deep as there are mails', () => {
		const mails = Array.from({ length: 100_000 }, (_, n) => mail(n, { parent: n - 1 }));
		let [thread] = threadsOf(mails.reverse());
		let depth = 0;
		for (; thread; [thread] = thread.replies) depth += 1;
		assert.equal(depth, 100_000);
	});
});
