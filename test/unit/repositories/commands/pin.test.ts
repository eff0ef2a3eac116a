import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/errors.ts';
import { answerWith, choose, enter, passTurns, signInOffer, takeCalls } from '../../editor.ts';
import { repositoryCommands, row } from './window.ts';

const [{ pinRepository }, { pickRepository }] = await Promise.all([
	import('../../../../src/repositories/commands/pin.ts'),
	import('../../../../src/repositories/commands/pick-repository.ts'),
]);

describe('Pinning a repository', () => {
	const { open, forge } = repositoryCommands();

	for (const typed of ['~bob/dotfiles', ' ~bob/dotfiles.git/ ', 'address']) {
		it(`finds it by "${typed}"`, async () => {
			const { account, repositories } = await open('ana');
			answerWith(enter(typed === 'address' ? `${forge().addresses.repositories}/~bob/dotfiles/log` : typed));
			await pinRepository(repositories);
			assert.deepEqual(account('ana').repositories.pins.all, [{ owner: '~bob', name: 'dotfiles' }]);
			assert.match(takeCalls()[0] ?? '', /^input: Pin Repository: Enter ~user .* \(forge\.test\)/);
		});
	}

	it('lets the user choose among those of a user', async () => {
		const { account, repositories } = await open('ana');
		answerWith(enter('~bob'), choose('dotfiles'));
		await pinRepository(repositories);
		assert.deepEqual(account('ana').repositories.pins.all, [{ owner: '~bob', name: 'dotfiles' }]);
		assert.match(takeCalls()[1] ?? '', /^pick: Pin Repository: Repositories of ~bob: .*\$\(repo\) dotfiles/);
		answerWith(enter('~bob'));
		await pinRepository(repositories);
		assert.equal(account('ana').repositories.pins.all.length, 1);
	});

	it('asks again with what was typed if it is not a repository, or none can be seen', async () => {
		const { account, repositories } = await open('ana');
		answerWith(enter('my files'), enter('~carol'), enter('~bob/other'), enter(' '));
		await pinRepository(repositories);
		const [, second, third, fourth = ''] = takeCalls();
		const ask = 'input: Pin Repository: ';
		assert.equal(
			second,
			`${ask}Not recognized. Enter ~user, or a repository as ~owner/name or URL.: my files`,
		);
		assert.equal(third, `${ask}~carol has no repositories that you can see.: ~carol`);
		assert.match(fourth, /^input: Pin Repository: .+: ~bob\/other$/);
		assert.deepEqual(account('ana').repositories.pins.all, []);
	});

	it('fails if the account has to sign in again, or with a bug', async () => {
		const { account, repositories } = await open('ana');
		for (const error of [new ForgeError('signed-out', 'The session has ended.'), new TypeError('a bug')]) {
			Object.assign(account('ana').client, { repository: () => Promise.reject(error) });
			answerWith(enter('~bob/dotfiles'));
			await assert.rejects(pinRepository(repositories), error);
		}
	});

	it('can be undone, also without a row', async () => {
		const { account, commands } = await open('ana');
		const { pins } = account('ana').repositories;
		for (const args of [[row('bob', 'dotfiles')], []] as const) {
			await pins.pin({ owner: '~bob', name: 'dotfiles' });
			await commands.unpin(args);
			assert.deepEqual(pins.all, []);
		}
		await commands.unpin([row('ana', 'editor')]);
		const told = 'information: Unpin Repository is only available for repositories that you have pinned.';
		assert.equal(takeCalls().at(-1), told);
	});

	it('begins with signing in if no account is signed in', async () => {
		const { repositories } = await open();
		await pinRepository(repositories);
		await passTurns();
		assert.deepEqual(takeCalls(), [signInOffer]);
	});
});

describe('A command on a repository', () => {
	const { open } = repositoryCommands();

	it('says that there is none to choose from', async () => {
		const { repositories } = await open('ana');
		assert.equal(await pickRepository({ accounts: repositories.accounts }, 'Unpin', 'pinned'), undefined);
		assert.equal(takeCalls().at(-1), 'information: You have no pinned repositories.');
	});
});
