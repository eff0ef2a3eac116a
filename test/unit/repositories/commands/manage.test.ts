import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { answerWith, choose, enter, takeCalls } from '../../../kit/window/editor.ts';
import { shownRows } from '../../../kit/window/item-box.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';

const signInErrors = [
	new ForgeError('signed-out', 'The session has ended.'),
	new ForgeError('forbidden', 'A scope is missing.', { scopes: ['repositories:write'] }),
	new TypeError('a bug'),
];

describe('Creating a repository', () => {
	const { open } = repositoryCommands();
	const asked = 'input: New Repository: Name of the new repository of ~ana';
	const describing = 'input: New Repository: Description (optional)';
	const choosing =
		'pick: New Repository: Who can see the repository?: $(lock) Private | $(link) Unlisted | $(globe) Public';

	it('asks for its name, description and visibility, and shows it', async () => {
		const { account, commands, read, shown } = await open('ana');
		await account('ana').repositories.own.refresh();
		answerWith(enter(' birds '), enter('Songs'), choose('Unlisted'));
		const { shown: rows, showRow } = shownRows();
		await commands.create(showRow);
		assert.deepEqual(rows, ['ana/~ana/birds']);
		assert.deepEqual(await read('birds'), { name: 'birds', visibility: 'unlisted', description: 'Songs' });
		assert.ok(shown().includes('birds'));
		assert.deepEqual(takeCalls(), [asked, describing, choosing, 'status bar: ~ana/birds was created']);
	});
});

describe('Editing a repository', () => {
	const { open } = repositoryCommands();

	it('renames it after a confirmation that names the consequences', async () => {
		const { account, commands, make, read, shown } = await open('ana');
		await make('robins', { description: 'Red.\nAnd small.' });
		const { answered } = account('ana');
		await answered.set('robins', true);
		answerWith(choose('Rename'), enter(' finches '), enter('Rename'));
		await commands.edit([row('ana', 'robins')]);
		const [choice, name, question, told] = takeCalls();
		assert.equal(
			choice,
			'pick: Edit ~ana/robins: $(note) Edit Description… (Red.) | $(edit) Rename… (robins)',
		);
		assert.equal(name, 'input: Rename ~ana/robins: New name of the repository: robins');
		assert.match(
			question ?? '',
			/^warning: Rename ~ana\/robins to finches\?: Its clone address changes\..*: Rename$/,
		);
		assert.equal(told, 'status bar: Renamed to finches');
		assert.deepEqual([answered.has('robins'), answered.has('finches')], [false, true]);
		assert.equal((await read('finches')).name, 'finches');
		assert.deepEqual(
			['robins', 'finches'].map((one) => shown().includes(one)),
			[false, true],
		);
	});

	it('changes its description, in which a break is written as \\n', async () => {
		const { commands, make, read } = await open('ana');
		await make('ducks', { description: 'One.\nTwo.' });
		answerWith(choose('Description'), enter('Three.\\nFour.'));
		await commands.edit([row('ana', 'ducks')]);
		const prompt = 'Description. Write \\n for a line break.';
		assert.equal(takeCalls()[1], `input: Edit ~ana/ducks: ${prompt}: One.\\nTwo.`);
		assert.equal((await read('ducks')).description, 'Three.\nFour.');
		answerWith(choose('Description'), enter(''));
		await commands.edit([row('ana', 'ducks')]);
		assert.equal((await read('ducks')).description, '');
	});

	for (const [what, answers] of [
		['nothing is chosen', []],
		['the name is cancelled', [choose('Rename')]],
		['the name is empty', [choose('Rename'), enter(' ')]],
		['the name is the same', [choose('Rename'), enter('geese')]],
		['the new name is not confirmed', [choose('Rename'), enter('swans')]],
		['the description is cancelled', [choose('Description')]],
		['the description is the same', [choose('Description'), enter('Grey.')]],
	] as const) {
		it(`changes nothing if ${what}`, async () => {
			const { account, commands } = await open('ana');
			const changes: unknown[] = [];
			Object.assign(account('ana').client, {
				repository: async () => ({ name: 'geese', description: 'Grey.' }),
				updateRepository: async (...change: readonly unknown[]) => void changes.push(change),
			});
			answerWith(...answers);
			await commands.edit([row('ana', 'geese')]);
			assert.deepEqual(changes, []);
			assert.doesNotMatch(takeCalls().join('\n'), /status bar/);
		});
	}

	it('asks for another name with the one that was typed, and the reason, if the forge refuses it', async () => {
		const { commands, make, read, shown } = await open('ana');
		await make('crows');
		answerWith(choose('Rename'), enter('editor'), enter('Rename'), enter('ravens'), enter('Rename'));
		await commands.edit([row('ana', 'crows')]);
		const [, , , again = '', , told] = takeCalls();
		assert.match(again, /^input: Rename ~ana\/crows: .*in use.*: editor$/);
		assert.equal(told, 'status bar: Renamed to ravens');
		assert.equal((await read('ravens')).name, 'ravens');
		assert.ok(!shown().includes('crows') && shown().includes('editor'));
	});

	it('fails if another name would not help', async () => {
		const { account, commands } = await open('ana');
		const client = account('ana').client;
		const unclear = new ForgeError('timeout', 'No answer.', { mayBeDone: true });
		for (const error of [...signInErrors, unclear, new ForgeError('missing', 'It is gone.')]) {
			Object.assign(client, { updateRepository: () => Promise.reject(error) });
			answerWith(choose('Rename'), enter('rooks'), enter('Rename'));
			await assert.rejects(commands.edit([row('ana', 'editor')]), error);
		}
		await assert.rejects(commands.edit([row('ana', 'no-such')]), { kind: 'missing' });
	});
});

