import assert from 'node:assert/strict';
import { seriesMailOfListed } from '../../../../../src/patches/model/series/from-listed-mail.ts';

const listed = {
	id: 7,
	created: '2026-02-01T10:00:00+00:00',
	subject: '[PATCH editor v2 1/3] undo: store the tree',
	messageId: '<7@mail.test>',
	parent: 5,
	thread: 5,
	sender: { canonical_name: '~bob', name: 'bob' },
	patchset: { submitter: 'Bob Ellis <bob@mail.test>' },
	isPull: false,
};
const ids = new Map([
	[4, '<4@mail.test>'],
	[5, '<5@mail.test>'],
]);
const read = (changes: Partial<typeof listed> | object) =>
	seriesMailOfListed({ ...listed, ...changes }, (id) => ids.get(id));

describe('A listed mail as part of a series', () => {
	it('has what its subject says, and the sender of its patchset', () => {
		const { subject, from, date, kind, thread } = read({});
		assert.deepEqual(
			[subject.prefix, subject.version, subject.number, subject.of, subject.title],
			['editor', 2, 1, 3, 'undo: store the tree'],
		);
		assert.deepEqual(from, { name: 'Bob Ellis', email: 'bob@mail.test' });
		assert.deepEqual([date, kind, thread], [Date.parse(listed.created), 'patch', 5]);
	});

	it('has the account of a sender whose address is not known', () => {
		assert.deepEqual(read({ patchset: null }).from, { name: 'bob', email: '~bob' });
		assert.deepEqual(read({ patchset: null, sender: null }).from, { name: '', email: '' });
	});

	it('names the mails above it, also if they are not known', () => {
		assert.deepEqual([read({}).inReplyTo, read({}).references], ['<5@mail.test>', ['<5@mail.test>']]);
		const deep = read({ parent: 4 });
		assert.deepEqual(
			[deep.inReplyTo, deep.references],
			['<4@mail.test>', ['<5@mail.test>', '<4@mail.test>']],
		);
		const unknown = read({ parent: 3, thread: 2 });
		assert.deepEqual([unknown.inReplyTo, unknown.references], ['<3>', ['<3>']]);
	});

	it('starts a thread if it has no parent', () => {
		const { inReplyTo, references, thread } = read({ parent: null, thread: null });
		assert.deepEqual([inReplyTo, references, thread], [undefined, [], 7]);
	});

	it('asks to pull if the forge or its subject says so', () => {
		const plain = { subject: 'Undo history', parent: null, thread: null };
		assert.equal(read({ ...plain, isPull: true }).kind, 'pull');
		assert.equal(read({ ...plain, subject: '[GIT PULL] Undo history' }).kind, 'pull');
		assert.equal(read(plain).kind, 'other');
	});
});
