import assert from 'node:assert/strict';
import {
	senderName,
	seriesMailsOf,
} from '../../../../../../src/patches/model/series/mails/from-mail-summary.ts';

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
/** The mail with other parts, in a list with the mails 4 and 5. */
function read(changes: object, ...others: readonly object[]) {
	const plain = { ...listed, parent: null, thread: null, subject: 'Plans', patchset: null, sender: null };
	const all = [
		{ ...listed, ...changes },
		...[4, 5].map((id) => ({ ...plain, id, messageId: `<${id}@mail.test>` })),
		...others.map((other, nth) => ({
			...plain,
			id: 20 + nth,
			messageId: `<${20 + nth}@mail.test>`,
			...other,
		})),
	];
	const found = seriesMailsOf(new Map(all.map((one) => [one.id, one]))).find(({ id }) => id === listed.id);
	return found ?? assert.fail();
}

describe('A listed mail as part of a series', () => {
	it('has what its subject says, and the sender of its patchset', () => {
		const { subject, from, date, kind } = read({});
		assert.deepEqual(
			[subject.prefix, subject.version, subject.number, subject.of, subject.title],
			['editor', 2, 1, 3, 'undo: store the tree'],
		);
		assert.deepEqual(from, { name: 'Bob Ellis', email: 'bob@mail.test' });
		assert.deepEqual([date, kind], [Date.parse(listed.created), 'patch']);
	});

	it('has the address that other mails of the account have, or else the account', () => {
		const plain = { patchset: null };
		assert.deepEqual(read(plain).from, { name: 'bob', email: '~bob' });
		const { sender, patchset } = listed;
		assert.deepEqual(read(plain, { sender, patchset }).from, { name: 'Bob Ellis', email: 'bob@mail.test' });
	});

	it('has a sender without an account, who is the same in a thread only', () => {
		const unknown = { patchset: null, sender: null };
		const from = (changes: object) => read({ ...unknown, ...changes }).from.email;
		assert.equal(from({}), from({ parent: 4 }));
		assert.notEqual(from({}), from({ parent: null, thread: null }));
		assert.deepEqual(
			[senderName(read(unknown).from), senderName(read({ patchset: null }).from), senderName(read({}).from)],
			['', 'bob', 'Bob Ellis'],
		);
	});

	it('has the sender of its text if nothing else names them', () => {
		const from = { name: 'Carol', email: 'carol@mail.test' };
		assert.deepEqual(read({ patchset: null, sender: null, from }).from, from);
		assert.equal(read({ patchset: null, from }).from.email, '~bob');
		assert.equal(read({ from }).from.email, 'bob@mail.test');
	});

	it('has probably the submitter of the only patchset of its thread, if it is a patch of an unknown sender', () => {
		const patch = { subject: '[PATCH v3 2/3] undo: keep it', patchset: null, sender: null };
		const ofThread = (submitter: string) => ({ thread: 5, parent: 5, patchset: { submitter } });
		const bob = ofThread('Bob Ellis <bob@mail.test>');
		const found = read(patch, bob);
		assert.deepEqual([found.from.email, found.isFromGuessed], ['bob@mail.test', true]);
		assert.equal(read(patch, bob, ofThread('Bob Ellis <ellis@mail.test>')).from.email, 'bob@mail.test');
		const unknown = 'unknown sender in 5';
		assert.equal(read(patch, bob, ofThread('Eve <eve@mail.test>'), bob).from.email, unknown);
		assert.equal(read({ ...patch, subject: 'Re: [PATCH v3 2/3] undo' }, bob).from.email, unknown);
		assert.equal(read({ ...patch, subject: 'Thanks' }, bob).from.email, unknown);
	});

	it('names the mails above it, also if they are not known', () => {
		assert.deepEqual([read({}).inReplyTo, read({}).references], ['<5@mail.test>', ['<5@mail.test>']]);
		const deep = read({ parent: 4 });
		assert.deepEqual(
			[deep.inReplyTo, deep.references],
			['<4@mail.test>', ['<5@mail.test>', '<4@mail.test>']],
		);
		const unknown = read({ parent: 3, thread: 2 });
		assert.deepEqual([unknown.inReplyTo, unknown.references], ['mail 3', ['mail 2', 'mail 3']]);
		assert.equal(read({ messageId: '' }).messageId, 'mail 7');
	});

	it('asks to pull if the forge or its subject says so', () => {
		const plain = { subject: 'Undo history', parent: null, thread: null };
		assert.equal(read({ ...plain, isPull: true }).kind, 'pull');
		assert.equal(read({ ...plain, subject: '[GIT PULL] Undo history' }).kind, 'pull');
		assert.equal(read(plain).kind, 'other');
	});
});