describe('Changing the visibility of a repository', () => {
	const { open } = repositoryCommands();
	const ask = enter('Change Visibility');
	for (const [from, label, answers, to] of [
		['public', 'Private', [], 'private'],
		['public', 'Unlisted', [], 'unlisted'],
		['private', 'Public', [ask], 'public'],
		['private', 'Unlisted', [ask], 'unlisted'],
		['private', 'Public', [], 'private'],
		['public', 'Public', [], 'public'],
		['public', 'none', [], 'public'],
	] as const) {
		const isRefused = from === 'private' && to === from;
		it(`turns ${from} into ${to} if ${label} is chosen${isRefused ? ', but not confirmed' : ''}`, async () => {
			const { commands, make, read } = await open('ana');
			const name = `${from}-${label}-${answers.length}`;
			await make(name, { visibility: from });
			answerWith(choose(label), ...answers);
			await commands.changeVisibility([row('ana', name)]);
			assert.equal((await read(name)).visibility, to);
			const [choice = '', ...rest] = takeCalls();
			// VS Code selects the first one.
			const first = `Who can see the repository\\?: \\$\\(\\w+\\) ${from} \\(current\\)`;
			assert.match(choice, new RegExp(`^pick: Change Visibility of ~ana/${name}: ${first}`, 'i'));
			const questions = rest.filter((one) => one.startsWith('warning: Make '));
			assert.equal(questions.length, from === 'private' ? 1 : 0);
			if (questions.length > 0)
				assert.match(questions[0] ?? '', /All of its history becomes visible to others/);
			const told = from === to ? [] : [`status bar: ~ana/${name} is now ${to}`];
			assert.deepEqual(
				rest.filter((one) => one.startsWith('status bar')),
				told,
			);
		});
	}

	for (const answers of [[], [ask]] as const)
		it(`asks for a confirmation, which is ${answers.length > 0 ? '' : 'not '}given, if it became private meanwhile`, async () => {
			const { account, commands, make, read } = await open('ana');
			const name = `hidden-${answers.length}`;
			await make(name);
			const hide = async (items: unknown, options: unknown) => {
				await account('ana').client.updateRepository(
					{ repository: name as never },
					{ visibility: 'private' },
				);
				return choose('Unlisted')(items, options);
			};
			answerWith(hide, ...answers);
			await commands.changeVisibility([row('ana', name)]);
			assert.match(takeCalls()[1] ?? '', /^warning: Make .* unlisted\?/);
			assert.equal((await read(name)).visibility, answers.length > 0 ? 'unlisted' : 'private');
		});
});

describe('Deleting a repository', () => {
	const { open } = repositoryCommands();
	for (const [what, typed, isDeleted, said] of [
		['is done once its name was typed', 'doomed-1', true, ['status bar: ~ana/doomed-1 was deleted']],
		[
			'is not done while its name is incomplete',
			'doomed',
			false,
			['status bar: Nothing was deleted: the name is incomplete.'],
		],
		['can be cancelled', undefined, false, []],
	] as const) {
		it(what, async () => {
			const { commands, make, read, shown, account } = await open('ana');
			await make('doomed-1').catch(() => {});
			await account('ana').repositories.own.refresh();
			if (typed !== undefined) answerWith(enter(typed));
			await commands.delete([row('ana', 'doomed-1')]);
			if (isDeleted) await assert.rejects(read('doomed-1'), { kind: 'missing' });
			else await read('doomed-1');
			assert.equal(shown().includes('doomed-1'), !isDeleted);
			assert.deepEqual(takeCalls(), [
				'input: Delete ~ana/doomed-1: This permanently deletes the repository and all of its history on the forge, for everyone. Type doomed-1 to confirm.',
				...said,
			]);
		});
	}

	it('deletes once if the command was chosen twice, and then fails as there is none', async () => {
		const { commands, make, shown } = await open('ana');
		await make('doomed-2');
		answerWith(enter('doomed-2'), enter('doomed-2'));
		const both = await Promise.allSettled([1, 2].map(() => commands.delete([row('ana', 'doomed-2')])));
		assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
		for (const one of both) if (one.status === 'rejected') assert.equal(one.reason.kind, 'missing');
		assert.ok(!shown().includes('doomed-2'));
		assert.ok(shown().includes('editor'));
	});

	it('keeps the row if the forge cannot be reached', async () => {
		const { commands, cut, make, shown } = await open('ana');
		await make('doomed-3');
		cut(true);
		answerWith(enter('doomed-3'));
		await assert.rejects(commands.delete([row('ana', 'doomed-3')]), { kind: 'offline' });
		assert.ok(shown().includes('doomed-3'));
	});
});
