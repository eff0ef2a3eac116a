import assert from 'node:assert/strict';
import { read } from '../../../../../src/forge/contract/read.ts';
import { listOf, mailOf, patchsetOf } from '../../../../../src/forge/graphql/lists/values.ts';
import { Email, List, Patchset } from '../../../../../src/forge/shapes/lists.ts';
import { mailData } from './scripted-lists.ts';

const report = (sentence: string) => assert.fail(sentence);
const mail = (id: number, fields: Parameters<typeof mailData>[1] = {}) =>
	read(Email, mailOf(mailData(id, fields)), report);
const set = { id: 3, created: '', updated: '', subject: 'Add it', prefix: null, version: 2 };

describe('A value of a list in GraphQL is read by the shape of REST:', () => {
	it('a mail without a Message-ID', () => {
		assert.equal(mail(6, { message_id: '' }).message_id, '');
	});

	it('a mail of a sender without an account', () => {
		const cleo = { name: 'Cleo', email: 'cleo@x.test' };
		const { sender, from } = mail(6, {
			sender: { kind: 'Mailbox', canonical_name: 'Cleo <cleo@x.test>', ...cleo },
		});
		assert.deepEqual([sender, from], [null, cleo]);
	});

	it('a mail whose sender the forge does not find', () => {
		const { sender, from } = mail(6, { sender: undefined });
		assert.deepEqual([sender, from], [null, undefined]);
	});

	it('a patchset', () => {
		const patchset = read(
			Patchset,
			patchsetOf({
				...{ ...set, status: 'SUPERSEDED' },
				list: { id: 7, name: 'devel', owner: { canonical_name: '~ana' } },
				submitter: { kind: 'Mailbox', canonical_name: 'Cleo <cleo@x.test>' },
				cover_letter: { id: 8, message_id: '8@mail.test' },
				superseded_by: { id: 4, status: 'APPLIED' },
			}),
			report,
		);
		assert.deepEqual([patchset.status, patchset.submitter], ['superseded', 'Cleo <cleo@x.test>']);
		assert.equal(patchset.cover_letter?.message_id, '<8@mail.test>');
		assert.deepEqual([patchset.superseded_by?.id, patchset.superseded_by?.status], [4, 'applied']);
	});

	it('what programs say about a patchset, which may be any number of texts of any length', () => {
		const tool = { id: 1, updated: '2026-01-02T03:04:05Z', icon: 'FAILED', details: 'x'.repeat(100_000) };
		const patchset = {
			...{ ...set, status: 'PROPOSED', cover_letter: null, superseded_by: null },
			list: { id: 7, name: 'devel', owner: { canonical_name: '~ana' } },
		};
		const toolsOf = (tools: readonly (typeof tool)[]) =>
			read(Patchset, patchsetOf({ ...patchset, tools }), report).tools;
		assert.deepEqual(toolsOf([tool]), [{ ...tool, icon: 'failed', details: 'x'.repeat(2000) }]);
		assert.equal(toolsOf(Array.from({ length: 1000 }, () => tool))?.length, 100);
		assert.deepEqual(toolsOf([]), []);
		assert.equal(read(Patchset, patchsetOf(patchset), report).tools, undefined);
	});

	it('a list, with what anyone may do', () => {
		const data = {
			...{ id: 7, name: 'devel', owner: { canonical_name: '~ana' } },
			access: { browse: true, reply: true, post: false, moderate: false },
		};
		const rights = ['browse', 'reply'];
		assert.deepEqual(read(List, listOf(data), report).permissions, {
			...{ nonsubscriber: rights, subscriber: rights, account: rights },
		});
	});
});
