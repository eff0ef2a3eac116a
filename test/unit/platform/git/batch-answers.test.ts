import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type BatchAnswer, BatchAnswers } from '../../../../src/platform/git/batch-answers.ts';

const id = 'a'.repeat(40);

function answersTo(
	chunks: readonly Uint8Array[],
	{ most = 1000, hasContents = true } = {},
): readonly BatchAnswer[] {
	const all: BatchAnswer[] = [];
	const answers = new BatchAnswers(
		hasContents,
		() => most,
		(answer) => all.push(answer),
	);
	for (const chunk of chunks) answers.push(Buffer.from(chunk));
	return all;
}

const textOf = (answer: BatchAnswer): string =>
	answer.kind === 'object'
		? `${answer.type} ${answer.content.toString('hex')}`
		: answer.kind === 'too-large'
			? `${answer.kind} ${answer.type} ${answer.size}`
			: answer.kind;

describe('The answers of git cat-file', () => {
	it('are the same in pieces of any size', () => {
		const object = fc
			.tuple(fc.constantFrom('blob', 'tree'), fc.uint8Array({ maxLength: 20 }))
			.map(([type, bytes]) => ({
				bytes: Buffer.concat([Buffer.from(`${id} ${type} ${bytes.length}\n`), bytes, Buffer.from('\n')]),
				text: `${type} ${Buffer.from(bytes).toString('hex')}`,
			}));
		const other = fc
			.constantFrom('missing', 'ambiguous')
			.map((text) => ({ bytes: Buffer.from(`name ${text}\n`), text }));
		fc.assert(
			fc.property(
				fc.array(fc.oneof(object, other)),
				fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1 }),
				(all, sizes) => {
					const bytes = Buffer.concat(all.map((one) => one.bytes));
					const chunks: Buffer[] = [];
					for (let at = 0; at < bytes.length; ) {
						const size = sizes[chunks.length % sizes.length] || 1;
						chunks.push(bytes.subarray(at, at + size));
						at += size;
					}
					assert.deepEqual(
						answersTo(chunks).map(textOf),
						all.map(({ text }) => text),
					);
				},
			),
		);
	});

	it('say that an object is too large as soon as its size is known', () => {
		const found = answersTo([Buffer.from(`${id} blob 2147483648\nabc`), Buffer.from('x missing\n')]);
		assert.deepEqual(found, [{ kind: 'too-large', id, type: 'blob', size: 2 ** 31 }]);
		assert.deepEqual(answersTo([Buffer.from(`${id} blob 3\nabc\n`)], { most: 3 }).map(textOf), [
			'blob 616263',
		]);
	});

	it('have no contents if only types are asked for', () => {
		const found = answersTo([Buffer.from(`${id} blob 5000\n${id} tree 0\nx missing\n`)], {
			hasContents: false,
		});
		assert.deepEqual(found.map(textOf), ['blob ', 'tree ', 'missing']);
	});

	it('are refused if they are not in the format of git cat-file', () => {
		assert.throws(() => answersTo([Buffer.from('hello\n')]), /answered "hello"/);
		assert.throws(() => answersTo([Buffer.alloc(10_000, 'a')]), /too long/);
	});
});
