import assert from 'node:assert/strict';
import type { ListHosts } from '../../../../../src/patches/state/review/list-address.ts';
import { answerWith, choose, enter, takeCalls } from '../../../../kit/window/editor.ts';
import { memory } from '../../../../tools/memory.ts';
import { aMail } from './a-mail.ts';

const { ListAddresses } = await import('../../../../../src/patches/commands/review/list-addresses.ts');

const list = { account: 'ana', owner: '~ana', list: 'devel' };
const unknown: ListHosts = { ofPages: 'forge.test', byOthers: undefined, byAnswered: ['evil.test'] };
const elsewhere: ListHosts = { ...unknown, byOthers: 'mail.test' };

describe('The address of a list', () => {
	beforeEach(() => {
		answerWith();
		takeCalls();
	});

	it('is asked for once for each list if others name another host than that of the pages', async () => {
		const kept = memory();
		answerWith(choose('~ana/devel@mail.test'), choose('~ana/other@forge.test'));
		const addresses = new ListAddresses(kept);
		assert.equal(await addresses.of(list, elsewhere), '~ana/devel@mail.test');
		assert.equal(await addresses.of({ ...list, list: 'other' }, elsewhere), '~ana/other@forge.test');
		const [first, ...others] = takeCalls();
		assert.match(
			first ?? '',
			/^pick: Mail Address of ~ana\/devel: .*@mail\.test .*@forge\.test .*@evil\.test/,
		);
		assert.equal(others.length, 1);
		assert.equal(await new ListAddresses(kept).of(list, unknown), '~ana/devel@mail.test');
		assert.deepEqual(takeCalls(), []);
	});

	it('is never guessed: without an answer there is none, and the host that only the answered mail names comes last', async () => {
		const addresses = new ListAddresses(memory());
		assert.equal(await addresses.of(list, unknown), undefined);
		assert.match(
			takeCalls().join(),
			/: \$\(mail\) ~ana\/devel@forge\.test \| \$\(mail\) ~ana\/devel@evil\.test \|/,
		);
		assert.equal(
			await addresses.of(list, { ...unknown, byAnswered: ['forge.test'] }),
			'~ana/devel@forge.test',
		);
		assert.deepEqual(takeCalls(), []);
	});

	it('can have another host, which is typed', async () => {
		answerWith(choose('Enter Host'), enter('~ana/devel@Lists.test'));
		assert.equal(await new ListAddresses(memory()).of(list, unknown), '~ana/devel@lists.test');
	});

	it('is the one that the user has last written in the document of a mail', async () => {
		const addresses = new ListAddresses(memory());
		const composed = 'To: ~ana/devel@forge.test\nSubject: Re: a\n\nText.\n';
		for (const to of ['~ana/devel@forge.test', 'bob@b.test', '~ana/devel@typed.test'])
			addresses.didSend(list, { ...aMail(1, { to }), composed });
		assert.equal(await addresses.of(list, elsewhere), '~ana/devel@typed.test');
	});
});
