import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../src/base/files/memory-storage.ts';
import type { ListKey } from '../../../../src/platform/model/keys.ts';
import type { ListHosts } from '../../../../src/review/state/list-address.ts';
import { answerWith, choose, enter, takeCalls } from '../../../kit/window/editor.ts';
import { aMail } from './a-mail.ts';
import { listAddresses } from './some-list-addresses.ts';

const list = { account: 'ana', owner: '~ana', list: 'devel' };
const unknown: ListHosts = { ofPages: 'forge.test', byOthers: undefined, byAnswered: ['evil.test'] };
const elsewhere: ListHosts = { ...unknown, byOthers: 'mail.test' };

const addressOf = async (addresses: ReturnType<typeof listAddresses>, key: ListKey, hosts: ListHosts) =>
	addresses.of(key, await addresses.find(key, async () => hosts));

describe('The address of a list', () => {
	beforeEach(() => {
		answerWith();
		takeCalls();
	});

	it('is asked for once for each list if others name another host than that of the pages', async () => {
		const kept = memoryStorage();
		answerWith(choose('~ana/devel@mail.test'), choose('~ana/other@forge.test'));
		const addresses = listAddresses(kept);
		const inOtherWindow = listAddresses(kept);
		assert.equal(await addressOf(addresses, list, elsewhere), '~ana/devel@mail.test');
		assert.equal(
			await addressOf(inOtherWindow, { ...list, list: 'other' }, elsewhere),
			'~ana/other@forge.test',
		);
		const [first, ...others] = takeCalls();
		assert.match(
			first ?? '',
			/^pick: Mail Address of ~ana\/devel: .*@mail\.test .*@forge\.test .*@evil\.test/,
		);
		assert.equal(others.length, 1);
		const found = await addresses.find(list, () => assert.fail('The forge was asked again'));
		assert.equal(await addresses.of(list, found), '~ana/devel@mail.test');
		assert.equal(await addressOf(listAddresses(kept), list, unknown), '~ana/devel@mail.test');
		assert.deepEqual(takeCalls(), []);
	});

	it('is never guessed: without an answer there is none, and the host that only the answered mail names comes last', async () => {
		const addresses = listAddresses();
		assert.equal(await addressOf(addresses, list, unknown), undefined);
		assert.match(
			takeCalls().join(),
			/: \$\(mail\) ~ana\/devel@forge\.test \| \$\(mail\) ~ana\/devel@evil\.test \|/,
		);
		assert.equal(
			await addressOf(addresses, list, { ...unknown, byAnswered: ['forge.test'] }),
			'~ana/devel@forge.test',
		);
		assert.deepEqual(takeCalls(), []);
	});

	it('can have another host, which is typed', async () => {
		answerWith(choose('Enter Host'), enter('~ana/devel@Lists.test'));
		assert.equal(await addressOf(listAddresses(), list, unknown), '~ana/devel@lists.test');
	});

	it('is the one that the user has last written in the document of a mail', async () => {
		const addresses = listAddresses();
		const composed = 'To: ~ana/devel@forge.test\nCc: Bob <bob@typed.test>\nSubject: Re: a\n\nText.\n';
		for (const to of ['~ana/devel@forge.test', 'bob@b.test', '~ana/devel@typed.test'])
			addresses.didSend(list, { ...aMail(1, { to }), composed });
		assert.equal(await addressOf(addresses, list, elsewhere), '~ana/devel@typed.test');
	});
});
